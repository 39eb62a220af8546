import StageKit

/// Arrowheads along a line that show which way it goes.
struct Arrows: ParameterGroup {
  @Parameter("The length of each, in the unit of the line's width; without it, the line's width.", .positive())
  var size: Double?
  @Parameter("The distance from one to the next along the route.", .positive(.meters)) var gap = 60.0
  @Parameter("The speed along the route, in meters a second.") var speed = 0.0
  @Parameter("Their color.") var color: Color = .white

  /// Pointing to the right, 1 long, with the middle at the origin.
  private static let shape = Path.polyline([Point(-0.3, -0.5), Point(0.25, 0), Point(-0.3, 0.5)])

  /// - Parameters:
  ///   - fades: Whether they fade toward the tail, as the line does.
  ///   - place: Where a distance along the route lies, in the part that has another; nil behind the camera.
  ///   - transform: From places to the canvas.
  func draw(
    _ window: Sweep.Window, width: Double, fades: Bool, at seconds: Double,
    place: (_ way: Double, _ near: Double) -> Point?,
    transform: Transform, into list: inout DisplayList
  ) {
    let size = size ?? width
    guard !window.isEmpty, size > 0 else { return }
    // Half a gap from the start, so that none lies under what marks it.
    let shift = (gap / 2 + speed * seconds).truncatingRemainder(dividingBy: gap)
    var way = shift + ((window.tail - shift) / gap).rounded(.up) * gap
    // Each grows as the head moves on from it, and shrinks as the tail comes near.
    let reach = gap / 3
    while way < window.head {
      defer { way += gap }
      let grown =
        Easing.smooth.value(at: (window.head - way) / reach) * Easing.smooth.value(at: (way - window.tail) / reach)
      guard grown > 0, let middle = place(way, way), let back = place(way - gap / 50, way),
        let ahead = place(way + gap / 50, way),
        ahead != back
      else { continue }
      let direction = (ahead - back).normalized * (size * grown)
      let share = (way - window.tail) / (window.head - window.tail)
      list.stroke(
        Self.shape.transformed(
          by: Transform(direction.x, -direction.y, middle.x, direction.y, direction.x, middle.y)),
        color.opacity(fades ? share : 1),
        StrokeStyle(width: size * grown * 0.26, cap: .round, join: .round, order: .outlineThenTransform),
        transform: transform)
    }
  }
}
