import Coding

/// Closed shapes run clockwise on a canvas. Round ones are cubics of at most 45°, off by less than 1 part in 200,000
/// of their radius.
extension PathBuilder {
  /// Starts at the least corner.
  public mutating func rect(_ r: Rect) { polyline(r.corners, closed: true) }

  /// The same radius at all corners, at most half of the shorter side.
  public mutating func roundedRect(_ r: Rect, radius: Double) { roundedRect(r, radii: CornerRadii(radius)) }

  /// Starts where the top side does; radii too large for a side are all scaled down alike.
  public mutating func roundedRect(_ r: Rect, radii: CornerRadii) {
    guard !r.isEmpty else { return rect(r) }
    let k = radii.fitted(to: r)
    if k.smoothing > 0 { return smoothRect(r, radii: k) }
    move(to: Point(r.minX + k.topLeft, r.minY))
    corner(Point(r.maxX - k.topRight, r.minY + k.topRight), k.topRight, from: -90)
    corner(Point(r.maxX - k.bottomRight, r.maxY - k.bottomRight), k.bottomRight, from: 0)
    corner(Point(r.minX + k.bottomLeft, r.maxY - k.bottomLeft), k.bottomLeft, from: 90)
    corner(Point(r.minX + k.topLeft, r.minY + k.topLeft), k.topLeft, from: 180)
    close()
  }

  /// Starts in the middle of the right side.
  public mutating func ellipse(in r: Rect) {
    let arc = EllipticArc(center: r.center, radii: Size(r.width / 2, r.height / 2), start: 0, sweep: 360)
    let start = arc.point(degrees: 0)
    move(to: start)
    arc.append(to: &self, end: start)
    close()
  }

  /// Starts at the right.
  public mutating func circle(center: Point, radius: Double) {
    ellipse(in: Rect(center: center, size: Size(radius * 2, radius * 2)))
  }

  /// A subpath of its own through all points; nothing for an empty list.
  public mutating func polyline(_ points: some Sequence<Point>, closed: Bool = false) {
    var isFirst = true
    for p in points {
      if isFirst { move(to: p) } else { line(to: p) }
      isFirst = false
    }
    if closed, !isFirst { close() }
  }

  /// Part of a circle from the angle `start` on, in degrees clockwise from the x axis; a line leads to it from a
  /// subpath that is still open.
  ///
  /// - `sweep`: Degrees, clockwise where positive, at most a full turn.
  public mutating func arc(center: Point, radius: Double, start: Double, sweep: Double) {
    arc(center: center, radii: Size(radius, radius), start: start, sweep: sweep)
  }

  /// Part of an ellipse that is turned by `rotation` about its center; angles are degrees on the unturned circle
  /// that it is stretched from.
  public mutating func arc(center: Point, radii: Size, rotation: Double = 0, start: Double, sweep: Double) {
    let arc = EllipticArc(center: center, radii: radii, rotation: rotation, start: start, sweep: sweep)
    let first = arc.point(degrees: start)
    if !isDrawing { move(to: first) } else if current != first { line(to: first) }
    arc.append(to: &self, end: arc.point(degrees: start + arc.sweep))
  }

  /// The arc of SVG path data: from the current point, a straight line where a radius is 0, and nothing where the
  /// ends are equal.
  ///
  /// - `rotation`: Degrees by which the ellipse is turned, clockwise.
  /// - `largeArc`: Whether the arc takes more than half a turn.
  /// - `sweep`: Whether it runs clockwise on a canvas.
  public mutating func arc(to end: Point, radii: Size, rotation: Double, largeArc: Bool, sweep: Bool) {
    guard end != current else { return }
    let arc = EllipticArc(
      from: current, to: end, radii: radii, rotation: rotation, largeArc: largeArc, sweep: sweep)
    if let arc { arc.append(to: &self, end: end) } else { line(to: end) }
  }

  /// Corners on a circle, the first above its center before it is turned by `rotation` degrees; nothing below 3
  /// sides, and at most 4096.
  public mutating func regularPolygon(center: Point, radius: Double, sides: Int, rotation: Double = 0) {
    guard sides >= 3 else { return }
    let sides = min(sides, 4096)
    let corners = (0..<sides).lazy.map { index in
      let (s, c) = sineAndCosine(degrees: rotation - 90 + 360 * Double(index) / Double(sides))
      return Point(center.x + radius * c, center.y + radius * s)
    }
    polyline(corners, closed: true)
  }

  private mutating func smoothRect(_ r: Rect, radii: CornerRadii) {
    let (right, down) = (Point(1, 0), Point(0, 1))
    let (left, up) = (Point(-1, 0), Point(0, -1))
    /// The room of a corner along a side that it shares with another.
    func room(_ radius: Double, _ other: Double, _ side: Double) -> Double {
      radius > 0 ? side * radius / (radius + other) : 0
    }
    let corners = [
      (r.corners[1], radii.topRight, radii.topLeft, radii.bottomRight, right, down),
      (r.corners[2], radii.bottomRight, radii.topRight, radii.bottomLeft, down, left),
      (r.corners[3], radii.bottomLeft, radii.bottomRight, radii.topLeft, left, up),
      (r.corners[0], radii.topLeft, radii.bottomLeft, radii.topRight, up, right),
    ]
    for (index, (corner, radius, before, after, along, next)) in corners.enumerated() {
      let (first, second) = index.isMultiple(of: 2) ? (r.width, r.height) : (r.height, r.width)
      let room = min(room(radius, before, first), room(radius, after, second))
      smoothCorner(corner, radius, room, radii.smoothing, along, next, isFirst: index == 0)
    }
    close()
  }

  /// A corner from the direction `u` into the direction `v`: an arc of less than 90°, with a cubic on either side that has no
  /// bend where it leaves the side. Source: the construction that Figma published with its corner smoothing.
  private mutating func smoothCorner(
    _ corner: Point, _ radius: Double, _ room: Double, _ smoothing: Double, _ u: Point, _ v: Point, isFirst: Bool
  ) {
    guard radius > 0 else {
      if isFirst { move(to: corner) } else { line(to: corner) }
      return
    }
    let smoothing = min(smoothing, max(room / radius - 1, 0))
    let reach = (1 + smoothing) * radius
    let arc = 90 * (1 - smoothing)
    let (arcSine, _) = sineAndCosine(degrees: arc / 2)
    let side = arcSine * radius * 2.0.squareRoot()
    let (halfSine, halfCosine) = sineAndCosine(degrees: (90 - arc) / 4)
    let (sine, cosine) = sineAndCosine(degrees: 45 * smoothing)
    let tangent = radius * halfSine / halfCosine
    let (c, d) = (tangent * cosine, tangent * sine)
    let b = (reach - side - c - d) / 3
    let a = 2 * b
    let start = corner - u * reach
    if isFirst { move(to: start) } else { line(to: start) }
    let arcStart = start + u * (a + b + c) + v * d
    cubic(start + u * a, start + u * (a + b), to: arcStart)
    let arcEnd = arcStart + u * side + v * side
    arc90(to: arcEnd, radius)
    cubic(arcEnd + u * d + v * c, arcEnd + u * d + v * (b + c), to: arcEnd + u * d + v * (a + b + c))
  }

  private mutating func arc90(to end: Point, _ radius: Double) {
    arc(to: end, radii: Size(radius, radius), rotation: 0, largeArc: false, sweep: true)
  }

  private mutating func corner(_ center: Point, _ radius: Double, from start: Double) {
    guard radius > 0 else { return line(to: center) }
    arc(center: center, radius: radius, start: start, sweep: 90)
  }
}

extension Path {
  /// A closed rectangle, clockwise from its least corner.
  public static func rect(_ r: Rect) -> Path { Path { $0.rect(r) } }

  /// The same radius at all corners, at most half of the shorter side.
  public static func roundedRect(_ r: Rect, radius: Double) -> Path { Path { $0.roundedRect(r, radius: radius) } }

  /// Radii too large for a side are all scaled down alike.
  public static func roundedRect(_ r: Rect, radii: CornerRadii) -> Path { Path { $0.roundedRect(r, radii: radii) } }

  /// The ellipse that touches all sides, clockwise from the right.
  public static func ellipse(in r: Rect) -> Path { Path { $0.ellipse(in: r) } }

  /// Clockwise from the right.
  public static func circle(center: Point, radius: Double) -> Path {
    Path { $0.circle(center: center, radius: radius) }
  }

  /// A straight line, for strokes.
  public static func line(from a: Point, to b: Point) -> Path { .polyline([a, b]) }

  /// Straight lines through all points.
  public static func polyline(_ points: some Sequence<Point>, closed: Bool = false) -> Path {
    Path { $0.polyline(points, closed: closed) }
  }

  /// Open; angles in degrees, clockwise from the x axis.
  public static func arc(center: Point, radius: Double, start: Double, sweep: Double) -> Path {
    Path { $0.arc(center: center, radius: radius, start: start, sweep: sweep) }
  }

  /// Corners on a circle, the first above its center before it is turned by `rotation` degrees; empty below 3
  /// sides.
  public static func regularPolygon(center: Point, radius: Double, sides: Int, rotation: Double = 0) -> Path {
    Path { $0.regularPolygon(center: center, radius: radius, sides: sides, rotation: rotation) }
  }
}
