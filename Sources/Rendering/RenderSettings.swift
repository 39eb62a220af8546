import JobFile

/// What holds for all jobs of a run.
public struct RenderSettings: Sendable {
  /// Where outputs go; made where it is missing.
  public var outputFolder: String
  /// How many segments are drawn and encoded at once.
  public var workers: Int
  /// Multiplies every job's own scale; sizes are rounded up to even numbers of pixels.
  public var scale: Double
  /// The frames to render of every job, cut to those it has; nil for all.
  public var frames: ClosedRange<Int>?
  /// Whether the first failure ends the run.
  public var failFast: Bool
  /// Whether jobs' summaries tell where processor time went.
  public var measuresTime: Bool
  /// Whether equal frames and segments are drawn and encoded once. The files are the same either way.
  public var reusesFrames: Bool
  /// Where segments are kept from run to run; nil for nowhere. Needs `reusesFrames`.
  public var store: StoreSettings?
  /// Whether outputs replace files that this program did not make.
  public var replacesForeignFiles = false
  /// How long one stage may take to be made, and one frame to be asked for, drawn and encoded, in seconds.
  public var frameDeadline = 120.0
  /// How many bytes the run may take; nil for nine tenths of what the machine has left when it begins.
  public var memory: Int?
  /// A file in which the first worker leaves what it is at, for a process that waits for this one.
  public var stepNote: String?

  public init(
    outputFolder: String, workers: Int, scale: Double = 1, frames: ClosedRange<Int>? = nil, failFast: Bool = false,
    measuresTime: Bool = false, reusesFrames: Bool = true, store: StoreSettings? = nil
  ) {
    self.outputFolder = outputFolder
    self.workers = max(1, workers)
    self.scale = scale
    self.frames = frames
    self.failFast = failFast
    self.measuresTime = measuresTime
    self.reusesFrames = reusesFrames
    self.store = store
  }
}

/// Where encoded segments are kept from run to run.
public struct StoreSettings: Sendable {
  public var folder: String
  /// The bytes above which what was not used for longest is removed.
  public var limit: Int
  /// The share of found segments, 0 to 1, that are rendered all the same; a difference fails their job.
  public var verifiedShare: Double

  public init(folder: String, limit: Int = 10_000_000_000, verifiedShare: Double = 0) {
    self.folder = folder
    self.limit = limit
    self.verifiedShare = verifiedShare
  }
}

/// What happens during a run, in the order in which it happens for each job; told from any thread.
public enum RenderEvent: Sendable {
  /// A stage of a job is being made, which reads its files; told again with every next one, until the job begins.
  case preparing(job: Int, stage: String)
  /// A job was planned and its first segment begins.
  case started(job: Int, frames: Int)
  /// Something that a stage says and that does not keep the job from rendering.
  case warned(job: Int, Diagnostic)
  /// One more frame of a job is drawn and with its encoder.
  case frame(job: Int)
  /// Frames of a job that need not be drawn: they repeat others, or were in the store.
  case reused(job: Int, frames: Int)
  /// Something about the run as a whole that does not keep it from going on.
  case noted(String)
  case finished(job: Int, JobSummary)
  case failed(job: Int, JobFailure)
}

/// A job that was delivered.
public struct JobSummary: Sendable {
  public let name: String
  /// The files, in the order of the job's outputs.
  public let files: [DeliveredFile]
  public let frames: Int
  /// Where they came from.
  public let counts: FrameCounts
  /// What became of each segment, in order.
  public let segments: [SegmentStory]
  /// The video's length in seconds.
  public let duration: Double
  /// From the planning's begin to the last file's place, in seconds.
  public let elapsed: Double
  /// Nil unless it was asked for.
  public let timings: JobTimings?
  /// Only of a job that was rendered in another process.
  public var apart: ApartReport?

  public init(
    name: String, files: [DeliveredFile], frames: Int, counts: FrameCounts, segments: [SegmentStory] = [],
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

/// Why a job was not delivered.
public enum JobFailure: Error, Sendable {
  /// Its file, or what it names, is wrong.
  case badJob([Diagnostic])
  /// It went wrong while rendering.
  case render(String)
  /// The run was ended before the job was done.
  case cancelled
}
