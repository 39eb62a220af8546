/// Gathers the complaints about one file, up to a limit; those beyond it are counted, warnings before errors.
public final class DiagnosticLog {
  let file: String
  private var entries: [Diagnostic] = []
  /// How many of the entries are warnings.
  private var warnings = 0
  private var left = (errors: 0, warnings: 0)

  public init(file: String) { self.file = file }

  /// Whether further complaints are only counted.
  public var isFull: Bool { entries.count >= JobLimits.diagnostics }

  public private(set) var hasErrors = false

  public func add(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    if !isFull {
      entries.append(diagnostic)
      if diagnostic.severity == .warning { warnings += 1 }
    } else if diagnostic.severity == .warning {
      left.warnings += 1
    } else if warnings > 0, let warning = entries.lastIndex(where: { $0.severity == .warning }) {
      entries.remove(at: warning)
      warnings -= 1
      entries.append(diagnostic)
      left.warnings += 1
    } else {
      left.errors += 1
    }
  }

  func add(
    _ severity: Diagnostic.Severity = .error, at position: SourcePosition?, path: String = "", _ message: String,
    hint: String? = nil
  ) {
    add(Diagnostic(severity: severity, file: file, position: position, path: path, message: message, hint: hint))
  }

  /// What `Diagnostic.told` makes of all complaints.
  public var sorted: [Diagnostic] {
    let count = left.errors + left.warnings
    guard count > 0 else { return Diagnostic.told(entries) }
    return Diagnostic.told(entries + [.more(count, left.errors > 0 ? .error : .warning, file: file)])
  }
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
