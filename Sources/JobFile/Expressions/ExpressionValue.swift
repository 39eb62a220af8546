import StageKit

/// The value of an expression.
enum ExpressionValue: Equatable, Sendable {
  case number(Double)
  case boolean(Bool)
  case text(String)
  case point(Double, Double)
  case color(Color)
  /// One that is no point.
  case list([ExpressionValue])

  /// Such as "a number", for messages.
  var noun: String {
    switch self {
    case .number: "a number"
    case .boolean: "true or false"
    case .text: "a text"
    case .point: "a point"
    case .color: "a color"
    case .list: "a list"
    }
  }

  /// A single value of a job; nil for lists, objects and null.
  init?(_ kind: SourceValue.Kind) {
    switch kind {
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .string(let text): self = .text(text)
    case .null, .array, .object, .invalid: return nil
    }
  }

  /// As a job writes it.
  func kind(at place: SourceValue) -> SourceValue.Kind {
    switch self {
    case .number(let number): .number(number)
    case .boolean(let value): .boolean(value)
    case .text(let text): .string(text)
    case .color(let color): .string(color.cssText)
    case .point(let x, let y): Self.list([.number(x), .number(y)]).kind(at: place)
    case .list(let items):
      .array(
        SourceArray(
          items: items.map {
            SourceValue($0.kind(at: place), at: place.position, offset: Int(place.offset), isLiteral: true)
          }))
    }
  }
}
