import StageKit

/// A rounded rectangle behind text.
struct Plate: TimeVarying {
  static let parameter = Parameter.object(
    "plate", "A rounded rectangle behind the text.", [paint, padding, radius]
  ).optional

  private static let paint = Parameter.paint(
    "paint", "Its color or gradient.", default: .color(Color(0, 0, 0, 0.6))
  ).animated
  private static let padding = Parameter.point(
    "padding", "Room between the text and its edge, at the sides and above and below.", default: Point(20, 10)
  ).animated
  private static let radius = Parameter.number(
    "radius", "How round its corners are; more than fits makes half circles.", default: 12, .nonnegative(.points)
  ).animated

  private let paint: Animated<PaintValue>
  private let padding: Animated<Point>
  private let radius: Animated<Double>

  init(_ parameters: Parameters) throws {
    paint = try parameters.filling(Self.paint)
    padding = parameters[Self.padding]
    radius = parameters[Self.radius]
  }

  var settlingTime: Double? { latestSettlingTime(of: paint, padding, radius) }

  func rect(around text: Rect, at seconds: Double) -> Rect {
    let room = padding.value(at: seconds)
    return Rect(
      center: text.center, size: Size(max(0, text.width + room.x * 2), max(0, text.height + room.y * 2)))
  }

  func draw(_ rect: Rect, opacity: Double, at seconds: Double, onto list: inout DisplayList) {
    guard opacity > 0, !rect.isEmpty else { return }
    list.group(opacity: opacity) { list in
      list.fill(
        .roundedRect(rect, radius: max(0, radius.value(at: seconds))), paint.value(at: seconds).paint(in: rect))
    }
  }
}
