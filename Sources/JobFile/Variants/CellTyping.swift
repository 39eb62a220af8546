@_spi(Host) import Coding
import Reporting
import StageKit

/// Gives a cell of a table its type, by the variable that it fills.
struct CellTyping {
  /// Nil for an empty cell, which leaves the variable as it is by default, and after a fault.
  private(set) var value: SourceValue?
  private(set) var fault: VariantValue.Fault?

  /// `kind` is the variable's default, and `hasDecimalComma` says how its numbers are written. A text is taken as it is, even an empty one in quotes.
  init(_ cell: TableCell, as kind: SourceValue.Kind, hasDecimalComma: Bool = false) {
    let text = String(cell.text.trimmed)
    switch kind {
    case _ where cell.text.isEmpty && !cell.isQuoted: break
    case .string(let text) where !Variable.isComputed(text): value = Self.literal(.string(cell.text), at: cell)
    case _ where text.isEmpty: break
    case .number:
      guard let number = hasDecimalComma ? WrittenNumber.parse(withDecimalComma: text) : WrittenNumber.parse(text)
      else {
        fault =
          hasDecimalComma
          ? .init(
            position: cell.position, message: "'\(cell.text)' is not a number with a decimal comma",
            hint: "Such as 1.234,50.")
          : .init(
            position: cell.position, message: "'\(cell.text)' is not a number", hint: WrittenNumber.hint(for: text))
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
    // The type of null and of computed values is not known.
    default: value = Self.literal(WrittenNumber.parse(text).map { .number($0) } ?? .string(cell.text), at: cell)
    }
  }

  private static func literal(_ kind: SourceValue.Kind, at cell: TableCell) -> SourceValue {
    SourceValue(kind, at: cell.position, offset: 0).literal
  }
}
