import Formats
import MediaBase
import StageKit

/// The groups of pictures of a movie.
public struct MovieGroups: Hashable, Sendable {
  /// The frames that a decoder can start at, by their times, in order.
  public let keyFrames: [Int]
  /// Why groups cannot be decoded without the one before them; empty if all can.
  public let faults: [String]
}

/// Reads all packets of a movie and checks that every group of pictures is closed: that its codec can start to decode at
/// its key frame, and that no frame shown before its key frame follows it, nor one shown after it precedes it. Decodes
/// nothing.
public func movieGroups(at path: String, _ format: OutputFormat) throws(MediaError) -> MovieGroups {
  let reader = try MovieReader(path: path, container: format.container)
  let rate = format.frameRate
  var keyFrames: [Int] = []
  var faults: [String] = []
  var latest = Int.min
  var earliest = Int.min
  while faults.count < 16, let packet = try reader.nextPacket() {
    let frame = packet.frame(at: rate, timeScale: reader.info.timeScale)
    if packet.isKey {
      keyFrames.append(frame)
      if !format.codec.isRandomAccessPoint(packet.data.span) {
        faults.append("frame \(frame) is no point where decoding can start anew")
      }
      if frame < latest { faults.append("frame \(latest) comes before the key frame \(frame) that it is shown after") }
      earliest = frame
    } else if frame < earliest {
      faults.append("frame \(frame) comes after the key frame \(earliest) that it is shown before")
    }
    latest = max(latest, frame)
  }
  return MovieGroups(keyFrames: keyFrames.sorted(), faults: faults)
}

extension MoviePacket {
  /// The frame shown at the packet's time, to the nearest.
  fileprivate func frame(at rate: FrameRate, timeScale: Int) -> Int {
    Int((Double(time) * rate.framesPerSecond / Double(max(1, timeScale))).rounded())
  }
}
