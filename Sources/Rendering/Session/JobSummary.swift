/// A job that was delivered.
public struct JobSummary: Codable, Sendable {
  public let name: String
  /// The files, in the order of the job's outputs.
  public let files: [DeliveredFile]
  public let frames: Int
  /// The numbers of its frames by origin.
  public let counts: FrameCounts
  /// The outcome of each segment, in order.
  public let segments: [SegmentOutcome]
  /// The video's length in seconds.
  public let duration: Double
  /// The time from the start of planning until the last file is in its place, in seconds.
  public let elapsed: Double
  /// Nil unless it was asked for.
  public let timings: JobTimings?

  public init(
    name: String, files: [DeliveredFile], frames: Int, counts: FrameCounts, segments: [SegmentOutcome] = [],
    duration: Double, elapsed: Double, timings: JobTimings? = nil
  ) {
    self.name = name
    self.files = files
    self.frames = frames
    self.counts = counts
    self.segments = segments
    self.duration = duration
    self.elapsed = elapsed
    self.timings = timings
  }
}

/// A file that is written, checked and in its place.
public struct DeliveredFile: Codable, Sendable {
  public let path: String
  public let bytes: Int
  /// The colors of its pictures, such as `HDR (PQ), converted from sRGB with white at 203 cd/m²`; nil for sRGB that was drawn as such.
  public let colors: String?

  public init(path: String, bytes: Int, colors: String? = nil) {
    self.path = path
    self.bytes = bytes
    self.colors = colors
  }
}
