import Reporting

/// The diagnostics of one file, shared by everything that reads it.
final class DiagnosticLog {
  let file: String
  private(set) var list: DiagnosticList
  /// The number of errors that were added to it.
  private(set) var errorCount = 0

  init(file: String) {
    self.file = file
    list = DiagnosticList(file: file)
  }

  /// A log that goes on from what was reported before.
  init(file: String, list: DiagnosticList) {
    self.file = file
    self.list = list
  }

  var hasErrors: Bool { list.hasErrors }

  /// Adds a diagnostic; its texts are evaluated only if there is room for them.
  func add(
    _ severity: Diagnostic.Severity = .error, at position: @autoclosure () -> SourcePosition?,
    path: @autoclosure () -> String = "", _ message: @autoclosure () -> String, code: DiagnosticCode? = nil,
    hint: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil
  ) {
    if severity == .error { errorCount += 1 }
    list.add(
      severity,
      Diagnostic(
        file: file, position: position(), path: path(), message: message(), code: code,
        hint: hint(), fix: fix()))
  }
}
