import StageKit

/// A line along the inner edge of a picture.
struct PictureBorder: TimeVarying {
  static let parameter = Parameter.object("border", "A line along its inner edge.", [paint, width]).optional

  private static let paint = Parameter.animatedPaint("paint", "Its color or gradient.", default: .color(.white))
  private static let width = Parameter.animatedNumber("width", "Its width.", default: 2, .nonnegative(.points))

  private let paint: Animated<PaintValue>
  private let width: Animated<Double>

  init(_ parameters: Parameters) throws {
    paint = try parameters.filling(Self.paint)
    width = parameters[Self.width]
  }

  var settlingTime: Double? { latestSettlingTime(of: paint, width) }

  func draw(around layout: PictureFrame.Layout, at seconds: Double, onto list: inout DisplayList) {
    let edge = layout.visible
    let width = min(width.value(at: seconds), min(edge.width, edge.height))
    guard width > 0 else { return }
    // The line's middle runs half its width inside the edge, on corners that are rounder by as much.
    let inset = width / 2
    let radii = CornerRadii(
      topLeft: layout.radii.topLeft - inset, topRight: layout.radii.topRight - inset,
      bottomRight: layout.radii.bottomRight - inset, bottomLeft: layout.radii.bottomLeft - inset)
    list.stroke(
      .roundedRect(edge.inset(by: inset), radii: radii), paint.value(at: seconds).paint(in: edge),
      StrokeStyle(width: width))
  }
}
