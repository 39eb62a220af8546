import Files
import Foundation
import JobFile
import StageKit

/// The folders and the resources of a preview.
public struct PreviewSettings: Sendable {
  /// As the user named it: a folder of job files, or one job file.
  public var path: String
  /// The folder that job files are found in; nil where the user named one file.
  public var jobFolder: String? { FileSystem.isFolder(path) ? path : nil }
  /// The job files, as often as the folder changes.
  public var listFiles: @Sendable () -> [String]
  /// The films that an empty folder may begin with; called once, when a page asks.
  public var templates: @Sendable () -> [PreviewTemplate]
  public var registry: StageRegistry
  public var policy: JobPolicy
  public var messages: any MessageFormatting
  /// The folder of delivered videos.
  public var outputFolder: String
  /// The folder of baselines; the reports of differences have another.
  public var baselineFolder: String
  public var reportFolder: String
  /// The folder of drafts until they are saved or discarded; nil for none.
  public var draftFolder: String?
  /// True if jobs are shown to be commented and approved, not to be changed.
  public var isReview: Bool
  /// The number of frames that are drawn at once.
  public var workers: Int
  /// Who accepts differences, if it is known.
  public var user: String?
  /// Starts this program with other arguments.
  public var start: @Sendable (_ arguments: [String]) throws -> any ProgramRun
  /// Jobs that ended an earlier process of the preview, which are not tried again until they change.
  public var crashes: [PreviewCrash]
  /// Called before and after a thread works for a job.
  public var note: @Sendable (PreviewWork) -> Void
  /// Tells users of what went wrong.
  public var warn: @Sendable (String) -> Void

  public init(
    path: String, listFiles: @escaping @Sendable () -> [String],
    templates: @escaping @Sendable () -> [PreviewTemplate] = { [] }, registry: StageRegistry, policy: JobPolicy,
    messages: any MessageFormatting, outputFolder: String, baselineFolder: String, reportFolder: String,
    draftFolder: String? = nil, isReview: Bool = false, workers: Int, user: String? = nil, crashes: [PreviewCrash] = [],
    note: @escaping @Sendable (PreviewWork) -> Void = { _ in }, warn: @escaping @Sendable (String) -> Void = { _ in },
    start: @escaping @Sendable ([String]) throws -> any ProgramRun
  ) {
    self.path = path
    self.listFiles = listFiles
    self.templates = templates
    self.registry = registry
    self.policy = policy
    self.messages = messages
    self.outputFolder = outputFolder
    self.baselineFolder = baselineFolder
    self.reportFolder = reportFolder
    self.draftFolder = draftFolder
    self.isReview = isReview
    self.workers = workers
    self.user = user
    self.crashes = crashes
    self.note = note
    self.warn = warn
    self.start = start
  }
}
