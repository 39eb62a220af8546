import Formats
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
  /// Of the file's bytes.
  public var textDigest = Digest(high: 0, low: 0)
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

/// A file to deliver, or a numbered file for each frame.
public struct OutputEntry: Sendable {
  /// Relative, without `..`, ending as its container's files do; with `{frame}` where each frame is a file.
  public var file: String
  public var codec: any Codec
  /// The codec's options that are set; the others have their defaults.
  public var options: Parameters
  public var container: Container
  public var position: SourcePosition
  /// Such as `outputs[0]`.
  public var path: String

  public init(
    file: String, codec: any Codec, options: Parameters = Parameters(), container: Container, position: SourcePosition,
    path: String
  ) {
    self.file = file
    self.codec = codec
    self.options = options
    self.container = container
    self.position = position
    self.path = path
  }
}

extension Job {
  /// Frames from one key frame to the next, as segments are cut: the fewest that an output asks for, or two seconds where
  /// none does.
  public var groupLength: Int {
    let lengths = outputs.compactMap { $0.codec.groupLength($0.options, at: frameRate) }
    return lengths.min() ?? CodecOptions.defaultGroupLength(at: frameRate)
  }

  /// Whether the background is translucent, so that outputs carry alpha.
  public var hasAlpha: Bool { composition.background.alpha < 1 }

  /// How an output's frames are encoded at a size in pixels. Throws where its codec cannot.
  public func format(of output: OutputEntry, width: Int, height: Int) throws(FormatError) -> OutputFormat {
    try OutputFormat(
      output.codec, output.options, in: output.container, alpha: hasAlpha, width: width, height: height,
      frameRate: frameRate)
  }
}
