import JobFile
import Reporting

/// A diagnostic with the lines that it is about.
struct DiagnosticDescription {
  let diagnostic: Diagnostic
  /// With their numbers, from 1.
  let excerpt: [(number: Int, text: String)]
  /// Its fix as a change of the job's own text; nil where it has none.
  let change: JobChange?

  /// The number of lines that are shown before and after the diagnostic's own.
  private static let margin = 2
  /// The longest part of a line that is shown, in characters.
  private static let maxLength = 1000

  init(_ diagnostic: Diagnostic, in texts: JobTexts) {
    self.diagnostic = diagnostic
    change =
      diagnostic.fix == nil || diagnostic.position?.file != nil ? nil : texts.outline(of: nil)?.change(for: diagnostic)
    guard let position = diagnostic.position, position.line > 0 else {
      excerpt = []
      return
    }
    let lines = texts.lines(of: position.file)
    let shown = (position.line - Self.margin)..<(position.line + Self.margin + 1)
    excerpt = shown.clamped(to: 1..<(lines.count + 1)).map { ($0, String(lines[$0 - 1].prefix(Self.maxLength))) }
  }

  var json: JSONValue {
    .members([
      "severity": .string(diagnostic.severity.rawValue),
      "file": .string(diagnostic.position?.file ?? diagnostic.file),
      "line": diagnostic.position.map { .number(Double($0.line)) } ?? .null,
      "column": diagnostic.position.map { .number(Double($0.column)) } ?? .null,
      "path": .string(diagnostic.path),
      "message": .string(diagnostic.message),
      "hint": diagnostic.hint.map { .string($0) } ?? .null,
      "fix": change?.json, "fixText": change == nil ? nil : diagnostic.fix.map { .string($0.correction.text) },
      "excerpt": .array(excerpt.map { ["line": .number(Double($0.number)), "text": .string($0.text)] }),
    ])
  }
}

extension Fix.Correction {
  /// The correction in a few words, for a button.
  fileprivate var text: String {
    switch self {
    case .name(_, is: let new): "'\(new)'"
    case .value(let text): text
    }
  }
}
