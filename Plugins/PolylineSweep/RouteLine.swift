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
/// Parts between which nothing was recorded follow each other without a distance, and whoever goes along the route jumps; or parts
/// of their own lie over the gaps between them.
struct RouteLine: Sendable {
  /// Around the middle of the route's bounds.
  let ground: WebMercatorPlane
  /// In meters on the ground plane; no two neighbors of a part are equal. A route goes on over the 180th meridian.
  let points: [Point]
  /// The indexes of each part's points: at least two.
  let parts: [Range<Int>]
  /// The parts that lie over gaps, and were not recorded.
  let gaps: Set<Int>
  /// The distance of each point from the first along the route, in meters.
  let distances: [Double]
  /// The whole route on its ground plane but for gaps, what lies over gaps, and the bounds of both.
  let path: Path
  let gapPath: Path
  let bounds: Rect
  /// In degrees, within the map's limits.
  private let latitudes: [Double]

  /// Nil for a route without length.
  init?(_ given: [Coordinate], _ shape: RouteShape = RouteShape()) { self.init(parts: [given], shape) }

  /// A route of several parts, of which those without length are left out, and those that touch are one. Nil for a route
  /// without length.
  init?(parts given: [[Coordinate]], _ shape: RouteShape = RouteShape()) {
    var track = Builder(shape: shape)
    for part in shape.joined(given, { $0 }) {
      let count = track.parts.count
      if shape.gaps == .dashed, let end = track.coordinates.last, let start = part.first {
        track.append([end, start], isGap: true)
      }
      if !track.append(part, isGap: false) { track.removeParts(from: count) }
    }
    guard let first = track.coordinates.first else { return nil }
    let around = WebMercatorPlane(origin: first)
    guard let bounds = Rect(around: track.coordinates.lazy.map(around.continuedPoint)) else { return nil }
    let ground = WebMercatorPlane(origin: around.coordinate(bounds.center))
    let line = track.coordinates.map(ground.continuedPoint)
    points = line
    latitudes = track.coordinates.map(\.latitude)
    self.ground = ground
    distances = track.distances
    parts = track.parts
    gaps = track.gaps
    self.bounds = Rect(around: line) ?? .zero
    let recorded = track.parts.indices.filter { !track.gaps.contains($0) }
    path = Path { path in for part in recorded { path.polyline(Array(line[track.parts[part]])) } }
    gapPath = Path { path in for part in track.gaps.sorted() { path.polyline(Array(line[track.parts[part]])) } }
  }

  /// The pieces of a route while they are put together.
  private struct Builder {
    let shape: RouteShape
    var coordinates: [Coordinate] = []
    var distances: [Double] = []
    var parts: [Range<Int>] = []
    var gaps: Set<Int> = []

    init(shape: RouteShape) { self.shape = shape }

    mutating func removeParts(from count: Int) {
      guard parts.count > count else { return }
      let first = parts[count].lowerBound
      coordinates.removeSubrange(first...)
      distances.removeSubrange(first...)
      gaps = gaps.filter { $0 < count }
      parts.removeSubrange(count...)
    }

    /// True if the line has a length, without which it is left out.
    @discardableResult mutating func append(_ line: [Coordinate], isGap: Bool) -> Bool {
      let marks = shape.rounded(measured(shape.refined(line)))
      guard marks.count > 1 else { return false }
      let first = coordinates.count
      coordinates += marks.map(\.place)
      distances += marks.map(\.distance)
      if isGap { gaps.insert(parts.count) }
      parts.append(first..<coordinates.count)
      return true
    }

    /// The points that differ from the one before, with their distances from the route's start.
    private func measured(_ line: [Coordinate]) -> [RouteShape.Mark] {
      var result: [RouteShape.Mark] = []
      for var next in line {
        next = RouteLine.limited(next)
        if let last = result.last?.place ?? coordinates.last, abs(next.longitude - last.longitude) > 180 {
          next.longitude = last.longitude + (next.longitude - last.longitude).remainder(dividingBy: 360)
        }
        guard let last = result.last else {
          result.append((next, distances.last ?? 0))
          continue
        }
        let step = last.place.rhumbDistance(to: next)
        if step > 0, step.isFinite { result.append((next, last.distance + step)) }
      }
      return result
    }
  }

  /// True for a route that comes to the edge of Web Mercator's map, where all lies that is beyond.
  var isCut: Bool { latitudes.contains { abs($0) >= WebMercatorPlane.maximumLatitude } }

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

  /// The distances of each part that was recorded.
  var recordedSpans: [ClosedRange<Double>] { parts.indices.filter { !gaps.contains($0) }.map(span(of:)) }

  /// The distance along the route at which it passes nearest to a point of the ground plane, the first of equal ones.
  func distance(nearest point: Point) -> Double { nearest(to: point).distance }

  /// The same, with the meters on the ground plane between both.
  func nearest(to point: Point) -> (distance: Double, gap: Double) {
    var best = (gap: Double.infinity, distance: 0.0)
    for part in parts {
      for index in part.dropLast() {
        let (a, b) = (points[index], points[index + 1])
        let way = b - a
        let share = min(max((point - a).dot(way) / way.dot(way), 0), 1)
        let gap = point.distance(to: a + way * share)
        if gap < best.gap {
          best = (gap, distances[index] + (distances[index + 1] - distances[index]) * share)
        }
      }
    }
    return (best.distance, best.gap)
  }

  /// A distance without what lies over gaps.
  func recorded(_ distance: Double) -> Double {
    gaps.sorted().reduce(distance) { rest, part in
      let span = span(of: part)
      return rest - min(max(distance - span.lowerBound, 0), span.upperBound - span.lowerBound)
    }
  }

  /// The distance of one without what lies over gaps.
  func distance(ofRecorded distance: Double) -> Double {
    var rest = distance
    for span in recordedSpans {
      let length = span.upperBound - span.lowerBound
      if rest <= length { return span.lowerBound + rest }
      rest -= length
    }
    return length
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

  /// For each part, the number of the stretch without a jump that it belongs to: a part over a gap joins its neighbors.
  var stretches: [Int] {
    var result = [0]
    for (part, next) in zip(parts, parts.dropFirst()) {
      let isJump = points[part.upperBound - 1].distance(to: points[next.lowerBound]) > 1
      result.append(result[result.count - 1] + (isJump ? 1 : 0))
    }
    return result
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

  /// The same in runs of what was recorded, and of what lies over gaps.
  func runs(from start: Double, to end: Double) -> [(pieces: [[Point]], isGap: Bool)] {
    zip(pieces(from: start, to: end), slices(from: start, to: end)).reduce(into: []) { runs, next in
      let isGap = gaps.contains(next.0.part)
      if runs.last?.isGap == isGap {
        runs[runs.count - 1].pieces.append(next.1)
      } else {
        runs.append(([next.1], isGap))
      }
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
