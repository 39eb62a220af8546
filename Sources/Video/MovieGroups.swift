import CLibAV

/// How a movie's frames are grouped for decoding.
public struct MovieGroups: Hashable, Sendable {
  /// The frames that a decoder can start at, by their times, in order.
  public let keyFrames: [Int]
  /// What keeps a group from being decoded without the one before it; empty for a sound movie.
  public let faults: [String]
}

/// Reads all packets of a movie and checks that every group of pictures is closed: that it begins with an instantaneous
/// decoder refresh (H.264, 7.4.1.2.4), and that no frame shown before its key frame follows it, nor one shown after it
/// precedes it. Decodes nothing.
///
/// `ticksPerFrame` is a frame's length in the movie's time scale.
public func movieGroups(at path: String, ticksPerFrame: Int) throws(VideoError) -> MovieGroups {
  let reader = try MovieReader(path: path)
  var keyFrames: [Int] = []
  var faults: [String] = []
  var latest = Int.min
  var earliest = Int.min
  reader.onPacket = { packet in
    let frame = Int(packet.pts) / max(1, ticksPerFrame)
    if packet.flags & AV_PKT_FLAG_KEY != 0 {
      keyFrames.append(frame)
      if !isRefresh(packet) { faults.append("frame \(frame) is no point where decoding can start anew") }
      if frame < latest { faults.append("frame \(latest) comes before the key frame \(frame) that it is shown after") }
      earliest = frame
    } else if frame < earliest {
      faults.append("frame \(frame) comes after the key frame \(earliest) that it is shown before")
    }
    latest = max(latest, frame)
  }
  while faults.count < 16, try reader.skipPacket() {}
  return MovieGroups(keyFrames: keyFrames.sorted(), faults: faults)
}

/// Whether all slices of a packet, of units with their length in four bytes before them, are of an instantaneous refresh.
private func isRefresh(_ packet: AVPacket) -> Bool {
  let bytes = UnsafeBufferPointer(start: packet.data, count: Int(packet.size))
  var place = 0
  var slices = 0
  while place + 4 < bytes.count {
    let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    switch bytes[place + 4] & 31 {
    case 5: slices += 1
    case 1...4: return false
    default: break
    }
    place += 4 + length
  }
  return slices > 0
}
