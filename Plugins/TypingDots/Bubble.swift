import StageKit

/// The speech bubble around the dots.
struct Bubble: Sendable {
  static let parameter = Parameter.object(
    "bubble", "A speech bubble around the dots; an empty object for the usual one.", [color, padding, radius, tail]
  ).optional

  private static let color = Parameter.paint(
    "color", "The bubble's color.", default: .color(Color(hex: 0xE9E9EB))
  ).animated
  private static let padding = Parameter.point(
    "padding", "From the dots to its edge, sideways and up and down.", default: Point(26, 24))
  private static let radius = Parameter.number(
    "radius", "The radius of its corners; those of a capsule unless given.", .nonnegative(.points)
  ).optional
  private static let tail = Parameter.choice(
    "tail", "On which side small bubbles lead to whom is typing.", default: BubbleTail.left)

  private let color: Animated<PaintValue>
  private let padding: Point
  private let radius: Double?
  private let tail: BubbleTail

  init(_ parameters: Parameters) {
    color = parameters[Self.color]
    padding = parameters[Self.padding]
    radius = parameters[Self.radius]
    tail = parameters[Self.tail]
  }

  func box(around row: Rect, at seconds: Double) -> Rect {
    Rect(center: row.center, size: Size(row.width + 2 * padding.x, row.height + 2 * padding.y))
  }

  func draw(_ box: Rect, at seconds: Double, onto list: inout DisplayList) {
    guard !box.isEmpty else { return }
    let outline = Path { path in
      path.roundedRect(box, radius: radius ?? box.height / 2)
      // Two small bubbles, as large and as far as they look right beside a bubble of this height.
      let side = tail == .left ? -1.0 : 1
      let corner = Point(box.center.x + side * box.width / 2, box.maxY)
      guard tail != .none else { return }
      path.circle(center: corner + Point(-side * 0.2, -0.12) * box.height, radius: box.height * 0.17)
      path.circle(center: corner + Point(side * 0.05, 0.11) * box.height, radius: box.height * 0.075)
    }
    list.fill(outline, color.value(at: seconds).paint(in: box))
  }
}

/// Where a bubble's tail is.
enum BubbleTail: String, CaseIterable, Sendable { case left, right, none }
