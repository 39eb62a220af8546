import CLibAV
import Formats
import MediaBase

/// The required properties of a finished movie.
public struct MovieExpectation: Hashable, Sendable {
  public var format: OutputFormat
  public var frameCount: Int
  /// The key frames, counted from 0, in order; nil to require only that the first is.
  public var keyFrames: [Int]?
  public var sound: Sound

  /// The requirement on a movie's sound.
  public enum Sound: Hashable, Sendable {
    case anything, nothing
    /// These packets, at their times.
    case exactly(EncodedSound)
  }

  /// Nil for any.
  public var subtitles: [MovieSubtitles]?

  public init(
    format: OutputFormat, frameCount: Int, keyFrames: [Int]? = nil, sound: Sound = .anything,
    subtitles: [MovieSubtitles]? = nil
  ) {
    self.format = format
    self.frameCount = frameCount
    self.keyFrames = keyFrames
    self.sound = sound
    self.subtitles = subtitles
  }
}

/// Opens a movie as a player would and reads all its packets, without decoding them.
///
/// Throws an error that names every difference from what is expected: size, pixel format, colors, frame rate, frame
/// count, start, duration, key frames, the time of each packet, in MP4 and QuickTime an index before the packets; and at the first
/// damaged packet. Of sound it names every difference from the packets that were encoded, and of their times.
public func verifyMovie(at path: String, is expected: MovieExpectation) throws(MediaError) {
  try verifyMovie(at: path, named: path, is: expected)
}

/// Errors name `name` instead of a path.
func verifyMovie(at path: String, named name: String, is expected: MovieExpectation) throws(MediaError) {
  var verification = MovieVerification(expected: expected)
  if expected.format.container.family == .baseMedia {
    verification.compareBoxes(try topLevelBoxes(at: path, named: name))
  }
  let reader = try MovieReader(path: path, named: name, container: expected.format.container, threads: 1)
  verification.compareStream(reader.info)
  var sound = SoundVerification(expected.sound, reader.soundStreams)
  var subtitles = SubtitleVerification(
    expected.subtitles?.map { $0.packets(in: expected.format.container) }, reader.subtitleStreams,
    languages: expected.subtitles?.map { $0.languageCode(in: expected.format.container) })
  while !verification.isHopeless, let packet = try reader.nextPacket(ofPictures: false) {
    if packet.stream == reader.pictureStream {
      verification.take(packet)
    } else {
      sound.take(packet)
      subtitles.take(packet)
    }
  }
  verification.compareCounts()
  verification.add(sound.finish())
  verification.add(subtitles.finish())
  if !verification.faults.isEmpty {
    throw MediaError("verify the movie", reason: verification.faults.joined(separator: "; "), file: name)
  }
}

/// Collects the differences of a movie from what is required.
private struct MovieVerification {
  let expected: MovieExpectation
  private(set) var faults: [String] = []
  private var packetCount = 0
  private var keyFrames: [Int] = []
  private var lastDecodeTime = Int.min
  /// The frames that are still expected, by their times.
  private var frames: [Int: Int]

  private static let maxFaults = 16

  init(expected: MovieExpectation) {
    self.expected = expected
    frames = Dictionary(
      (0..<max(0, expected.frameCount)).map { (expected.format.time(ofFrame: $0), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  var isHopeless: Bool { faults.count >= Self.maxFaults }

  private mutating func compare<T: Equatable>(_ what: String, _ found: T, _ wanted: T) {
    if found != wanted { faults.append("\(what) \(found), not \(wanted)") }
  }

  mutating func add(_ faults: [String]) { self.faults += faults }

  mutating func compareBoxes(_ boxes: [MovieBox]) {
    let types = boxes.map(\.type)
    if types.first(where: { $0 == "moov" || $0 == "mdat" }) != "moov" || !types.contains("mdat") {
      faults.append("boxes \(types.joined(separator: ", ")): no index before the pictures")
    }
  }

  mutating func compareStream(_ info: MovieInfo) {
    let format = expected.format
    let color = format.colorTags
    compare("codec", info.codec, format.codec.streamName)
    compare("width", info.width, format.width)
    compare("height", info.height, format.height)
    compare("pixel format", info.pixelFormat, format.codec.decodedFormat(of: format.pixelFormat).name)
    compare("color range", info.colorRange, MovieInfo.name(color.range))
    compare("primaries", info.primaries, MovieInfo.name(color.primaries))
    compare("transfer", info.transfer, MovieInfo.name(color.transfer))
    compare("matrix", info.matrix, MovieInfo.name(color.matrix))
    if format.pixelFormat.isSubsampled {
      let hasLocation = format.codec.hasChromaLocation || format.container.family == .matroska
      let location = hasLocation ? color.chromaLocation : AVCHROMA_LOC_UNSPECIFIED
      compare("chroma location", info.chromaLocation, MovieInfo.name(location))
    }
    compare("ticks per second", info.timeScale, format.container.timeScale(at: format.frameRate))
    compare("start", info.startTime, 0)
    // A container of fixed ticks cannot hold the rest exactly; the packets' times tell.
    guard format.container.fixedTimeScale == nil else { return }
    compare("frame rate", info.frameRate?.description ?? "unknown", format.frameRate.description)
    compare("index of frames", info.frameCount, expected.frameCount)
    compare("duration in ticks", info.duration, format.time(ofFrame: expected.frameCount))
  }

  mutating func take(_ packet: MoviePacket) {
    if let frame = frames.removeValue(forKey: packet.time) {
      if packet.isKey { keyFrames.append(frame) }
    } else {
      faults.append("packet \(packetCount) is shown at \(packet.time)")
    }
    // A demuxer that derives the reorder delay leaves out the last two composition offsets.
    let isLate = expected.format.container.family != .baseMedia && packet.decodeTime > packet.time
    if packet.decodeTime <= lastDecodeTime || isLate {
      faults.append("packet \(packetCount) is decoded at \(packet.decodeTime), shown at \(packet.time)")
    }
    if packet.isCorrupt { faults.append("packet \(packetCount) is damaged") }
    lastDecodeTime = packet.decodeTime
    packetCount += 1
  }

  mutating func compareCounts() {
    if isHopeless { return }
    compare("packets", packetCount, expected.frameCount)
    if let wanted = expected.keyFrames {
      compare("key frames", keyFrames, wanted)
    } else {
      compare("first key frame", keyFrames.first, 0)
    }
  }
}
