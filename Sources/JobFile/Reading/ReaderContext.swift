import Reporting
import StageKit

/// What every reader of a part of a job needs: variables, the job's folder, and where to report errors.
final class ReaderContext {
  let folder: String
  let baseName: String
  let bytes: [UInt8]
  let log: DiagnosticLog
  let policy: JobPolicy
  let registry: StageRegistry
  /// The real paths of the jobs that show this one, the outermost first.
  let outerJobs: [String]
  let nestedJobs: NestedJobCount
  /// The files that the job's stages read, in the order of the file.
  var inputFiles: [InputFile] = []
  /// The job's, or else that of the job that shows it; empty where neither says.
  var locale: String
  private var variables: [String: Variable] = [:]

  init(
    file: String, bytes: [UInt8], log: DiagnosticLog, policy: JobPolicy, registry: StageRegistry,
    nesting: JobNesting = JobNesting()
  ) {
    let name = file.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = file.dropLast(name.count)
    folder = parent.isEmpty ? "." : parent == "/" ? "/" : String(parent.dropLast())
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    baseName = stem.isEmpty ? "job" : String(stem)
    self.bytes = bytes
    self.log = log
    self.policy = policy
    self.registry = registry
    outerJobs = nesting.outerJobs
    nestedJobs = nesting.count
    locale = nesting.locale
  }

  func use(_ variables: [String: Variable]) { self.variables = variables }

  /// A value with its variable substituted; nil if an error was reported already.
  func resolve(_ value: SourceValue) -> ResolvedValue? {
    switch value.kind {
    case .invalid: return nil
    case .string(let text) where text.utf8.first == UInt8(ascii: "$"):
      if text.utf8.starts(with: "$$".utf8) {
        return ResolvedValue(kind: .string(String(text.dropFirst())), position: value.position, offset: value.offset)
      }
      guard let name = Variable.reference(text) else { break }
      guard let variable = variables[name], let content = variable.content else { return nil }
      return ResolvedValue(
        kind: content.kind, position: value.position, offset: content.offset,
        variable: .init(name: name, position: content.position, origin: variable.origin))
    default: break
    }
    return ResolvedValue(kind: value.kind, position: value.position, offset: value.offset)
  }

  /// Reports an error; its texts are evaluated only if there is room for them.
  func report(
    _ found: ResolvedValue, _ path: JobPath, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) {
    func hints() -> String? {
      let hints = [hint(), found.note].compactMap { $0 }
      return hints.isEmpty ? nil : hints.joined(separator: " ")
    }
    log.add(at: found.position, path: path.text, message(), hint: hints())
  }

  func report(
    _ found: ResolvedValue, _ path: JobPath, expected: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
  ) {
    report(found, path, "expected \(expected()), found \(found.kind.noun)", hint: hint())
  }

  /// Reports a value that has no meaning without an input.
  func reportMissingInput(_ input: String, _ found: ResolvedValue, _ path: JobPath) {
    report(
      found, path, "needs the input '\(input)'", hint: "Connect it: \"inputs\": { \"\(input)\": \"…\" }.")
  }

  /// Reports an error inside a string, at an offset in UTF-8 code units of its content.
  func report(
    _ found: ResolvedValue, insideAt decodedOffset: Int, _ path: JobPath, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) {
    let start = found.variable?.position ?? found.position
    log.add(
      at: SourceReader.position(inStringAt: Int(found.offset), start, decodedOffset: decodedOffset, of: bytes),
      path: path.text, message(), hint: hint())
  }
}
