import StageKit

struct Rectangle: Primitive {
  @Parameter("Its width and height.") var size: Animated<Point>
  @Include var corners: CornerParameters
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: size, corners, center) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let box = Rect(center: center(at: seconds, in: canvas), sides: size.value(at: seconds))
    return (.roundedRect(box, radii: corners.radii(at: seconds)), box)
  }
}
