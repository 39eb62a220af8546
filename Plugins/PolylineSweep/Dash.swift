import StageKit

/// Dashes that lie still on a route, or march along it.
struct Dash: Sendable {
  private static let length = ParameterKey.number(
    "length", "Of a dash, in the unit of the line's width.", default: 8, .positive())
  private static let gap = ParameterKey.number(
    "gap", "Between two dashes; without it, as long as a dash.", .nonnegative()
  ).optional
  private static let speed = ParameterKey.number(
    "speed", "How far dashes march in a second, toward the head.", default: 0)
  static let parameter = ParameterKey.object("dash", "Makes the line of dashes.", [length, gap, speed]).optional

  private let length: Double
  private let gap: Double
  /// A second, in the unit of the lengths.
  private let speed: Double

  init(_ fields: ParameterValues) {
    length = fields[Self.length]
    gap = fields[Self.gap] ?? length
    speed = fields[Self.speed]
  }

  /// - Parameter start: Where the drawn line begins along the route, in meters.
  func pen(for line: StrokeStyle, at seconds: Double, from start: Double) -> StrokeStyle {
    var pen = line
    pen.dashes = [length, gap]
    pen.cap = .butt
    let period = length + gap
    // Meters of the route stay where they are; points are counted from the line's tail.
    let origin = pen.order == .outlineThenTransform ? start : 0
    pen.dashOffset = (origin - speed * seconds).truncatingRemainder(dividingBy: period)
    if pen.dashOffset < 0 { pen.dashOffset += period }
    return pen
  }
}
