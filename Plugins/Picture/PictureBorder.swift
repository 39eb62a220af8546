import StageKit

/// A line along the inner edge of a picture.
struct PictureBorder: TimeVarying {
  static let parameter = ParameterKey.object("border", "A line along its inner edge.", [paint, width]).optional

  private static let paint = ParameterKey.paint("paint", "Its color or gradient.", default: .color(.white)).animated
  private static let width = ParameterKey.number("width", "Its width.", default: 2, .nonnegative(.points)).animated

  private let paint: Animated<PaintValue>
  private let width: Animated<Double>

  init(_ parameters: ParameterValues) throws {
    paint = try parameters.filling(Self.paint)
    width = parameters[Self.width]
  }

  var settlingTime: Double? { latestSettlingTime(of: paint, width) }

  func draw(around layout: PictureFrame.Layout, at seconds: Double, onto list: inout DisplayList) {
    let edge = layout.visible
    let width = width.value(at: seconds)
    guard width > 0, !edge.isEmpty else { return }
    // What lies between the edge and an edge further in, on corners that are less round by as much.
    let ring = Path { path in
      path.append(.roundedRect(edge, radii: layout.radii))
      if 2 * width < min(edge.width, edge.height) {
        let radii = CornerRadii(
          topLeft: layout.radii.topLeft - width, topRight: layout.radii.topRight - width,
          bottomRight: layout.radii.bottomRight - width, bottomLeft: layout.radii.bottomLeft - width)
        path.append(.roundedRect(edge.inset(by: width), radii: radii))
      }
    }
    list.fill(ring, paint.value(at: seconds).paint(in: edge), rule: .evenOdd)
  }
}
