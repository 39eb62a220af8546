import CLibAV

/// What a finished movie must be.
public struct MovieExpectation: Hashable, Sendable {
  public var settings: VideoSettings
  public var frameCount: Int
  /// Which frames, counted from 0, are key frames, in order; nil to require only that the first is.
  public var keyFrames: [Int]?

  public init(settings: VideoSettings, frameCount: Int, keyFrames: [Int]? = nil) {
    self.settings = settings
    self.frameCount = frameCount
    self.keyFrames = keyFrames
  }
}

/// Opens a movie as a player would, reads all its packets and, unless `decoding` is false, decodes all its frames.
///
/// Throws an error that names every difference from what is expected: size, pixel format, colors, frame rate, frame
/// count, start, duration, key frames, the time of each packet and frame, the index standing before the pictures; and at
/// the first damaged packet or frame. Costs about as much as playing the file as fast as `threads` threads can.
public func verifyMovie(
  at path: String, is expected: MovieExpectation, decoding: Bool = true, threads: Int = 1
) throws(VideoError) {
  try verifyMovie(at: path, named: path, is: expected, decoding: decoding, threads: threads)
}

func verifyMovie(
  at path: String, named name: String, is expected: MovieExpectation, decoding: Bool, threads: Int
) throws(VideoError) {
  var faults: [String] = []
  func compare<T: Equatable>(_ what: String, _ found: T, _ wanted: T) {
    if found != wanted { faults.append("\(what) \(found), not \(wanted)") }
  }

  let boxes = try topLevelBoxes(at: path, named: name).map(\.type)
  let isIndexFirst = boxes.first { $0 == "moov" || $0 == "mdat" } == "moov" && boxes.contains("mdat")
  if !isIndexFirst {
    faults.append("boxes \(boxes.joined(separator: ", ")): no index before the pictures")
  }

  let reader = try MovieReader(path: path, named: name, threads: threads)
  let info = reader.info
  let settings = expected.settings
  let scale = settings.frameRate.timeScale
  let ticks = settings.frameRate.ticksPerFrame
  compare("codec", info.codec, settings.codec.rawValue)
  compare("width", info.width, settings.width)
  compare("height", info.height, settings.height)
  compare("pixel format", info.pixelFormat, "yuv420p")
  compare("color range", info.colorRange, "tv")
  compare("primaries", info.primaries, "bt709")
  compare("transfer", info.transfer, "bt709")
  compare("matrix", info.matrix, "bt709")
  compare("chroma location", info.chromaLocation, settings.chromaLocation.rawValue)
  compare("frame rate", info.frameRate?.description ?? "unknown", settings.frameRate.description)
  compare("index of frames", info.frameCount, expected.frameCount)
  compare("ticks per second", info.timeScale, scale)
  compare("start", info.startTime, 0)
  compare("duration in ticks", info.duration, expected.frameCount * ticks)

  var packetCount = 0
  var keyFrames: [Int] = []
  var lastDecodeTime = Int64.min
  var seen = [Bool](repeating: false, count: max(0, expected.frameCount))
  reader.onPacket = { packet in
    let (frame, remainder) = packet.pts.quotientAndRemainder(dividingBy: Int64(ticks))
    if remainder != 0 || frame < 0 || frame >= seen.count || seen[Int(frame)] {
      faults.append("packet \(packetCount) is shown at \(packet.pts)")
    } else {
      seen[Int(frame)] = true
      if packet.flags & AV_PKT_FLAG_KEY != 0 { keyFrames.append(Int(frame)) }
    }
    if packet.dts <= lastDecodeTime || packet.dts > packet.pts {
      faults.append("packet \(packetCount) is decoded at \(packet.dts), shown at \(packet.pts)")
    }
    if packet.flags & AV_PKT_FLAG_CORRUPT != 0 { faults.append("packet \(packetCount) is damaged") }
    lastDecodeTime = packet.dts
    packetCount += 1
  }
  var decodedCount = 0
  if decoding {
    while faults.count < 16, try reader.advance(), let frame = reader.frame {
      if frame.pointee.pts != Int64(decodedCount * ticks) {
        faults.append("frame \(decodedCount) at \(frame.pointee.pts), not \(decodedCount * ticks)")
      }
      if Int(frame.pointee.width) != settings.width || Int(frame.pointee.height) != settings.height {
        faults.append("frame \(decodedCount) has \(frame.pointee.width) × \(frame.pointee.height) pixels")
      }
      decodedCount += 1
    }
  } else {
    while faults.count < 16, try reader.skipPacket() {}
  }
  if faults.count < 16 {
    compare("packets", packetCount, expected.frameCount)
    if decoding { compare("frames", decodedCount, expected.frameCount) }
    if let wanted = expected.keyFrames {
      compare("key frames", keyFrames, wanted)
    } else {
      compare("first key frame", keyFrames.first, 0)
    }
  }
  if !faults.isEmpty {
    throw VideoError("verify the movie", reason: faults.joined(separator: "; "), file: name)
  }
}
