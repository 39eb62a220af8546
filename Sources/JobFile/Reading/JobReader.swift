import Reporting
import StageKit

/// Reads the text of job files, and of those that they show; touches no other file.
public enum JobReader {
  /// Reads a job and reports all errors at once.
  /// - Parameters:
  ///   - bytes: The file's content: JSON in UTF-8, with JSON5's comments, trailing commas and the like.
  ///   - file: The file's path, for messages; paths in the job are relative to its folder.
  ///   - registry: The stages that the job can use.
  ///   - policy: Which files the job may read, and its limits.
  public static func read(
    bytes: [UInt8], file: String, registry: StageRegistry, policy: JobPolicy = JobPolicy()
  ) -> JobReadResult {
    read(bytes: bytes, file: file, registry: registry, policy: policy, nesting: JobNesting())
  }

  static func read(
    bytes: [UInt8], file: String, registry: StageRegistry, policy: JobPolicy, nesting: JobNesting
  ) -> JobReadResult {
    let log = DiagnosticLog(file: file)
    guard let text = SourceText(bytes, log: log) else { return JobReadResult(job: nil, list: log.list) }
    var source = SourceReader(text, log: log)
    guard let root = source.read(), root.isObject || !log.hasErrors else {
      return JobReadResult(job: nil, list: log.list)
    }
    let context = ReaderContext(
      file: file, bytes: text.bytes, log: log, policy: policy, registry: registry, nesting: nesting)
    var job = JobBuilder(context: context, registry: registry).job(root, handedIn: nesting.handedIn)
    job?.policy = policy
    job?.inputFiles = context.inputFiles
    job?.textDigest = Digest { $0.combine(bytes: bytes.span) }
    var result = JobReadResult(job: job, list: log.list)
    if case .object(let object) = root.kind, case .object(let variables)? = object["variables"]?.kind {
      result.variables = variables.members.map(\.key)
    }
    return result
  }
}

/// A job as read, and what was reported about its file.
public struct JobReadResult: Sendable {
  /// As much as could be read, for further checks; nil if nothing could.
  public let job: Job?
  public let list: DiagnosticList
  /// The names of its variables, in the order of the file.
  var variables: [String] = []

  init(job: Job?, list: DiagnosticList) {
    self.job = job
    self.list = list
  }

  /// By position.
  public var diagnostics: [Diagnostic] { list.sorted }

  /// Whether there is a job without errors; warnings are fine.
  public var isValid: Bool { job != nil && !list.hasErrors }
}
