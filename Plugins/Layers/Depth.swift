import StageKit

/// A turn out of the canvas, seen from a distance: as CSS's `perspective(d) rotateX(x) rotateY(y)`, about the anchor.
struct Depth: ParameterGroup, TimeVarying {
  @Parameter("Turns it in depth about its horizontal axis; its top goes away.", .any(.degrees))
  var rotationX: Animated<Double> = 0
  @Parameter("Turns it in depth about its vertical axis; its right side goes away.", .any(.degrees))
  var rotationY: Animated<Double> = 0
  @Parameter("The distance of the viewer; near things look more foreshortened.", .positive(.points))
  var perspective: Animated<Double> = 1200

  var settlingTime: Double? { latestSettlingTime(of: rotationX, rotationY, perspective) }

  /// On the canvas, about a point of it.
  func transform(about center: Point, z: Double = 0, at seconds: Double) -> Transform {
    let (x, y) = angles(at: seconds)
    if x == 0, y == 0, z == 0 { return .identity }
    return .translation(center) * Self.transform(x: x, y: y, z: z, distance: perspective.value(at: seconds))
      * .translation(-center)
  }

  /// In degrees, about the horizontal and the vertical axis.
  func angles(at seconds: Double) -> (x: Double, y: Double) {
    (rotationX.value(at: seconds), rotationY.value(at: seconds))
  }

  /// Projects the plane of the canvas, or one `z` points before it, turned by degrees about the axes through the
  /// origin: first about the vertical one.
  static func transform(x: Double, y: Double, z: Double = 0, distance: Double) -> Transform {
    let (sx, cx) = sineAndCosine(degrees: x)
    let (sy, cy) = sineAndCosine(degrees: y)
    return Transform(
      cy, 0, sy * z, sx * sy, cx, -sx * cy * z, sy * cx / distance, -sx / distance, 1 - cx * cy * z / distance)
  }
}
