import Files
import Formats
import Foundation
import MediaBase

/// Decodes an animated picture: for each frame of its output what is shown at the frame's time, though the file has fewer
/// pictures where nothing changes. To be used from one thread at a time.
public final class AnimationReader: FrameReader {
  /// True if it is a single picture, without an end: what an encoder makes where nothing ever changes.
  public let isStill: Bool
  /// The number of times that it plays, 0 for ever; nil if the file does not have it.
  public let plays: Int?

  private let name: String
  private let format: OutputFormat
  private let pictures: any FrameReader
  private let durations: [Int]?
  private var current: MovieFrame?
  private var following: MovieFrame?
  private var pictureCount = 0
  private var count = 0

  /// Errors name `name` instead of a path.
  init(path: String, named name: String, _ format: OutputFormat) throws(MediaError) {
    self.name = name
    self.format = format
    let header = try AnimationHeader(path: path, named: name, format)
    durations = header.durations
    switch format.container {
    case .webp:
      let reader = try WebPReader(path: path, named: name, format.pixelFormat)
      (pictures, plays, isStill) = (reader, reader.plays, reader.isStill)
    case .apng where header.durations == nil:
      (pictures, plays, isStill) = (StillReader(path: path, format), nil, true)
    case .avif:
      // Without an index of frames it is a still.
      let boxes = try topLevelBoxes(at: path, named: name)
      (pictures, plays) = (try AVIFReader(path: path, named: name), nil)
      isStill = !boxes.contains { $0.type == "moov" }
    default:
      pictures = try MovieReader(path: path, named: name, container: format.container, threads: 1)
      (plays, isStill) = (header.plays, false)
    }
    following = try nextPicture(at: 0)
  }

  /// The next picture, at the time at which the one before it ends where the header says it.
  private func nextPicture(at end: Int) throws(MediaError) -> MovieFrame? {
    guard let picture = try pictures.next() else { return nil }
    defer { pictureCount += 1 }
    guard let durations else { return picture }
    guard durations.indices.contains(pictureCount) else {
      throw MediaError("decode the animated picture", reason: "it has more pictures than its header says", file: name)
    }
    return MovieFrame(time: end, duration: durations[pictureCount], picture: picture.picture)
  }

  /// The next frame, with its own time; nil after the end of the last picture. Throws where a picture begins at no frame.
  public func next() throws(MediaError) -> MovieFrame? {
    let operation = "decode the animated picture"
    let time = format.time(ofFrame: count)
    if let picture = following, picture.time <= time {
      guard picture.time == time else {
        throw MediaError(operation, reason: "a picture is shown at \(picture.time), where no frame is", file: name)
      }
      current = picture
      following = try nextPicture(at: picture.time + picture.duration)
    }
    guard let current else { throw MediaError(operation, reason: "nothing is shown at first", file: name) }
    if following == nil, !isStill, time >= current.time + current.duration { return nil }
    count += 1
    return MovieFrame(time: time, duration: format.time(ofFrame: count) - time, picture: current.picture)
  }

  /// The size of the next picture, in pixels.
  var size: (width: Int, height: Int)? { (following ?? current).map { ($0.picture.width, $0.picture.height) } }
}

/// Decodes a file of one picture.
private final class StillReader: FrameReader {
  private let path: String
  private let format: OutputFormat
  private var isDone = false

  init(path: String, _ format: OutputFormat) {
    self.path = path
    self.format = format
  }

  func next() throws(MediaError) -> MovieFrame? {
    if isDone { return nil }
    isDone = true
    return MovieFrame(time: 0, picture: try decodeStill(at: path, as: format.pixelFormat))
  }
}

/// Decodes an animated picture; throws unless it shows the expected number of frames of the format's size at their
/// times, repeated as requested.
public func verifyAnimation(
  at path: String, named name: String? = nil, _ format: OutputFormat, frameCount: Int
) throws(MediaError) {
  let operation = "verify the animated picture"
  let name = name ?? path
  let reader = try AnimationReader(path: path, named: name, format)
  var faults: [String] = []
  if let size = reader.size, size != (format.width, format.height) {
    faults.append("it has \(size.width) × \(size.height) pixels, not \(format.width) × \(format.height)")
  }
  let wantedPlays = PlaysOption(reading: format.options).plays ?? 0
  if !reader.isStill, let plays = reader.plays, plays != wantedPlays {
    faults.append("it is played \(plays) times, not \(wantedPlays)")
  }
  if !reader.isStill {
    var count = 0
    while count <= frameCount, try reader.next() != nil { count += 1 }
    if count != frameCount {
      faults.append("it shows \(count > frameCount ? "more than \(frameCount)" : "\(count)") frames, not \(frameCount)")
    }
  }
  if !faults.isEmpty { throw MediaError(operation, reason: faults.joined(separator: "; "), file: name) }
}
