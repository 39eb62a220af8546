import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A path with its lengths and its turns.
struct MotionWay: Sendable {
  let path: Path
  private let measure: PathMeasure
  private let isClosed: Bool
  /// The length before and behind a place over which the direction is taken.
  private let reach: Double
  /// Directions at even steps of the path, with all turns so far.
  private let turns: [Double]

  private static let turnSteps = 512

  /// Nil for a path without a length.
  init?(_ path: Path, reach: Double) {
    self.path = path
    measure = PathMeasure(path)
    guard measure.length > 0, measure.length.isFinite else { return nil }
    let subpaths = path.subpaths
    isClosed = subpaths.count == 1 && subpaths.allSatisfy(\.isClosed)
    self.reach = min(reach, measure.length / 4)
    var turns: [Double] = []
    for step in 0...Self.turnSteps {
      let place = measure.length * Double(step) / Double(Self.turnSteps)
      let degrees = Self.direction(at: place, of: measure, isClosed: isClosed, reach: self.reach)
      turns.append(turns.last.map { $0 + (degrees - $0).remainder(dividingBy: 360) } ?? degrees)
    }
    self.turns = turns
  }

  /// The place at a share of the path, and the direction there in degrees clockwise from rightward; turns add up.
  func pose(at progress: Double) -> (position: Point?, rotation: Double) {
    let turn = isClosed ? progress.rounded(.down) : 0
    let place = min(max(progress - turn, 0), 1) * measure.length
    let degrees = Self.direction(at: place, of: measure, isClosed: isClosed, reach: reach)
    let near = turns[Int((place / measure.length * Double(Self.turnSteps)).rounded())]
    let whole = turn * (turns[Self.turnSteps] - turns[0])
    return (measure.location(at: place)?.point, degrees + ((near - degrees) / 360).rounded() * 360 + whole)
  }

  /// The direction from before a place to behind it, in degrees clockwise from rightward.
  private static func direction(at place: Double, of measure: PathMeasure, isClosed: Bool, reach: Double) -> Double {
    func point(_ distance: Double) -> Point {
      let length = measure.length
      let distance =
        isClosed ? distance - (distance / length).rounded(.down) * length : min(max(distance, 0), length)
      return measure.location(at: distance)?.point ?? .zero
    }
    var way = point(place + reach) - point(place - reach)
    // At a point where it turns back, it looks ahead.
    if way.length < 1e-9 { way = measure.location(at: place)?.tangent ?? Point(1, 0) }
    return atan2(way.y, way.x) * 180 / .pi
  }
}
