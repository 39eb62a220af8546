import StageKit

/// The light of a route on what lies beside it, as parameters.
struct RouteLightParameters: ParameterGroup {
  @Parameter("The route that shines; its share is counted without gaps, as 'gaps' of 'skip' does.") var route:
    RouteSource
  @Parameter("Whether it goes from the route's end to its start.") var reverse = false
  @Parameter("Its color, as that of the line.") var color: Color = .white
  @Parameter("The strength: with 1, walls at a quarter of the reach have its color at their foot.", .range(0...2))
  var strength: Animated<Double> = 0.8
  @Parameter(
    "The distance to which it lights walls, up to three fifths of that height.", .range(5...100, .meters))
  var reach = 40.0
  @Parameter("The part of the route up to which it shines.", .fraction, replacedBy: ["lightProgress"])
  var progress: Animated<Double> = 1
  @Parameter("The part of the route that shines behind that, as the line's.", .fraction) var trail = 1.0
}

/// The light of a route on the walls and the ground beside it, as far as it has been passed.
struct RouteLight: Sendable {
  private let parameters: RouteLightParameters
  private let way: LightWay
  private let walls: LitWalls

  /// Light on a map and its buildings; `ground` is the number of faces that come before theirs in the mesh that is drawn.
  init(
    _ parameters: RouteLightParameters, on map: GroundMap, ground: Int, _ context: any StageContext
  ) throws {
    self.parameters = parameters
    let location = parameters.$route.location
    var parts: [[Coordinate]]
    do {
      parts = try context.way(of: parameters.route).parts.map { $0.map(\.coordinate) }
    } catch let error as StageError {
      throw StageError(error.message, parameter: error.parameter ?? location, hint: error.hint)
    }
    if parameters.reverse { parts = parts.reversed().map { $0.reversed() } }
    guard let way = LightWay(parts, on: map.ground) else {
      throw StageError("the route has no length", parameter: location)
    }
    self.way = way
    let (mesh, reach) = (map.buildings?.mesh ?? Mesh { _ in }, parameters.reach)
    let key = Digest { hasher in
      hasher.combine("light of a route on walls")
      hasher.combine(mesh.digest)
      hasher.combine(ground)
      hasher.combine(reach)
      way.digest(into: &hasher)
    }
    walls = try context.cached(key) { LitWalls(of: mesh, after: ground, along: way, reach: reach) }
  }

  private var color: Color { Color(parameters.color.red, parameters.color.green, parameters.color.blue) }

  private func strength(at seconds: Double) -> Double {
    parameters.strength.value(at: seconds) * parameters.color.alpha
  }

  /// The part of the way that shines.
  private func window(_ seconds: Double, _ given: Double?) -> (tail: Double, head: Double) {
    let head = min(max(given ?? parameters.progress.value(at: seconds), 0), 1)
    return (max(head - parameters.trail, 0) * way.length, head * way.length)
  }

  /// The light on walls, by the progress that an input gives; nil where there is none.
  func onWalls(at seconds: Double, progress: Double?) -> WallLight? {
    let (tail, head) = window(seconds, progress)
    let strength = strength(at: seconds)
    guard strength > 0, head > tail, !walls.isEmpty else { return nil }
    let values = walls.values(from: tail, to: head, times: Float(strength))
    return WallLight(color, height: LitWalls.heightShare * parameters.reach, at: walls.places, values: values)
  }

  /// Adds the light on level ground to what is drawn of it. From afar, where it would be a few pixels, it is left out.
  func draw(at seconds: Double, progress: Double?, from camera: Camera, into list: inout DisplayList) {
    let (tail, head) = window(seconds, progress)
    let part = smoothStep((camera.pointsPerMeter - 0.3) / 0.6)
    let opacity = min(strength(at: seconds), 1) * part
    guard opacity > 0, head > tail else { return }
    let path = way.path(from: tail, to: head)
    for copy in camera.transforms(from: way.ground, bounds: way.bounds) {
      let transform = camera.groundToCanvas * copy
      // A bright middle in a wide, faint light. It takes the place of that of streets, which would make it white.
      list.group(opacity: opacity, effects: [.blur(sigma: min(0.15 * parameters.reach * camera.pointsPerMeter, 32))]) {
        for (width, share) in [(0.8, 0.4), (0.3, 0.6)] {
          $0.stroke(
            path, color.opacity(share), StrokeStyle(width: width * parameters.reach, cap: .round, join: .round),
            transform: transform)
        }
      }
    }
  }
}

/// The way of a route that shines, on a map's ground.
struct LightWay: Sendable, Digestible {
  let ground: WebMercatorPlane
  /// In meters on the ground, and the distances from the start, without what lies between parts.
  let parts: [(points: [Point], distances: [Double])]
  let length: Double
  let bounds: Rect

  /// Nil for one without length.
  init?(_ given: [[Coordinate]], on ground: WebMercatorPlane) {
    self.ground = ground
    var (parts, length) = ([(points: [Point], distances: [Double])](), 0.0)
    for part in given where part.count > 1 {
      var distances = [length]
      for (a, b) in zip(part, part.dropFirst()) {
        let step = a.rhumbDistance(to: b)
        length += step.isFinite ? step : 0
        distances.append(length)
      }
      parts.append((ground.continuedPoints(part), distances))
    }
    guard length > 0, let bounds = Rect(around: parts.flatMap(\.points)) else { return nil }
    (self.parts, self.length, self.bounds) = (parts, length, bounds)
  }

  /// A short piece of the way, as if all of its light came from its middle.
  struct Piece {
    var middle: Point
    var start: Double
    var end: Double
    /// In meters on the ground.
    var size: Double
  }

  /// The way in pieces of a size or less, where it comes into an area.
  func pieces(of size: Double, in area: Rect) -> [Piece] {
    var result: [Piece] = []
    for part in parts {
      for i in 1..<part.points.count {
        let (a, b) = (part.points[i - 1], part.points[i])
        let (from, to) = (part.distances[i - 1], part.distances[i])
        guard to > from, Rect(from: a, to: b).inset(by: -1).intersection(area) != nil else { continue }
        let count = (a.distance(to: b) / size).rounded(.up)
        var step = 0.0
        while step < count {
          let (t, next) = (step / count, (step + 1) / count)
          let middle = a.interpolated(to: b, at: (t + next) / 2)
          if area.contains(middle) {
            result.append(
              Piece(
                middle: middle, start: from + (to - from) * t, end: from + (to - from) * next,
                size: a.distance(to: b) / count))
          }
          step += 1
        }
      }
    }
    return result
  }

  /// The line between two distances.
  func path(from tail: Double, to head: Double) -> Path {
    Path { path in
      for (points, distances) in parts {
        var line: [Point] = []
        for i in 1..<points.count {
          let (from, to) = (distances[i - 1], distances[i])
          guard to > from, to > tail, from < head else { continue }
          let (start, end) = (max((tail - from) / (to - from), 0), min((head - from) / (to - from), 1))
          if line.isEmpty { line.append(points[i - 1].interpolated(to: points[i], at: start)) }
          line.append(points[i - 1].interpolated(to: points[i], at: end))
        }
        if line.count > 1 { path.polyline(line) }
      }
    }
  }

  func digest(into hasher: inout DigestHasher) {
    ground.digest(into: &hasher)
    for (points, distances) in parts {
      hasher.combine(points.count)
      for point in points { point.digest(into: &hasher) }
      for distance in distances { hasher.combine(distance) }
    }
  }
}
