/// A job that was delivered.
public struct JobSummary: Sendable {
  public let name: String
  /// The files, in the order of the job's outputs.
  public let files: [DeliveredFile]
  public let frames: Int
  /// Where they came from.
  public let counts: FrameCounts
  /// What became of each segment, in order.
  public let segments: [SegmentOutcome]
  /// The video's length in seconds.
  public let duration: Double
  /// From the planning's begin to the last file's place, in seconds.
  public let elapsed: Double
  /// Nil unless it was asked for.
  public let timings: JobTimings?
  /// Only of a job that was rendered in another process.
  public var apart: ApartReport?

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

/// What another process told of its job's segments and times, ready to be passed on.
public struct ApartReport: Sendable {
  /// As text for people; empty unless it was asked for.
  public let tables: String
  /// As events for programs, one object a line.
  public let events: [String]

  public init(tables: String, events: [String]) {
    self.tables = tables
    self.events = events
  }
}

/// A file that is written, checked and in its place.
public struct DeliveredFile: Sendable {
  public let path: String
  public let bytes: Int

  public init(path: String, bytes: Int) {
    self.path = path
    self.bytes = bytes
  }
}
