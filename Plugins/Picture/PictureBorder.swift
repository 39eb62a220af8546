import StageKit

/// A line along the inner edge of a picture.
struct PictureBorder: ParameterGroup, TimeVarying {
  @Parameter("Its color or gradient.") var paint: Animated<PaintValue> = Animated(.color(.white))
  @Parameter("Its width.", .nonnegative(.points)) var width: Animated<Double> = 2

  func prepare() throws { try $paint.filling() }

  var settlingTime: Double? { latestSettlingTime(of: paint, width) }

  func draw(around layout: PictureFrame.Layout, at seconds: Double, onto list: inout DisplayList) {
    let edge = layout.visible
    let width = width.value(at: seconds)
    guard width > 0, !edge.isEmpty else { return }
    // The ring between the edge and an edge further in, whose corners are less round by the same amount.
    let ring = Path { path in
      path.append(.roundedRect(edge, radii: layout.radii))
      if 2 * width < min(edge.width, edge.height) {
        path.append(.roundedRect(edge.inset(by: width), radii: layout.radii.inset(by: width)))
      }
    }
    list.fill(ring, paint.value(at: seconds).paint(in: edge), rule: .evenOdd)
  }
}
