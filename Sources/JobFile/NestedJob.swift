import Reporting

/// A job that a stage of another job shows.
public struct NestedJob: Sendable {
  public var job: Job
  /// As the other job names its file.
  public var name: String
  /// The place of the file's name in the other job.
  public var position: SourcePosition
  /// Such as `stages[2].parameters.file`.
  public var path: String

  /// Reports an error of this job at its place in the job around it.
  public func diagnostic(_ inner: Diagnostic, in outer: Job) -> Diagnostic {
    outer.diagnostic(inner.severity, at: position, path: path, Self.message(of: inner, in: name), hint: inner.hint)
  }

  /// A message with its place in the file of that name.
  static func message(of inner: Diagnostic, in name: String) -> String {
    let place = inner.position.map { $0.file == nil ? "\(name):\($0)" : "\($0)" } ?? name
    return "\(place): \(inner.path.isEmpty ? "" : "\(inner.path): ")\(inner.message)"
  }
}

extension Job {
  /// True if any of its stages, or of those of jobs that they show, is as `isWanted` says.
  public func usesStage(_ isWanted: (StageEntry) -> Bool) -> Bool {
    stages.contains { isWanted($0) || $0.nested?.job.usesStage(isWanted) == true }
  }
}
