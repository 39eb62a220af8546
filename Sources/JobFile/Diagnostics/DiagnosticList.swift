/// Complaints about one job, of which only so many are told in full, errors before warnings: a file of many megabytes can
/// have a million faults.
public struct DiagnosticList: Sendable {
  private let file: String
  private var entries: [Diagnostic] = []
  /// How many of the entries are warnings.
  private var warnings = 0
  /// Those that are not told.
  private var left = (errors: 0, warnings: 0)
  public private(set) var hasErrors = false

  public init(file: String) { self.file = file }

  /// Whether further complaints are only counted, or take the place of warnings.
  public var isFull: Bool { entries.count >= JobLimits.diagnostics }

  /// Adds a complaint, which is made only where it is told.
  public mutating func add(_ severity: Diagnostic.Severity, _ diagnostic: @autoclosure () -> Diagnostic) {
    if severity == .error { hasErrors = true }
    if !isFull {
      entries.append(diagnostic())
      if severity == .warning { warnings += 1 }
    } else if severity == .warning {
      left.warnings += 1
    } else if warnings > 0, let warning = entries.lastIndex(where: { $0.severity == .warning }) {
      entries.remove(at: warning)
      warnings -= 1
      entries.append(diagnostic())
      left.warnings += 1
    } else {
      left.errors += 1
    }
  }

  /// What `Diagnostic.told` makes of all complaints.
  public var all: [Diagnostic] {
    let count = left.errors + left.warnings
    guard count > 0 else { return Diagnostic.told(entries) }
    return Diagnostic.told(entries + [.more(count, left.errors > 0 ? .error : .warning, file: file)])
  }
}

/// A list of complaints that all who read one file add to.
final class DiagnosticLog {
  let file: String
  private var list: DiagnosticList

  init(file: String) {
    self.file = file
    list = DiagnosticList(file: file)
  }

  /// See `DiagnosticList`.
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

  /// All complaints by position.
  var sorted: [Diagnostic] { list.all }
}

extension Diagnostic {
  /// One file's complaints as they are told: by position, those about the whole file first, equal positions in the order
  /// given. Of many the first are told, errors before warnings, and one at the end says how many more there are.
  public static func told(_ all: [Diagnostic]) -> [Diagnostic] {
    let start = SourcePosition(line: 0, column: 0)
    func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
      diagnostics.enumerated().sorted {
        ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
      }.map(\.element)
    }
    let complaints = sorted(all.filter { $0.more == 0 })
    let urgent = complaints.filter { $0.severity == .error } + complaints.filter { $0.severity == .warning }
    let left = urgent.dropFirst(JobLimits.diagnostics) + all.filter { $0.more > 0 }
    guard let first = left.first else { return complaints }
    let count = left.reduce(0) { $0 + max(1, $1.more) }
    let severity: Severity = left.contains { $0.severity == .error } ? .error : .warning
    return sorted(Array(urgent.prefix(JobLimits.diagnostics))) + [more(count, severity, file: first.file)]
  }

  fileprivate static func more(_ count: Int, _ severity: Severity, file: String) -> Diagnostic {
    var more = Diagnostic(
      severity: severity, file: file, message: "\(count) more complaint\(count == 1 ? "" : "s")")
    more.more = count
    return more
  }
}
