import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The course of a route between its points, as parameters.
struct ShapeParameters: ParameterGroup {
  @Parameter(
    "Whether it takes the shortest way around the earth from point to point, as airplanes do; else it is straight on "
      + "the map.", formerly: ["way"])
  var geodesic = false
  @Parameter(
    "The distance by which a bend may pass by a corner of the route; 0 leaves corners as they are. Distances are those of the route "
      + "without bends.",
    .nonnegative(.meters))
  var rounding = 8.0
  @Parameter(
    "The way over a gap, as where a recorder was paused: skip goes on behind it at once, jump waits there until the recording goes "
      + "on, dashed goes there on dashes that count no distance, line as if it were recorded. Times are those of a recorded pace."
  )
  var gaps = RouteGaps.skip

  var shape: RouteShape { RouteShape(isGeodesic: geodesic, rounding: rounding, gaps: gaps) }
}

/// The course of a route between its points.
struct RouteShape: Hashable, Sendable, Digestible {
  /// True for great circles; false for rhumb lines, which are straight on the map.
  var isGeodesic = false
  /// The greatest distance between a bend and its corner, in meters.
  var rounding = 0.0
  var gaps = RouteGaps.skip

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(isGeodesic ? 1 : 0)
    hasher.combine(rounding)
    hasher.combine(gaps.rawValue)
  }

  /// The parts that are gone without a gap: those whose ends are less than a meter apart are one.
  func joined<Place>(_ parts: [[Place]], _ coordinate: (Place) -> Coordinate) -> [[Place]] {
    if gaps == .line { return [parts.flatMap(\.self)] }
    return parts.reduce(into: []) { result, part in
      guard let start = part.first else { return }
      if let end = result.last?.last, coordinate(end).rhumbDistance(to: coordinate(start)) < 1 {
        result[result.count - 1] += part
      } else {
        result.append(part)
      }
    }
  }

  // MARK: Great circles

  /// With points between those that are far apart on great circles, half a degree from each other.
  func refined(_ line: [Coordinate]) -> [Coordinate] { isGeodesic ? Self.greatCircles(line) : line }

  private static func greatCircles(_ line: [Coordinate]) -> [Coordinate] {
    guard let first = line.first else { return [] }
    var result = [first]
    for (a, b) in zip(line, line.dropFirst()) {
      let (from, to) = (direction(a), direction(b))
      let angle = atan2(from.cross(to).length, from.dot(to))
      let steps = Int((angle * 360 / .pi).rounded(.up))
      if steps > 1, sin(angle) > 1e-9 {
        for step in 1..<steps {
          let t = Double(step) / Double(steps)
          let place = (from * sin((1 - t) * angle) + to * sin(t * angle)) * (1 / sin(angle))
          result.append(
            Coordinate(
              longitude: atan2(place.y, place.x) * 180 / .pi,
              latitude: atan2(place.z, (place.x * place.x + place.y * place.y).squareRoot()) * 180 / .pi))
        }
      }
      result.append(b)
    }
    return result
  }

  private static func direction(_ c: Coordinate) -> SpacePoint {
    let (longitude, latitude) = (c.longitude * .pi / 180, c.latitude * .pi / 180)
    return SpacePoint(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  // MARK: Bends

  /// A place of a line, and its distance from the line's start in meters.
  typealias Mark = (place: Coordinate, distance: Double)

  /// With each corner replaced by a parabola that passes it by `rounding` at most, and that leaves half of each side alone.
  ///
  /// A parabola is gone in the time of the sides that it replaces, as by even acceleration: neither speed nor direction changes at
  /// once, and distances stay those of the line.
  func rounded(_ line: [Mark]) -> [Mark] {
    guard rounding > 0, line.count > 2 else { return line }
    var result = [line[0]]
    for i in 1..<line.count - 1 {
      let corner = line[i]
      let ground = WebMercatorPlane(origin: corner.place)
      let (before, after) = (ground.continuedPoint(line[i - 1].place), ground.continuedPoint(line[i + 1].place))
      // The middle of the bend is as far from the corner as half of the middle between its ends.
      let (a, b) = (before.normalized, after.normalized)
      let middle = ((a + b) / 2).length
      guard before.length > 0.01, after.length > 0.01, middle > 0.01 else {
        result.append(corner)
        continue
      }
      let reach = min(2 * rounding / middle, before.length / 2, after.length / 2)
      let start = corner.distance - (corner.distance - line[i - 1].distance) * (reach / before.length)
      let end = corner.distance + (line[i + 1].distance - corner.distance) * (reach / after.length)
      for step in 0...8 {
        let t = Double(step) / 8
        var place = ground.coordinate(a * (reach * (1 - t) * (1 - t)) + b * (reach * t * t))
        place.longitude =
          corner.place.longitude + (place.longitude - corner.place.longitude).remainder(dividingBy: 360)
        result.append((place, start + (end - start) * t))
      }
    }
    result.append(line[line.count - 1])
    return result
  }
}
