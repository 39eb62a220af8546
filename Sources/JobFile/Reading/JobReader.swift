import Files
import StageKit

/// Reads job files.
public enum JobReader {
  /// The largest job file that is read, in bytes.
  public static let maximumFileSize = JobLimits.fileSize

  /// Reads a job and complains about everything at once.
  /// - Parameters:
  ///   - bytes: The file's content: JSON in UTF-8, with JSON5's comments, trailing commas and the like.
  ///   - file: The file's path, for messages; paths in the job are relative to its folder.
  ///   - registry: The stages that the job can use.
  ///   - rules: What the job may read and ask for.
  ///   - fileFault: What keeps a file from being read; nil where it can be.
  public static func read(
    bytes: [UInt8], file: String, registry: StageRegistry, rules: JobRules = JobRules(),
    fileFault: @escaping (String) -> FileFault? = FileFault.reading
  ) -> JobReading {
    let log = DiagnosticLog(file: file)
    guard let text = SourceText(bytes, log: log) else { return JobReading(job: nil, diagnostics: log.sorted) }
    var source = SourceReader(text, log: log)
    guard let root = source.read(), root.isObject || !log.hasErrors else {
      return JobReading(job: nil, diagnostics: log.sorted)
    }
    let scope = JobScope(file: file, bytes: text.bytes, log: log, rules: rules, fileFault: fileFault)
    let job = JobBuilder(scope: scope, registry: registry).job(root)
    return JobReading(job: job?.under(rules), diagnostics: log.sorted)
  }
}

/// What came of reading a job file.
public struct JobReading: Sendable {
  /// As much as could be read, for further checks; nil where nothing could.
  public var job: Job?
  /// By position.
  public var diagnostics: [Diagnostic]

  public init(job: Job?, diagnostics: [Diagnostic]) {
    self.job = job
    self.diagnostics = diagnostics
  }

  /// Whether there is a job without errors; warnings are fine.
  public var isValid: Bool { job != nil && !diagnostics.contains { $0.severity == .error } }
}
