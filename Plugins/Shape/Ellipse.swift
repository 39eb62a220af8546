import StageKit

struct Ellipse: Primitive {
  @Parameter("Its width and height.") var size: Animated<Point>
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: size, center) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let box = Rect(center: center(at: seconds, in: canvas), sides: size.value(at: seconds))
    return (ring(in: box), box)
  }
}

struct Circle: Primitive {
  @Parameter("Its radius.", .nonnegative(.points)) var radius: Animated<Double>
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: radius, center) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let box = Rect(center: center(at: seconds, in: canvas), radius: radius.value(at: seconds))
    return (ring(in: box), box)
  }
}

/// Clockwise from the top, where loading rings begin.
private func ring(in box: Rect) -> Path {
  guard !box.isEmpty else { return .empty }
  return Path { builder in
    builder.arc(center: box.center, radii: Size(box.width / 2, box.height / 2), start: -90, sweep: 360)
    builder.close()
  }
}
