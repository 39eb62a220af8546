import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A turn of a line at a point.
struct StrokeCorner {
  let point: Point
  /// The offset from the point to the stroke's outer side, at the end of one segment and at the start of the next.
  let from: Point
  let to: Point
  let turnsLeft: Bool
  /// The dot product of both directions.
  let dot: Double
  /// True if it is part of a curve, and round whatever the join is.
  let isSmooth: Bool
  /// The length of both segments that the inner side takes, if both meet before the corner; nil if they do not.
  var reach: Double?

  /// The angle from one direction to the next, −π…π.
  var angle: Double {
    let angle = atan2(abs(from.cross(to)), from.dot(to))
    return turnsLeft ? angle : -angle
  }

  /// The point at which both segments' outer sides meet if they continue.
  var outside: Point { point + (from + to) / (1 + dot) }
  /// The point at which their inner sides meet.
  var inside: Point { point - (from + to) / (1 + dot) }
}
