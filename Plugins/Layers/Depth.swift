import StageKit

/// A turn out of the canvas, seen from a distance: as CSS's `perspective(d) rotateX(x) rotateY(y)`, about the anchor.
struct Depth: TimeVarying {
  static let rotationX = ParameterKey.number(
    "rotationX", "Turns it in depth about its horizontal axis; its top goes away.", default: 0, .any(.degrees)
  ).animated
  static let rotationY = ParameterKey.number(
    "rotationY", "Turns it in depth about its vertical axis; its right side goes away.", default: 0, .any(.degrees)
  ).animated
  static let perspective = ParameterKey.number(
    "perspective", "How far away the viewer is; what is near looks more foreshortened.", default: 1200,
    .positive(.points)
  ).animated

  static var parameters: [any AnyParameter] { [rotationX, rotationY, perspective] }

  private let rotationX: Animated<Double>
  private let rotationY: Animated<Double>
  private let perspective: Animated<Double>

  init(_ parameters: ParameterValues) {
    rotationX = parameters[Self.rotationX]
    rotationY = parameters[Self.rotationY]
    perspective = parameters[Self.perspective]
  }

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

  /// Of the plane of the canvas, or one that lies `z` points before it, turned by degrees about the axes through the origin:
  /// first about the vertical one.
  static func transform(x: Double, y: Double, z: Double = 0, distance: Double) -> Transform {
    let (sx, cx) = sineAndCosine(degrees: x)
    let (sy, cy) = sineAndCosine(degrees: y)
    return Transform(
      cy, 0, sy * z, sx * sy, cx, -sx * cy * z, sy * cx / distance, -sx / distance, 1 - cx * cy * z / distance)
  }
}
