import StageKit

struct Rectangle: Primitive {
  @Parameter("Its width and height.") var size: Animated<Point>
  @Parameter("The radius of its corners.", .nonnegative(.points)) var radius: Animated<Double> = 0
  @Parameter(
    "The radii of its four corners instead: top left, top right, bottom right, bottom left.", .nonnegative(.points))
  var radii: [Double] = []
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  private var corners: CornerRadii?

  mutating func prepare() throws { corners = try $radii.cornerRadii() }

  var settlingTime: Double? { latestSettlingTime(of: size, radius, center) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let box = Rect(center: center(at: seconds, in: canvas), sides: size.value(at: seconds))
    return (.roundedRect(box, radii: corners ?? CornerRadii(radius.value(at: seconds))), box)
  }
}
