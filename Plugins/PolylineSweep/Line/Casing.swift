import StageKit

/// A wider line below a line.
struct Casing: ParameterGroup {
  @Parameter("Its color.") var color: Color = .black
  @Parameter("On either side, in the unit of the line's width.", .nonnegative()) var width = 2.0

  func pen(for line: StrokeStyle) -> StrokeStyle {
    var pen = line
    pen.width += 2 * width
    return pen
  }
}
