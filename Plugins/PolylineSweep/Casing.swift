import StageKit

/// A wider line below a line.
struct Casing: Sendable {
  private static let color = ParameterKey.color("color", "Its color.", default: .black)
  private static let width = ParameterKey.number(
    "width", "On either side, in the unit of the line's width.", default: 2, .nonnegative())
  static let parameter = ParameterKey.object("casing", "A wider line below the line.", [color, width]).optional

  let color: Color
  private let width: Double

  init(_ fields: ParameterValues) {
    color = fields[Self.color]
    width = fields[Self.width]
  }

  func pen(for line: StrokeStyle) -> StrokeStyle {
    var pen = line
    pen.width += 2 * width
    return pen
  }
}
