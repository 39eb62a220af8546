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

  /// The room for content on a plate of a size.
  func content(of size: Size, at seconds: Double) -> Size {
    let padding = padding.value(at: seconds)
    return Size(max(size.width - 2 * padding.x, 0), max(size.height - 2 * padding.y, 0))
  }

  /// Around content with a box, or as large as the room that it has.
  func rect(around content: Rect, isMirrored: Bool, room given: Size?, at seconds: Double) -> Rect {
    let room = padding.value(at: seconds)
    let least = minSize?.value(at: seconds) ?? .zero
    let greatest = maxSize?.value(at: seconds) ?? Point(.infinity, .infinity)
    let needed = given ?? Size(content.width + 2 * room.x, content.height + 2 * room.y)
    let width = max(min(max(needed.width, least.x), greatest.x), 0)
    let height = max(min(max(needed.height, least.y), greatest.y), 0)
    let share = isMirrored ? 1 - align.share : align.share
    return Rect(
      x: content.x - room.x - (width - content.width - 2 * room.x) * share, y: content.center.y - height / 2,
      width: width, height: height)
  }

  func drawing(_ rect: Rect, corners other: CornerRadii?, at seconds: Double) -> DisplayList {
    guard !rect.isEmpty else { return DisplayList() }
    let outline = Path.frame(rect, radii: other ?? corners.radii(at: seconds))
    return DisplayList { list in
      let paint = paint.value(at: seconds).paint(in: rect)
      guard let stroke else { return list.fill(outline, paint) }
      stroke.draw(outline, of: outline, filled: paint, in: rect, at: seconds, onto: &list)
    }
  }
}
