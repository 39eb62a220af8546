import Reporting
import StageKit

/// A job's values with those of all that it extends, includes and takes as its theme, before any of them is checked.
public struct MergedJob {
  /// Nil where the file is no JSON.
  public let values: JSONValue?
  /// The faults of its text, and of the files that it names.
  public let list: DiagnosticList

  /// The names of all variables, in their order, each with the file in which it is written, as messages name it; nil for the job's own.
  public private(set) var variables: [(name: String, file: String?)] = []

  /// The job of a file with these bytes, which may read what `policy` allows.
  public init(_ bytes: [UInt8], file: String, policy: JobPolicy = JobPolicy()) {
    let log = DiagnosticLog(file: file)
    var values: JSONValue?
    if let text = SourceText(bytes, log: log) {
      let files = SourceFiles(jobFile: file, policy: policy, log: log)
      files.add(text, bytes: bytes)
      var reader = SourceReader(text, log: log)
      let root = reader.read().map { SourceIncludes(files: files, log: log).resolved($0) }
      if case .object(let object)? = root?.kind, case .object(let variables)? = object["variables"]?.kind {
        self.variables = variables.members.map { ($0.key, $0.keyPosition.file) }
      }
      values = root?.json
    }
    self.values = values
    list = log.list
  }

  /// The file in which a variable is written, as messages name it; nil for the job's own.
  public func file(ofVariable name: String) -> String? { variables.first { $0.name == name }?.file }
}
