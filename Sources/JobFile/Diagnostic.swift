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
    self.path = path.shortened
    self.message = message.shortened
    self.hint = hint?.shortened
  }
}

extension String {
  /// The text's beginning and end where it is longer than a reader wants, as names that a file makes up can be.
  fileprivate var shortened: String {
    guard utf8.count > 1200 else { return self }
    return "\(self[..<utf8.index(startIndex, offsetBy: 1000)])…\(self[utf8.index(endIndex, offsetBy: -100)...])"
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
  private var list: DiagnosticList

  init(file: String) {
    self.file = file
    list = DiagnosticList(file: file)
  }

  /// Whether further complaints are only counted.
  var isFull: Bool { list.isFull }

  var hasErrors: Bool { list.hasErrors }

  /// Makes the texts only where they are told.
  func add(
    _ severity: Diagnostic.Severity = .error, at position: @autoclosure () -> SourcePosition?,
    path: @autoclosure () -> String = "", _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) {
    list.add(
      severity,
      Diagnostic(
        severity: severity, file: file, position: position(), path: path(), message: message(), hint: hint()))
  }

  /// All complaints by position, those about the whole file first, equal positions in the order of being found.
  var sorted: [Diagnostic] {
    let start = SourcePosition(line: 0, column: 0)
    return list.told.enumerated().sorted {
      ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
    }.map(\.element) + list.rest
  }
}
