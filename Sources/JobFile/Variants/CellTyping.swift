import Reporting
import StageKit

/// What a cell of a table becomes, by the variable that it fills.
struct CellTyping {
  /// Nil for an empty cell, which leaves the variable as it is by default, and after a fault.
  private(set) var value: SourceValue?
  private(set) var fault: VariantValue.Fault?

  /// `kind` is the variable's default. A text is taken as it is, even an empty one in quotes.
  init(_ cell: DelimitedText.Cell, as kind: SourceValue.Kind) {
    let text = cell.text.trimmingSpaces
    switch kind {
    case _ where cell.text.isEmpty && !cell.isQuoted: break
    case .string(let text) where !Variable.isComputed(text): value = Self.literal(.string(cell.text), at: cell)
    case _ where text.isEmpty: break
    case .number:
      guard let number = Self.number(text) else {
        let hint = Self.number(text.replacing(",", with: ".")).map { "Write \(JSONValue.numberText($0))." }
        fault = .init(position: cell.position, message: "'\(cell.text)' is not a number", hint: hint)
        return
      }
      value = Self.literal(.number(number), at: cell)
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "1": value = Self.literal(.boolean(true), at: cell)
      case "false", "no", "0": value = Self.literal(.boolean(false), at: cell)
      default: fault = .init(position: cell.position, message: "'\(cell.text)' is not true or false")
      }
    case .array, .object:
      let log = DiagnosticLog(file: "")
      var parsed: SourceValue?
      if let source = SourceText([UInt8](text.utf8), log: log) {
        var reader = SourceReader(source, log: log)
        parsed = reader.read()
      }
      guard let parsed, !log.hasErrors else {
        let noun = if case .array = kind { "a list such as [1, 2]" } else { "an object such as { \"x\": 1 }" }
        fault = .init(position: cell.position, message: "'\(cell.text)' is not \(noun)")
        return
      }
      value = parsed.moved(to: SourceValue(.null, at: cell.position, offset: 0)).literal
    // Of null and of computed values the type is not known.
    default: value = Self.literal(Self.number(text).map { .number($0) } ?? .string(cell.text), at: cell)
    }
  }

  private static func number(_ text: String) -> Double? {
    guard let first = text.utf8.first, first != UInt8(ascii: "."),
      text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) })
    else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func literal(_ kind: SourceValue.Kind, at cell: DelimitedText.Cell) -> SourceValue {
    SourceValue(kind, at: cell.position, offset: 0).literal
  }
}
