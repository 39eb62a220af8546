import Formats

/// Decodes an animated picture: for each frame of its output what is shown at the frame's time, though the file has fewer
/// pictures where nothing changes. To be used from one thread at a time.
public final class AnimationReader: FrameReader {
  private let name: String
  private let format: OutputFormat
  private let pictures: any FrameReader
  private var current: MovieFrame?
  private var following: MovieFrame?
  private var count = 0

  /// Errors name `name` instead of a path.
  init(path: String, named name: String, _ format: OutputFormat) throws(VideoError) {
    self.name = name
    self.format = format
    pictures = try MovieReader(path: path, named: name, container: format.container, threads: 1)
    following = try pictures.next()
  }

  /// The next frame, with its own time; nil after the end of the last picture. Throws where a picture begins at no frame.
  public func next() throws(VideoError) -> MovieFrame? {
    let operation = "decode the animated picture"
    let time = format.time(ofFrame: count)
    if let picture = following, picture.time <= time {
      guard picture.time == time else {
        throw VideoError(operation, reason: "a picture is shown at \(picture.time), where no frame is", file: name)
      }
      current = picture
      following = try pictures.next()
    }
    guard let current else { throw VideoError(operation, reason: "nothing is shown at first", file: name) }
    if following == nil, time >= current.time + current.duration { return nil }
    count += 1
    return MovieFrame(
      time: time, duration: format.time(ofFrame: count) - time, picture: current.picture)
  }

  /// Of the next picture, in pixels.
  var size: (width: Int, height: Int)? { (following ?? current).map { ($0.picture.width, $0.picture.height) } }
}

/// Decodes an animated picture; throws unless it shows so many frames of the format's size at their times.
public func verifyAnimation(
  at path: String, named name: String? = nil, _ format: OutputFormat, frameCount: Int
) throws(VideoError) {
  let name = name ?? path
  let operation = "verify the animated picture"
  let reader = try AnimationReader(path: path, named: name, format)
  if let size = reader.size, size != (format.width, format.height) {
    throw VideoError(
      operation, reason: "it has \(size.width) × \(size.height) pixels, not \(format.width) × \(format.height)",
      file: name)
  }
  var count = 0
  while try reader.next() != nil {
    count += 1
    if count > frameCount { break }
  }
  guard count == frameCount else {
    throw VideoError(
      operation, reason: "it shows \(count > frameCount ? "more than " : "")\(count) frames, not \(frameCount)",
      file: name)
  }
}
