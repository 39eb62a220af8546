/// The bounds of what a job may ask for: those that a user can set, and fixed ones that nobody can.
public struct JobLimits: Hashable, Sendable {
  /// The most frames of a video; at most `mostFrames`.
  public var frames = 1_000_000
  /// The longest video in seconds.
  public var seconds = 86_400
  /// The greatest width × height of a video, in pixels.
  public var pixels = 8192 * 8192
  /// The largest file that a stage reads, such as a map or a picture, in bytes.
  public var fileBytes = 256 << 20
  /// The most points of one path in a job.
  public var pathPoints = 1_000_000

  public init() {}

  /// The limits that can be set, by the names that users give them.
  public static let named: [(name: String, path: WritableKeyPath<JobLimits, Int> & Sendable, most: Int)] = [
    ("frames", \.frames, mostFrames), ("seconds", \.seconds, 10_000_000), ("pixels", \.pixels, side * side),
    ("file-bytes", \.fileBytes, 4 << 30), ("path-points", \.pathPoints, 100_000_000),
  ]

  // MARK: Fixed

  /// The most that `frames` can be: a movie's index is kept in memory.
  public static let mostFrames = 10_000_000
  /// The largest job file, in bytes; who loads the file checks it.
  public static let fileSize = 16 << 20
  /// How deeply arrays and objects may nest, in the file and with variables put in.
  public static let depth = 256
  /// How many values a job file may have, and how many may come about where variables are put in; there, 64 bytes of a
  /// string count as one more.
  public static let values = 1_000_000
  /// The longest key of an object, in bytes.
  public static let keyLength = 1000
  /// The longest id of a stage and the longest name of a job or of a part of an output's path, in bytes, as file systems
  /// have it for names.
  public static let nameLength = 255
  public static let variables = 10_000
  /// The most stages of a job: each takes kilobytes.
  public static let stages = 20_000
  /// The most outputs of a job: all are encoded at once.
  public static let outputs = 100
  /// The largest width and height, in pixels; no encoder takes more.
  public static let side = 16_384
}
