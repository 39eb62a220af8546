import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A route on the ground, measured in true meters.
///
/// Between its points a route is straight on the map, and so keeps its compass direction. Distances are lengths of that
/// line on the sphere, and latitude grows evenly with them, so that equal distances are equally long on the ground
/// wherever they lie. Source: the loxodrome's equations.
///
/// Parts between which nothing was recorded follow each other without a distance: whoever goes along the route jumps.
struct RouteLine: Sendable {
  /// Around the middle of the route's bounds.
  let ground: WebMercatorPlane
  /// In meters on the ground plane; no two neighbors of a part are equal. A route goes on over the 180th meridian.
  let points: [Point]
  /// The indexes of each part's points: at least two.
  let parts: [Range<Int>]
  /// The distance of each point from the first along the route, in meters.
  let distances: [Double]
  /// The whole route on its ground plane, and its bounds.
  let path: Path
  let bounds: Rect
  /// In degrees, within the map's limits.
  private let latitudes: [Double]

  /// Nil for a route without length.
  init?(_ given: [Coordinate], _ shape: RouteShape = RouteShape()) { self.init(parts: [given], shape) }

  /// A route of several parts, of which those without length are left out, and those that touch are one. Nil for a route
  /// without length.
  init?(parts given: [[Coordinate]], _ shape: RouteShape = RouteShape()) {
    var coordinates: [Coordinate] = []
    var distances: [Double] = []
    var parts: [Range<Int>] = []
    for part in Self.joined(given, { $0 }) {
      let first = coordinates.count
      for var next in shape.applied(to: part) {
        next = Self.limited(next)
        let last = coordinates.last
        if let last, abs(next.longitude - last.longitude) > 180 {
          next.longitude = last.longitude + (next.longitude - last.longitude).remainder(dividingBy: 360)
        }
        guard let last, coordinates.count > first else {
          coordinates.append(next)
          distances.append(distances.last ?? 0)
          continue
        }
        let step = Self.distance(from: last, to: next)
        guard step > 0, step.isFinite else { continue }
        coordinates.append(next)
        distances.append(distances[distances.count - 1] + step)
      }
      if coordinates.count - first > 1 {
        parts.append(first..<coordinates.count)
      } else {
        coordinates.removeLast(coordinates.count - first)
        distances.removeLast(distances.count - first)
      }
    }
    guard let first = coordinates.first, !parts.isEmpty else { return nil }
    let around = WebMercatorPlane(origin: first)
    guard let bounds = Rect(around: coordinates.lazy.map(around.continuedPoint)) else { return nil }
    let ground = WebMercatorPlane(origin: around.coordinate(bounds.center))
    points = coordinates.map(ground.continuedPoint)
    latitudes = coordinates.map(\.latitude)
    self.ground = ground
    self.distances = distances
    self.parts = parts
    let line = points
    self.bounds = Rect(around: line) ?? .zero
    path = Path { path in for part in parts { path.polyline(Array(line[part])) } }
  }

  /// Parts whose ends are less than a meter apart are one.
  static func joined<Place>(_ parts: [[Place]], _ coordinate: (Place) -> Coordinate) -> [[Place]] {
    parts.reduce(into: []) { result, part in
      guard let start = part.first else { return }
      if let end = result.last?.last, distance(from: coordinate(end), to: coordinate(start)) < 1 {
        result[result.count - 1] += part
      } else {
        result.append(part)
      }
    }
  }

  /// In meters, above 0.
  var length: Double { distances[distances.count - 1] }

  /// The point at a distance from the start; distances beyond the ends count as the ends, and the end of a part as the start of
  /// the next.
  func point(at distance: Double) -> Point { point(at: distance, in: part(at: distance)) }

  /// The same within a part; distances beyond its ends count as these.
  func point(at distance: Double, in part: Int) -> Point {
    let index = segment(at: distance, in: part)
    let share = (distance - distances[index]) / (distances[index + 1] - distances[index])
    let t = min(max(share, 0), 1)
    let (a, b) = (points[index], points[index + 1])
    guard t > 0, t < 1, abs(b.y - a.y) > 1 else { return t < 1 ? a.interpolated(to: b, at: t) : b }
    let latitude = latitudes[index] + (latitudes[index + 1] - latitudes[index]) * t
    let y = ground.point(Coordinate(longitude: ground.origin.longitude, latitude: latitude)).y
    return a.interpolated(to: b, at: min(max((y - a.y) / (b.y - a.y), 0), 1))
  }

  /// The part that a distance lies in; the later one of two.
  func part(at distance: Double) -> Int {
    var (low, high) = (0, parts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if distances[parts[middle].lowerBound] <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Distances along a part, from its start to its end.
  func span(of part: Int) -> ClosedRange<Double> {
    distances[parts[part].lowerBound]...distances[parts[part].upperBound - 1]
  }

  /// The way around a distance, from `reach` meters before it to `reach` meters behind it, within its part, and its
  /// compass direction in degrees.
  func way(at distance: Double, within reach: Double) -> (start: Point, end: Point, heading: Double) {
    let part = part(at: distance)
    let (start, end) = (point(at: distance - reach, in: part), point(at: distance + reach, in: part))
    return (start, end, compassDegrees(end - start))
  }

  /// Within the map's limits.
  static func limited(_ coordinate: Coordinate) -> Coordinate {
    let limit = WebMercatorPlane.maximumLatitude
    return Coordinate(longitude: coordinate.longitude, latitude: min(max(coordinate.latitude, -limit), limit))
  }

  /// The length of the line of constant direction between two coordinates within the map's limits, in meters.
  static func distance(from a: Coordinate, to b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (from, to) = (a.latitude * radians, b.latitude * radians)
    let rise = asinh(tan(to)) - asinh(tan(from))
    let narrowing = abs(rise) > 1e-8 ? (to - from) / rise : cos((from + to) / 2)
    let east = (b.longitude - a.longitude).remainder(dividingBy: 360) * radians * narrowing
    return Coordinate.meanEarthRadius * ((to - from) * (to - from) + east * east).squareRoot()
  }

  /// The pieces between two distances, one for each part that has any of it, ends interpolated; `start` is below `end`.
  func slices(from start: Double, to end: Double) -> [[Point]] {
    pieces(from: start, to: end).map { piece in
      let (first, last) = (
        segment(at: piece.ways.lowerBound, in: piece.part), segment(at: piece.ways.upperBound, in: piece.part)
      )
      var result = [point(at: piece.ways.lowerBound, in: piece.part)]
      result.reserveCapacity(last - first + 2)
      for index in first..<last
      where distances[index + 1] > piece.ways.lowerBound && distances[index + 1] < piece.ways.upperBound {
        result.append(points[index + 1])
      }
      result.append(point(at: piece.ways.upperBound, in: piece.part))
      return result
    }
  }

  /// The parts that have any of what lies between two distances, and how much of it; `start` is below `end`.
  func pieces(from start: Double, to end: Double) -> [(part: Int, ways: ClosedRange<Double>)] {
    (part(at: start)...part(at: end)).compactMap { part in
      let span = span(of: part)
      let (low, high) = (max(start, span.lowerBound), min(end, span.upperBound))
      return low < high ? (part, low...high) : nil
    }
  }

  /// The ends of a piece, and the distances of all points between them.
  func distances(in piece: (part: Int, ways: ClosedRange<Double>)) -> [Double] {
    let (start, end) = (piece.ways.lowerBound, piece.ways.upperBound)
    return [start]
      + distances[segment(at: start, in: piece.part)...segment(at: end, in: piece.part)].filter {
        $0 > start && $0 < end
      }
      + [end]
  }

  /// The segment of a part from point i to i + 1 with the last i whose distance is not above `distance`.
  private func segment(at distance: Double, in part: Int) -> Int {
    var (low, high) = (parts[part].lowerBound, parts[part].upperBound - 2)
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
