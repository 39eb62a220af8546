import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A route on the ground, measured in true meters.
///
/// Between its points a route is straight on the map, and so keeps its compass direction. Distances are lengths of that
/// line on the sphere, and latitude grows evenly with them, so that equal distances are equally long on the ground
/// wherever they lie. Source: the loxodrome's equations.
struct RouteLine: Sendable {
  /// Around the middle of the route's bounds.
  let ground: WebMercatorPlane
  /// In meters on the ground plane; no two neighbors are equal.
  let points: [Point]
  /// Of each point from the first along the route, in meters.
  let distances: [Double]
  /// The whole route on its ground plane.
  let path: Path
  /// In degrees, within the map's limits.
  private let latitudes: [Double]

  /// Nil for a route without length.
  init?(_ given: [Coordinate], _ shape: RouteShape = RouteShape()) {
    let coordinates = shape.applied(to: given)
    var distinct: [Coordinate] = []
    var distances: [Double] = []
    for var next in coordinates {
      next.latitude = min(max(next.latitude, -WebMercatorPlane.maximumLatitude), WebMercatorPlane.maximumLatitude)
      guard let last = distinct.last, let way = distances.last else {
        distinct.append(next)
        distances.append(0)
        continue
      }
      let step = Self.distance(from: last, to: next)
      guard step > 0, step.isFinite else { continue }
      distinct.append(next)
      distances.append(way + step)
    }
    guard let first = distinct.first, distinct.count > 1 else { return nil }
    let around = WebMercatorPlane(origin: first)
    guard let bounds = Rect(around: distinct.lazy.map(around.point)) else { return nil }
    ground = WebMercatorPlane(origin: around.coordinate(bounds.center))
    points = distinct.map(ground.point)
    latitudes = distinct.map(\.latitude)
    self.distances = distances
    path = .polyline(points)
  }

  /// In meters, above 0.
  var length: Double { distances[distances.count - 1] }

  /// The point at a distance from the start; distances beyond the ends count as the ends.
  func point(at distance: Double) -> Point {
    let index = segment(at: distance)
    let share = (distance - distances[index]) / (distances[index + 1] - distances[index])
    let t = min(max(share, 0), 1)
    let (a, b) = (points[index], points[index + 1])
    guard t > 0, t < 1, abs(b.y - a.y) > 1 else { return t < 1 ? a.interpolated(to: b, at: t) : b }
    let latitude = latitudes[index] + (latitudes[index + 1] - latitudes[index]) * t
    let y = ground.point(Coordinate(longitude: ground.origin.longitude, latitude: latitude)).y
    return a.interpolated(to: b, at: min(max((y - a.y) / (b.y - a.y), 0), 1))
  }

  /// The way around a distance, from so many meters before it to as many behind it, and its compass direction in degrees.
  func way(at distance: Double, within reach: Double) -> (start: Point, end: Point, heading: Double) {
    let (start, end) = (point(at: max(distance - reach, 0)), point(at: min(distance + reach, length)))
    return (start, end, compassDegrees(end - start))
  }

  /// The length of the line of constant direction between two coordinates, in meters.
  private static func distance(from a: Coordinate, to b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (from, to) = (a.latitude * radians, b.latitude * radians)
    let rise = asinh(tan(to)) - asinh(tan(from))
    let narrowing = abs(rise) > 1e-8 ? (to - from) / rise : cos((from + to) / 2)
    let east = (b.longitude - a.longitude).remainder(dividingBy: 360) * radians * narrowing
    return Coordinate.meanEarthRadius * ((to - from) * (to - from) + east * east).squareRoot()
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

  /// Two distances, and those of all points between them; `start` is below `end`.
  func distances(from start: Double, to end: Double) -> [Double] {
    [start] + distances[segment(at: start)...segment(at: end)].filter { $0 > start && $0 < end } + [end]
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

/// Degrees clockwise from upward, from 0 to below 360.
func compassDegrees(_ way: Point) -> Double {
  let degrees = atan2(way.x, -way.y) * 180 / .pi
  return degrees < 0 ? degrees + 360 : degrees
}
