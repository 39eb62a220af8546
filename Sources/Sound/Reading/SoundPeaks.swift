/// The lowest and the highest samples of a sound over its time, for pictures of it.
public struct SoundPeaks: Hashable, Sendable {
  /// For each span its lowest and its highest sample over all channels, where 127 is full scale; there are at most
  /// `SoundPeaks.maxCount` spans, however long the sound is.
  public let values: [Int8]
  /// The number of spans in a second.
  public let rate: Double
  /// The duration of the sound in seconds.
  public let duration: Double

  public static let maxCount = 1 << 16
}

/// Collects the peaks of samples that come piece by piece, in memory that does not grow with them.
struct PeakCollector {
  private let channels: Int
  private var spans: [(low: Float, high: Float)] = []
  /// Frames in a span; doubled whenever there are too many spans.
  private var length = 256
  /// The span that is not full yet, and its frames.
  private var last: (low: Float, high: Float) = (0, 0)
  private var filled = 0
  private var count = 0

  init(channels: Int) { self.channels = channels }

  /// Takes whole frames, of which each has a sample of all channels; samples that are no numbers count as silence.
  mutating func add(_ samples: [Float]) {
    var index = 0
    while index + channels <= samples.count {
      for channel in 0..<channels where samples[index + channel].isFinite {
        let sample = samples[index + channel]
        if sample < last.low { last.low = sample }
        if sample > last.high { last.high = sample }
      }
      index += channels
      filled += 1
      if filled == length { endSpan() }
    }
    count += samples.count / channels
  }

  private mutating func endSpan() {
    spans.append(last)
    (last, filled) = ((0, 0), 0)
    guard spans.count == SoundPeaks.maxCount else { return }
    spans = stride(from: 0, to: spans.count, by: 2).map { index in
      (min(spans[index].low, spans[index + 1].low), max(spans[index].high, spans[index + 1].high))
    }
    length *= 2
  }

  consuming func finish() -> SoundPeaks {
    let all = filled > 0 ? spans + [last] : spans
    let rate = Double(SoundClip.sampleRate)
    func level(_ sample: Float) -> Int8 { Int8((max(-1, min(1, sample)) * 127).rounded()) }
    return SoundPeaks(
      values: all.flatMap { [level($0.low), level($0.high)] }, rate: rate / Double(length),
      duration: Double(count) / rate)
  }
}
