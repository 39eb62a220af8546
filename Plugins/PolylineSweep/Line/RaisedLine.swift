import StageKit

/// A part of a route on ground that rises, as lines on the canvas.
struct RaisedLine {
  /// A line without a gap, of which all is seen or all is hidden by the ground.
  struct Run {
    var points: [Point]
    /// The distances of its ends along the part, in meters.
    var ways: ClosedRange<Double>
    /// True where nothing was recorded.
    var isGap: Bool
    var isHidden: Bool
  }

  private(set) var runs: [Run] = []
  /// The length of the part, in meters.
  private(set) var length = 0.0
  /// The distances along the route at which it was looked up.
  private var marks: [Double] = []

  /// In points: what is closer on the canvas is seen or hidden alike.
  private static let detail = 4.0

  /// - Parameter ground: The transform from the route's ground to the camera's.
  init(
    of route: RouteLine, from start: Double, to end: Double, under camera: Camera, _ terrain: Terrain,
    on ground: Transform
  ) {
    let canvas = Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height)
    let near = canvas.inset(by: -max(canvas.width, canvas.height) / 4)
    for piece in route.pieces(from: start, to: end) {
      let isGap = route.gaps.contains(piece.part)
      func place(_ way: Double) -> Point { ground.apply(route.point(at: way, in: piece.part)) }
      let ways = Self.ways(route.distances(in: piece)) { way in
        max((terrain.cellSize(at: place(way)) ?? camera.distance / 10) / 2, (end - start) / 20_000)
      }
      marks += ways
      let gone = length - piece.ways.lowerBound
      var last: (way: Double, point: Point, isHidden: Bool)?
      var judged: Point?
      func append(_ way: Double, _ point: Point, isHidden: Bool) {
        if let index = runs.indices.last, last != nil, runs[index].isHidden == isHidden {
          runs[index].points.append(point)
          runs[index].ways = runs[index].ways.lowerBound...(gone + way)
        } else {
          runs.append(Run(points: [point], ways: (gone + way)...(gone + way), isGap: isGap, isHidden: isHidden))
        }
        last = (way, point, isHidden)
      }
      for way in ways {
        let ground = place(way)
        guard let point = camera.project(ground) else {
          last = nil
          judged = nil
          continue
        }
        // Places far outside of the canvas are not looked up.
        if let before = last, judged.map({ $0.distance(to: point) < Self.detail }) == true || !near.contains(point) {
          append(way, point, isHidden: before.isHidden)
          continue
        }
        let isHidden = near.contains(point) && !camera.sees(ground)
        judged = point
        if let before = last, before.isHidden != isHidden {
          var (low, high) = (before.way, way)
          for _ in 0..<6 {
            let middle = (low + high) / 2
            if camera.sees(place(middle)) == isHidden { low = middle } else { high = middle }
          }
          if let edge = camera.project(place(high)) {
            append(high, edge, isHidden: before.isHidden)
            append(high, edge, isHidden: isHidden)
          }
        }
        append(way, point, isHidden: isHidden)
      }
      length += piece.ways.upperBound - piece.ways.lowerBound
    }
    runs.removeAll { $0.points.count < 2 }
  }

  /// The distances at which a piece of the part was looked up.
  func ways(in piece: (part: Int, ways: ClosedRange<Double>)) -> [Double] { marks.filter(piece.ways.contains) }

  /// Distances, and more between them where these are farther apart than a step.
  private static func ways(_ distances: [Double], step: (Double) -> Double) -> [Double] {
    var result: [Double] = []
    for (from, to) in zip(distances, distances.dropFirst()) {
      var way = from
      while way < to {
        result.append(way)
        way += step(way)
      }
    }
    return result + distances.suffix(1)
  }
}
