/// The diagnostics of one job file: the first of each severity, and how many more there are.
///
/// A file of many megabytes can have a million errors; those beyond the limit are counted, not stored.
public struct DiagnosticList: Sendable {
  /// The maximum number of errors, and that of warnings.
  public static let limit = 200

  private let file: String
  private var errors: [Diagnostic] = []
  private var warnings: [Diagnostic] = []
  private var errorCount = 0
  private var warningCount = 0

  public init(file: String) { self.file = file }

  public var hasErrors: Bool { errorCount > 0 }

  /// Adds a diagnostic with the severity that is given here, whatever its own is. It is evaluated only if it is within the
  /// limit.
  public mutating func add(_ severity: Diagnostic.Severity, _ diagnostic: @autoclosure () -> Diagnostic) {
    func add(to list: inout [Diagnostic], _ count: inout Int) {
      count += 1
      guard list.count < Self.limit else { return }
      var added = diagnostic()
      added.severity = severity
      list.append(added)
    }
    switch severity {
    case .error: add(to: &errors, &errorCount)
    case .warning: add(to: &warnings, &warningCount)
    }
  }

  /// Adds the diagnostics of another list about the same file.
  public mutating func append(_ other: DiagnosticList) {
    errors += other.errors.prefix(Self.limit - errors.count)
    warnings += other.warnings.prefix(Self.limit - warnings.count)
    errorCount += other.errorCount
    warningCount += other.warningCount
  }

  /// By position, those about the whole file first; at the end how many more errors and warnings there are.
  public var sorted: [Diagnostic] {
    let start = SourcePosition(line: 0, column: 0)
    let all = (errors + warnings).enumerated().sorted {
      ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
    }
    return all.map(\.element) + more(errorCount - errors.count, .error) + more(warningCount - warnings.count, .warning)
  }

  private func more(_ count: Int, _ severity: Diagnostic.Severity) -> [Diagnostic] {
    count > 0 ? [.more(count, severity, file: file)] : []
  }
}
