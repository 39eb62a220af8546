import StageKit

/// A rectangle under the content of a group, as large as that and some room around it.
struct LayerPlate: ParameterGroup, TimeVarying {
  @Parameter("Its color or gradient.") var paint: Animated<PaintValue> = Animated(.color(.white))
  @Parameter() var stroke: StrokeParameters?
  @Parameter("Room between the content and its edge, at the sides and above and below.")
  var padding: Animated<Point> = Animated(Point(24, 16))
  @Include var corners = CornerParameters(radius: 16)
  @Parameter("Its least width and height.") var minSize: Animated<Point>?
  @Parameter("Its greatest width and height; content may be larger.") var maxSize: Animated<Point>?

  @Parameter("The side at which the content lies where it is larger.") var align = Alignment.center

  func prepare() throws { try $paint.filling() }

  var settlingTime: Double? { latestSettlingTime(of: paint, stroke, padding, corners, minSize, maxSize) }

  /// Around content with a box.
  func rect(around content: Rect, isMirrored: Bool, at seconds: Double) -> Rect {
    let room = padding.value(at: seconds)
    let least = minSize?.value(at: seconds) ?? .zero
    let greatest = maxSize?.value(at: seconds) ?? Point(.infinity, .infinity)
    let width = max(min(max(content.width + 2 * room.x, least.x), greatest.x), 0)
    let height = max(min(max(content.height + 2 * room.y, least.y), greatest.y), 0)
    let share = isMirrored ? 1 - align.share : align.share
    return Rect(
      x: content.x - room.x - (width - content.width - 2 * room.x) * share, y: content.center.y - height / 2,
      width: width, height: height)
  }

  func drawing(_ rect: Rect, at seconds: Double) -> DisplayList {
    guard !rect.isEmpty else { return DisplayList() }
    let outline = Path.frame(rect, radii: corners.radii(at: seconds))
    return DisplayList { list in
      list.fill(outline, paint.value(at: seconds).paint(in: rect))
      stroke?.draw(outline, in: rect, at: seconds, onto: &list)
    }
  }
}
