/// One complaint about a job.
public struct Diagnostic: Error, Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    case error, warning
  }

  public var severity: Severity
  /// The job file, as it was named to the reader.
  public var file: String
  /// Nil where the complaint is about the file as a whole.
  public var position: SourcePosition?
  /// What it is about, such as `stages[2].parameters.radius`; empty for the file's text or the whole job.
  public var path: String
  /// A phrase without a final stop.
  public var message: String
  /// What to do about it; sentences.
  public var hint: String?

  public init(
    severity: Severity = .error, file: String, position: SourcePosition? = nil, path: String = "", message: String,
    hint: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.position = position
    self.path = path
    self.message = message
    self.hint = hint
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `jobs/intro.json:14:20: stages[2].parameters.radius: -3 is below 0`, then the hint; warnings say so. On one line, see `visible`.
  public var description: String {
    let place = position.map { ":\($0)" } ?? ""
    let kind = severity == .warning ? "warning: " : ""
    let subject = path.isEmpty ? "" : "\(path): "
    return ("\(file)\(place): \(kind)\(subject)\(message)" + (hint.map { ". \($0)" } ?? "")).visible
  }
}

/// Gathers the complaints about one file, up to a limit.
final class DiagnosticLog {
  let file: String
  private var entries: [Diagnostic] = []
  private var left = 0

  init(file: String) { self.file = file }

  /// Whether further complaints are only counted.
  var isFull: Bool { entries.count >= JobLimits.diagnostics }

  private(set) var hasErrors = false

  func add(
    _ severity: Diagnostic.Severity = .error, at position: SourcePosition?, path: String = "", _ message: String,
    hint: String? = nil
  ) {
    if severity == .error { hasErrors = true }
    if isFull {
      left += 1
      return
    }
    entries.append(
      Diagnostic(severity: severity, file: file, position: position, path: path, message: message, hint: hint))
  }

  /// All complaints by position, those about the whole file first, equal positions in the order of being found.
  var sorted: [Diagnostic] {
    let start = SourcePosition(line: 0, column: 0)
    var result = entries.enumerated().sorted {
      ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
    }.map(\.element)
    if left > 0 {
      result.append(Diagnostic(severity: hasErrors ? .error : .warning, file: file, message: "\(left) more complaints"))
    }
    return result
  }
}
