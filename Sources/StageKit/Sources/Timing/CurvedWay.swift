/// A cubic Bézier curve between two values, at even speed.
struct CurvedWay<Value: Interpolatable>: Sendable {
  private let points: [Value]
  private let pace: Pace
  private let length: Double

  /// The chords by which the curve is measured.
  private static var chords: Int { 128 }

  init(_ start: Value, _ first: Value, _ second: Value, _ end: Value) {
    points = [start, first, second, end]
    var steps: [Double] = []
    var last = start
    for step in 1...Self.chords {
      let next = Self.point(points, at: Double(step) / Double(Self.chords))
      steps.append(last.distance(to: next))
      last = next
    }
    pace = Pace(steps: steps, perSpan: Self.chords)
    length = steps.reduce(0, +)
  }

  /// The value after a share of its length; beyond both ends it goes straight on.
  func value(at share: Double) -> Value {
    if share < 0 { return Self.beyond(points[0], from: [points[1], points[2], points[3]], by: -share * length) }
    if share > 1 { return Self.beyond(points[3], from: [points[2], points[1], points[0]], by: (share - 1) * length) }
    return Self.point(points, at: pace.position(at: share).parameter)
  }

  /// The point behind an end, away from the nearest of other points that is elsewhere.
  private static func beyond(_ end: Value, from others: [Value], by distance: Double) -> Value {
    guard let other = others.first(where: { $0.distance(to: end) > 0 }) else { return end }
    return other.interpolated(to: end, at: 1 + distance / other.distance(to: end))
  }

  /// By de Casteljau's construction.
  private static func point(_ points: [Value], at t: Double) -> Value {
    let (a, b, c) = (
      points[0].interpolated(to: points[1], at: t), points[1].interpolated(to: points[2], at: t),
      points[2].interpolated(to: points[3], at: t)
    )
    return a.interpolated(to: b, at: t).interpolated(to: b.interpolated(to: c, at: t), at: t)
  }
}

extension CurvedWay: Equatable where Value: Equatable {}
extension CurvedWay: Hashable where Value: Hashable {}
