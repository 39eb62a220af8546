import StageKit

struct Rectangle: Primitive {
  @Parameter("Its width and height.") var size: Animated<Point>
  @Include var corners: CornerParameters
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: size, corners, center) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    form(of: size.value(at: seconds), at: seconds, in: canvas)
  }

  /// The outline with another size than its own.
  func form(of sides: Point, at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let box = Rect(center: center(at: seconds, in: canvas), sides: sides)
    return (.roundedRect(box, radii: corners.radii(at: seconds)), box)
  }
}
