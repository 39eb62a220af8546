import Geometry

/// Both sides of a stroke's outline.
struct StrokeSides {
  var left = StrokeSide()
  var right = StrokeSide()

  /// Adds both ends of the pen.
  mutating func append(_ p: Point, _ normal: Point) {
    left.append(p + normal, crossing: nil)
    right.append(p - normal, crossing: nil)
  }

  mutating func turnForward() {
    left.turnForward()
    right.turnForward()
  }
}

/// One side of a stroke's outline.
///
/// Inside a bend that is tighter than the pen is long, the pen's end runs backward, and what it sweeps over, from one
/// normal to the next, is two triangles that meet where the normals cross: one at the line, one at the rim. Together
/// those at the line lie between it and the crossings, and those at the rim between it and the crossings. So that all
/// turn the same way, the rim is passed against its direction, between two passes along the crossings.
struct StrokeSide {
  var points: [Point] = []
  private var crossings: [Point] = []
  private var rim: [Point] = []

  /// Adds the pen's end; `crossing` is where its normal crosses the one before, if it does.
  mutating func append(_ p: Point, crossing: Point?) {
    guard let crossing else {
      if !rim.isEmpty { turnForward() }
      points.append(p)
      return
    }
    if rim.isEmpty, let start = points.last { rim.append(start) }
    if crossings.last != crossing { crossings.append(crossing) }
    rim.append(p)
  }

  /// Ends a run backward.
  mutating func turnForward() {
    guard let end = rim.last else { return }
    points.append(contentsOf: crossings)
    points.append(contentsOf: rim.reversed())
    points.append(contentsOf: crossings)
    points.append(end)
    crossings.removeAll(keepingCapacity: true)
    rim.removeAll(keepingCapacity: true)
  }
}
