import StageKit

/// A rounded rectangle behind text.
struct Plate: ParameterGroup, TimeVarying {
  @Parameter("Its color or gradient.") var paint: Animated<PaintValue> = Animated(.color(Color(0, 0, 0, 0.6)))
  @Parameter("Room between the text and its edge, at the sides and above and below.")
  var padding: Animated<Point> = Animated(Point(20, 10))
  @Parameter("The radius of its corners; more than fits makes half circles.", .nonnegative(.points))
  var radius: Animated<Double> = 12

  func prepare() throws { try $paint.filling() }

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
