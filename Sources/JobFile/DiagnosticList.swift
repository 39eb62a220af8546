/// Complaints about one job, of which only so many are told in full: a file of many megabytes can have a million faults.
public struct DiagnosticList: Sendable {
  private let file: String
  /// The first ones.
  public private(set) var told: [Diagnostic] = []
  private var left = 0
  public private(set) var hasErrors = false

  public init(file: String) { self.file = file }

  /// Whether further complaints are only counted.
  public var isFull: Bool { told.count >= JobLimits.diagnostics }

  /// Adds a complaint, which is made only where it is told.
  public mutating func add(_ severity: Diagnostic.Severity, _ diagnostic: @autoclosure () -> Diagnostic) {
    if severity == .error { hasErrors = true }
    if isFull { left += 1 } else { told.append(diagnostic()) }
  }

  /// How many more there are, as a complaint; nothing where all are told.
  public var rest: [Diagnostic] {
    left == 0
      ? [] : [Diagnostic(severity: hasErrors ? .error : .warning, file: file, message: "\(left) more complaints")]
  }

  /// Those that are told, in order, and how many more there are.
  public var all: [Diagnostic] { told + rest }
}
