/// An error or a warning about a job file.
public struct Diagnostic: Error, Codable, Hashable, Sendable {
  public enum Severity: String, Codable, Hashable, Sendable {
    case error, warning

    /// The code of those of no other kind.
    fileprivate var plainCode: DiagnosticCode { self == .error ? .invalid : .notice }
  }

  /// The code follows where it is that of no other kind.
  public var severity: Severity {
    didSet { if code == oldValue.plainCode { code = severity.plainCode } }
  }
  public var code: DiagnosticCode
  /// The job file, as it was named to the reader.
  public var file: String
  /// Nil if the diagnostic is about the file as a whole.
  public var position: SourcePosition?
  /// The path of the value, such as `stages[2].parameters.radius`; empty for the file's text or the whole job.
  public var path: String
  /// A phrase without a period at its end.
  public var message: String
  /// A remedy, in sentences.
  public var hint: String?
  /// The remedy as a change of the text, where there is one.
  public var fix: Fix?
  /// The number of diagnostics that are not stored and that this one counts; nil for all others.
  public private(set) var hiddenCount: Int?

  /// One that says how many more there are; `count` is at least 1.
  public static func more(_ count: Int, _ severity: Severity, file: String) -> Diagnostic {
    var result = Diagnostic(
      severity: severity, file: file, message: "\(count) more \(severity.rawValue)\(count == 1 ? "" : "s")",
      code: .limit)
    result.hiddenCount = count
    return result
  }

  public init(
    severity: Severity = .error, file: String, position: SourcePosition? = nil, path: String = "", message: String,
    code: DiagnosticCode? = nil, hint: String? = nil, fix: Fix? = nil
  ) {
    self.severity = severity
    self.code = code ?? severity.plainCode
    self.file = file
    self.position = position
    self.path = path
    self.message = message
    self.hint = hint
    self.fix = fix
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `jobs/intro.json:14:20: stages[2].parameters.radius: -3 is below 0`, then the hint; warnings say so.
  ///
  /// One line of bounded length, safe to print in a terminal.
  public var description: String {
    let kind = severity == .warning ? "warning: " : ""
    return "\(place.displayText): \(kind)\(textWithoutFile)"
  }

  /// `jobs/intro.json:14:20`, or the place in another file that belongs to the job.
  var place: String {
    guard let position else { return file }
    return position.file == nil ? "\(file):\(position)" : "\(position)"
  }

  /// `stages[2].parameters.radius: -3 is below 0`, then the hint.
  public var textWithoutFile: String {
    let subject = path.isEmpty ? "" : "\(path): "
    return ("\(subject)\(message)" + (hint.map { ". \($0)" } ?? "")).displayText
  }
}
