/// The limits of a job: those that a user can set, and fixed ones.
public struct JobLimits: Codable, Hashable, Sendable {
  /// The maximum number of frames of a video; at most `maxFrames`.
  public var frames = 1_000_000
  /// The maximum length of a video in seconds.
  public var seconds = 86_400
  /// The maximum width × height of a video, in pixels.
  public var pixels = 8192 * 8192
  /// The maximum of width × height × frames of all outputs of all jobs of a command together.
  public var totalPixels = Self.maxTotalPixels
  /// The maximum size of a file that a stage reads, such as a map or a picture, in bytes.
  public var fileBytes = 256 << 20
  /// The maximum number of points of a path in a job.
  public var pathPoints = 1_000_000

  public init() {}

  /// The limits that users can set, with their names and maximum values.
  public static let named: [(name: String, path: WritableKeyPath<JobLimits, Int> & Sendable, max: Int)] = [
    ("frames", \.frames, maxFrames), ("seconds", \.seconds, 10_000_000), ("pixels", \.pixels, side * side),
    ("total-pixels", \.totalPixels, maxTotalPixels), ("file-bytes", \.fileBytes, 4 << 30),
    ("path-points", \.pathPoints, 100_000_000),
  ]

  // MARK: Fixed

  /// The maximum of `totalPixels`: no limit in practice, and far from overflow.
  public static let maxTotalPixels = 1_000_000_000_000_000
  /// The maximum of `frames`: a movie's index is held in memory.
  public static let maxFrames = 10_000_000
  /// The maximum size of a job file, in bytes.
  public static let fileSize = 16 << 20
  /// The maximum nesting of arrays and objects, in the file and after variables are substituted.
  public static let depth = 256
  /// The maximum number of values, in the file and after variables are substituted; then 64 bytes of a string count as
  /// another value.
  public static let values = 1_000_000
  /// The maximum length of a key, in bytes.
  public static let keyLength = 1000
  /// The maximum length of a stage's id, in bytes.
  public static let nameLength = 255
  public static let variables = 10_000
  /// The maximum number of jobs that a job shows, directly and through others: each is read and planned by itself.
  public static let nestedJobs = 1_000
  /// The maximum number of stages: each takes kilobytes of memory.
  public static let stages = 20_000
  /// The maximum number of outputs: all are encoded at once.
  public static let outputs = 100
  /// The maximum width and height, in pixels; encoders accept no more.
  public static let side = 16_384
}
