import StageKit

/// The rectangle around a footprint along a direction.
struct RoofFrame: Sendable {
  /// The direction of the ridge, of length 1, and the one to the left of it.
  let along: Point
  let across: Point
  /// The extents of the footprint in these directions, from the origin.
  let length: ClosedRange<Double>
  let width: ClosedRange<Double>

  init(_ outline: [Point], along: Point) {
    self.along = along
    across = along.perpendicular
    func extent(_ way: Point) -> ClosedRange<Double> {
      let all = outline.map { way.dot($0) }
      return (all.min() ?? 0)...(all.max() ?? 0)
    }
    length = extent(along)
    width = extent(across)
  }

  /// The smallest one, along its longer side; one of its sides lies along one of the convex hull's.
  init(around outline: [Point]) {
    let hull = Self.convexHull(of: outline)
    var best: RoofFrame?
    for (a, b) in zip(hull, hull.dropFirst() + hull.prefix(1)) where a != b {
      let frame = RoofFrame(hull, along: (b - a).normalized)
      // Rounding does not decide between sides of a rectangle.
      if frame.area < (best?.area ?? .infinity) * (1 - 1e-9) { best = frame }
    }
    let frame = best ?? RoofFrame(outline, along: Point(1, 0))
    self = frame.length.size >= frame.width.size ? frame : RoofFrame(outline, along: frame.across)
  }

  /// The one whose ridge runs as tags say, or along the longer side.
  init(around outline: [Point], _ alignment: RoofAlignment) {
    let frame = RoofFrame(around: outline)
    guard let direction = alignment.direction else {
      self = alignment.isAcross ? RoofFrame(outline, along: -frame.across) : frame
      return
    }
    let (s, c) = sineAndCosine(degrees: direction)
    // North is up on the map. A wall that faces there nearly is meant.
    let facing = Point(s, -c)
    let sides = [frame.along, frame.across, -frame.along, -frame.across]
    let nearest = sides.max { $0.dot(facing) < $1.dot(facing) } ?? facing
    let limit = sineAndCosine(degrees: alignment.isRough ? 30 : 5).cosine
    self = RoofFrame(outline, along: -(nearest.dot(facing) >= limit ? nearest : facing).perpendicular)
  }

  var area: Double { length.size * width.size }

  /// The distance from each of its sides, in the order left, right, start, end.
  var sides: [RoofPlane] {
    [
      RoofPlane(slope: across, offset: -width.lowerBound), RoofPlane(slope: -across, offset: width.upperBound),
      RoofPlane(slope: along, offset: -length.lowerBound), RoofPlane(slope: -along, offset: length.upperBound),
    ]
  }

  /// Counterclockwise where y grows upward. Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions"
  /// (1979).
  private static func convexHull(of points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func half(_ points: some Sequence<Point>) -> [Point] {
      var hull: [Point] = []
      for p in points {
        while hull.count >= 2, (hull[hull.count - 1] - hull[hull.count - 2]).cross(p - hull[hull.count - 1]) <= 0 {
          hull.removeLast()
        }
        hull.append(p)
      }
      return hull.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
  }
}

extension ClosedRange<Double> {
  /// From its lower to its upper bound.
  var size: Double { upperBound - lowerBound }
}
