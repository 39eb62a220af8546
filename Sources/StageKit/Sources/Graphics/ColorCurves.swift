import Coding
import Geometry

/// A smooth curve through points that never overshoots them: the monotone cubic of Fritsch and Carlson (1980).
///
/// ```swift
/// var grade = Grade()
/// grade.curves.all = ToneCurve([Point(0, 0), Point(0.25, 0.2), Point(0.75, 0.8), Point(1, 1)])
/// ```
public struct ToneCurve: Hashable, Sendable, Digestible {
  public let points: [Point]
  /// The slope in each point.
  private let slopes: [Double]

  /// Nil unless there are two points at least, x grows from each to the next, and all is finite.
  public init?(_ points: [Point]) {
    guard points.count > 1, points.allSatisfy(\.isFinite), zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x })
    else { return nil }
    self.points = points
    let secants = zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    slopes = points.indices.map { index in
      if index == 0 { return secants[0] }
      if index == points.count - 1 { return secants[index - 1] }
      let (before, after) = (secants[index - 1], secants[index])
      if before * after <= 0 { return 0 }
      // The harmonic mean, weighed by the other's length, keeps between the points.
      let (left, right) = (points[index].x - points[index - 1].x, points[index + 1].x - points[index].x)
      let (a, b) = (left + 2 * right, 2 * left + right)
      return (a + b) / (a / before + b / after)
    }
  }

  /// The height of the curve; before the first and after the last point that of the point.
  public func value(at x: Double) -> Double {
    guard x > points[0].x else { return points[0].y }
    guard let end = points.firstIndex(where: { x <= $0.x }) else { return points[points.count - 1].y }
    let (from, to) = (points[end - 1], points[end])
    let width = to.x - from.x
    let t = (x - from.x) / width
    let (t2, t3) = (t * t, t * t * t)
    let ends = from.y * (2 * t3 - 3 * t2 + 1) + to.y * (3 * t2 - 2 * t3)
    return ends + width * (slopes[end - 1] * (t3 - 2 * t2 + t) + slopes[end] * (t3 - t2))
  }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(points) }
}

/// Curves of components, and of the saturation by luma; nil for those that change nothing.
public struct ColorCurves: Hashable, Sendable, Digestible {
  /// The curve of all three components, before their own.
  public var all: ToneCurve?
  public var red: ToneCurve?
  public var green: ToneCurve?
  public var blue: ToneCurve?
  /// The factor of the saturation by the luma of the color: 0 is gray, 1 changes nothing.
  public var saturation: ToneCurve?

  /// Curves that change nothing.
  public init() {}

  /// A component of red, green or blue, by its number from 0, after the curves.
  public func component(_ value: Double, channel: Int) -> Double {
    let common = all?.value(at: value) ?? value
    return [red, green, blue][channel]?.value(at: common) ?? common
  }

  public func digest(into hasher: inout DigestHasher) {
    for curve in [all, red, green, blue, saturation] { hasher.combine(curve) }
  }
}
