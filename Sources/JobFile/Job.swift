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
  /// The variant of the file that it is.
  public var variant = Variant()
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
  /// At least one, unless there are `soundOutputs`.
  public var outputs: [OutputEntry]
  /// Font files, in whose families its texts are set before installed ones, in the order of the file.
  public var fonts: [InputFile] = []
  /// The variables that people set, in the order of the file.
  public var fields: [JobField] = []
  /// In the order of the file.
  public var sounds: [SoundEntry] = []
  /// Files of the sounds alone.
  public var soundOutputs: [SoundOutput] = []
  /// The loudness of all sounds together, in all outputs that set none of their own; nil for each output's default.
  public var loudness: Loudness?
  /// The position of `"loop": true`; nil if the video need not loop.
  public var loop: SourcePosition?
  /// The blur of moving things, in all of its own stages that set none of their own.
  public var shutter: Shutter?
  /// In the order of the file.
  public var subtitles: [SubtitleEntry] = []
  /// The files that fonts, stages, sounds and subtitles name, in the order of the file.
  public var inputFiles: [InputFile] = []
  /// The files and folders besides its own file that its text is read from: those that it extends, includes, or takes
  /// rows and strings from.
  public var partFiles: [String] = []
  /// The digest of all that the file, and the files that it extends, includes or takes data from, say about it.
  public var textDigest = Digest(high: 0, low: 0)
  /// Puts values into texts; nil where it was read without.
  public var messages: (any MessageFormatting)?
  /// The files that it may read, and its limits.
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

  /// The name that identifies it among other jobs: its file, and its variant if it has one, as in `jobs/offer.json
  /// size=story,row=7`.
  public var id: String { id(file: file) }

  /// Its id if its file had another path.
  public func id(file: String) -> String { Self.id(file: file, variant) }

  /// The id of a variant of a file's job.
  public static func id(file: String, _ variant: Variant) -> String {
    variant.choices.isEmpty ? file : "\(file) \(variant)"
  }

  /// A diagnostic about this job.
  public func diagnostic(
    _ severity: Diagnostic.Severity = .error, at position: SourcePosition?, path: String, _ message: String,
    code: DiagnosticCode? = nil, hint: String? = nil, fix: Fix? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity: severity, file: file, position: position, path: path, message: message, code: code, hint: hint, fix: fix
    )
  }
}
