import StageKit

/// The speech bubble around the dots.
struct Bubble: ParameterGroup {
  @Parameter("The bubble's color.") var color: Animated<PaintValue> = Animated(.color(Color(hex: 0xE9E9EB)))
  @Parameter("The distance from the dots to its edge, sideways and up and down.") var padding: Point = Point(26, 24)
  @Parameter("The radius of its corners; those of a capsule unless given.", .nonnegative(.points)) var radius: Double?
  @Parameter("On which side small bubbles lead to whom is typing.") var tail = BubbleTail.left

  func box(around row: Rect, at seconds: Double) -> Rect {
    Rect(center: row.center, size: Size(row.width + 2 * padding.x, row.height + 2 * padding.y))
  }

  func draw(_ box: Rect, at seconds: Double, onto list: inout DisplayList) {
    guard !box.isEmpty else { return }
    let outline = Path { path in
      path.roundedRect(box, radius: radius ?? box.height / 2)
      // Two small bubbles, in proportion to the height of the bubble.
      let side = tail == .left ? -1.0 : 1
      let corner = Point(box.center.x + side * box.width / 2, box.maxY)
      guard tail != .none else { return }
      path.circle(center: corner + Point(-side * 0.2, -0.12) * box.height, radius: box.height * 0.17)
      path.circle(center: corner + Point(side * 0.05, 0.11) * box.height, radius: box.height * 0.075)
    }
    list.fill(outline, color.value(at: seconds).paint(in: box))
  }
}

/// The side of a bubble's tail.
enum BubbleTail: String, CaseIterable, ParameterChoice { case left, right, none }
