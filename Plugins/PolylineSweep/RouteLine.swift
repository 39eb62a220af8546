import StageKit

/// A route on the ground, measured in true metres.
///
/// Distances are great-circle lengths, so that equal ones are equally long wherever on earth they lie; within a segment,
/// which is straight on the map, positions are interpolated.
struct RouteLine: Sendable {
  /// Around the middle of the route's bounds.
  let ground: GroundPlane
  /// In metres on the ground plane; no two neighbors are equal.
  let points: [Point]
  /// Of each point from the first along the route, in metres.
  let distances: [Double]
  /// The whole route on its ground plane.
  let path: Path

  /// Nil for a route without length.
  init?(_ coordinates: [Coordinate]) {
    guard let first = coordinates.first else { return nil }
    var kept = [first]
    var distances = [0.0]
    for next in coordinates.dropFirst() {
      let step = kept[kept.count - 1].distance(to: next)
      guard step > 0, step.isFinite else { continue }
      kept.append(next)
      distances.append(distances[distances.count - 1] + step)
    }
    let around = GroundPlane(origin: first)
    guard kept.count > 1, let bounds = Rect(around: kept.lazy.map(around.point)) else { return nil }
    ground = GroundPlane(origin: around.coordinate(bounds.center))
    points = kept.map(ground.point)
    self.distances = distances
    path = .polyline(points)
  }

  /// In metres, above 0.
  var length: Double { distances[distances.count - 1] }

  /// The place at a distance from the start; distances beyond the ends count as the ends.
  func point(at distance: Double) -> Point {
    let index = segment(at: distance)
    let share = (distance - distances[index]) / (distances[index + 1] - distances[index])
    return points[index].interpolated(to: points[index + 1], at: min(max(share, 0), 1))
  }

  /// The part between two distances, both ends interpolated; `start` is below `end`.
  func slice(from start: Double, to end: Double) -> [Point] {
    let (first, last) = (segment(at: start), segment(at: end))
    var result = [point(at: start)]
    result.reserveCapacity(last - first + 2)
    for index in first..<last where distances[index + 1] > start && distances[index + 1] < end {
      result.append(points[index + 1])
    }
    result.append(point(at: end))
    return result
  }

  /// The segment from point i to i + 1 with the last i whose distance is not above `distance`.
  private func segment(at distance: Double) -> Int {
    var (low, high) = (0, points.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if distances[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
