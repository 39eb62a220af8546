import Reporting
import StageKit

/// The content of a job file, checked against the definitions of its stages.
///
/// `StageGraph` checks that connections and starts name existing stages, match in type and form no cycle.
public struct Job: Sendable {
  /// The path of the job file, as it was given to the reader.
  public var file: String
  /// The folder that relative paths start from; `.` if the file was given without one.
  public var folder: String
  public var name: String
  public var composition: Composition
  public var frameRate: FrameRate
  public var frameCount: Int
  /// Even and above 0, like `pixelHeight`.
  public var pixelWidth: Int
  public var pixelHeight: Int
  /// In the order of the file.
  public var stages: [StageEntry]
  /// The ids of stages that are not in `stages` because of errors.
  public var unreadStages: [String]
  /// At least one.
  public var outputs: [OutputEntry]
  /// The position of `"loop": true`; nil if the video need not loop.
  public var loop: SourcePosition?
  /// The files that the stages read, in the order of the file.
  public var inputFiles: [InputFile] = []
  /// Which files it may read, and its limits.
  public var policy = JobPolicy()

  public init(
    file: String, folder: String, name: String, composition: Composition, frameRate: FrameRate, frameCount: Int,
    pixelWidth: Int, pixelHeight: Int, stages: [StageEntry], unreadStages: [String] = [], outputs: [OutputEntry],
    loop: SourcePosition? = nil
  ) {
    self.file = file
    self.folder = folder
    self.name = name
    self.composition = composition
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.stages = stages
    self.unreadStages = unreadStages
    self.outputs = outputs
    self.loop = loop
  }

  /// A diagnostic about this job.
  public func diagnostic(
    _ severity: Diagnostic.Severity = .error, at position: SourcePosition?, path: String, _ message: String,
    hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(severity: severity, file: file, position: position, path: path, message: message, hint: hint)
  }
}

/// A file to deliver.
public struct OutputEntry: Hashable, Sendable {
  /// Relative, without `..`, ending in `.mp4`.
  public var file: String
  /// One of x264's presets.
  public var preset: String
  /// x264's constant rate factor, 0 (lossless) to 51.
  public var crf: Double
  /// Frames from one keyframe to the next.
  public var gop: Int
  public var position: SourcePosition
  /// Such as `outputs[0]`.
  public var path: String

  public init(file: String, preset: String, crf: Double, gop: Int, position: SourcePosition, path: String) {
    self.file = file
    self.preset = preset
    self.crf = crf
    self.gop = gop
    self.position = position
    self.path = path
  }

  /// x264's presets, fastest first.
  public static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  public static let defaultPreset = "medium"
  public static let defaultCRF = 18.0

  /// A keyframe every two seconds, to the nearest frame.
  public static func defaultGOP(at rate: FrameRate) -> Int { max(1, Int((2 * rate.framesPerSecond).rounded())) }
}
