import StageKit

/// A pin's shadow on the ground: a dark spot where it touches, and its shape, thrown away from the sun.
struct PinShadow {
  let drawing: DisplayList

  /// Nil where there is no ground, or nothing would be seen.
  init?(
    _ path: Path, foot: Point, at place: AnchorPosition, size: Double, state: PinDrop.State, darkness: Double
  ) {
    guard darkness > 0, let camera = place.camera, let plane = place.groundPlane else { return nil }
    let sun = camera.solids?.light.sun ?? SpacePoint(-0.53, -0.53, 0.67)
    let length = min(1 / max(sun.z, 0.2) * (1 - sun.z * sun.z).squareRoot(), 2)
    let away = Point(-sun.x, -sun.y).normalized * length
    // The pin faces the camera: what is right on the canvas is right on the ground.
    let (s, c) = sineAndCosine(degrees: camera.heading + camera.roll)
    let right = Point(c, s)
    let height = state.height * PinPoses.height * size
    let thrown =
      plane * .translation(away * height) * Transform(right.x, -away.x, 0, right.y, -away.y, 0) * .scale(size)
      * .translation(-foot)
    let near = 1 / (1 + height / 60)
    drawing = DisplayList { list in
      list.group(opacity: darkness * (0.35 + 0.65 * near), effects: [.blur(sigma: 1.5 + 0.06 * height + 1.2 * size)]) {
        // Without its hole the shadow reads as one.
        $0.fill(path.outer, .black, transform: thrown)
      }
      let radius = 22 * size * (1 + height / 120)
      list.fill(
        .circle(center: .zero, radius: radius),
        .radial(
          center: .zero, radius: radius,
          stops: [
            GradientStop(0, Color.black.opacity(darkness * near)),
            GradientStop(0.4, Color.black.opacity(darkness * near * 0.6)),
            GradientStop(1, Color.black.opacity(0)),
          ]), transform: plane)
    }
  }
}

extension Path {
  /// The first subpath alone: a pin without its hole.
  var outer: Path {
    Path { path in
      guard let subpath = subpaths.first else { return }
      path.move(to: subpath.start)
      for segment in subpath.segments {
        switch segment {
        case .line(_, let to): path.line(to: to)
        case .quad(_, let control, let to): path.quad(control, to: to)
        case .cubic(_, let first, let second, let to): path.cubic(first, second, to: to)
        }
      }
      path.close()
    }
  }
}
