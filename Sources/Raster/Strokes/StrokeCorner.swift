import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// Where a line turns at a point.
struct StrokeCorner {
  let point: Point
  /// From the point to the stroke's outer side, at the end of one segment and at the start of the next.
  let from: Point
  let to: Point
  let turnsLeft: Bool
  /// Of both directions.
  let dot: Double
  /// Whether it is part of a curve, and round whatever the join is.
  let isSmooth: Bool
  /// How much of both segments the inner side takes where both meet before the corner; nil if they do not.
  var reach: Double?

  /// From one direction to the next, −π…π.
  var angle: Double {
    let angle = atan2(abs(from.cross(to)), from.dot(to))
    return turnsLeft ? angle : -angle
  }

  /// Where both segments' outer sides meet if they go on.
  var outside: Point { point + (from + to) / (1 + dot) }
  /// Where their inner sides meet.
  var inside: Point { point - (from + to) / (1 + dot) }
}
