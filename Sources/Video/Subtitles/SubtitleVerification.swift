import CLibAV
import Formats
import MediaBase
import StageKit

/// Collects the differences of a movie's subtitles from what was written.
struct SubtitleVerification {
  /// Nil for anything.
  private let expected: [[SubtitlePacket]]?
  private let streams: [AVStream]
  private var counts: [Int]
  private var faults: [String] = []

  init(_ expected: [[SubtitlePacket]]?, _ streams: [AVStream], languages: [String?]?) {
    self.expected = expected
    self.streams = streams
    counts = Array(repeating: 0, count: streams.count)
    if let expected, streams.count != expected.count {
      faults.append("\(streams.count) streams of subtitles, not \(expected.count)")
    }
    for (stream, language) in zip(streams, languages ?? []) {
      let found = av_dict_get(stream.metadata, "language", nil, 0).map { String(cString: $0.pointee.value) }
      if let language, found != language {
        faults.append("subtitles are in '\(found ?? "no language")', not '\(language)'")
      }
    }
  }

  mutating func take(_ packet: MoviePacket) {
    guard let expected, let stream = streams.firstIndex(where: { Int($0.index) == packet.stream }),
      stream < expected.count, faults.count < 8
    else { return }
    defer { counts[stream] += 1 }
    guard counts[stream] < expected[stream].count else {
      // libav ends timed text with an empty sample.
      if packet.data != [0, 0] { faults.append("subtitle \(counts[stream]) is too many") }
      return
    }
    let wanted = expected[stream][counts[stream]]
    let ticks = Int(streams[stream].time_base.den) / 1000
    if packet.time != wanted.start * ticks {
      faults.append("subtitle \(counts[stream]) is shown at tick \(packet.time), not \(wanted.start * ticks)")
    }
    if packet.data != wanted.data { faults.append("subtitle \(counts[stream]) differs") }
  }

  consuming func finish() -> [String] {
    guard let expected else { return [] }
    for (stream, count) in counts.enumerated() where faults.isEmpty && stream < expected.count {
      if count < expected[stream].count { faults.append("\(count) subtitles, not \(expected[stream].count)") }
    }
    return faults
  }
}
