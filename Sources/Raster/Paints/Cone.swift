import Geometry

/// Circles that grow and move at one rate from a first circle, around the origin, to a last one.
struct Cone {
  private let radius: Double
  private let growth: Double
  private let way: Point
  /// The square of the rate of moving less that of growing.
  private let square: Double

  /// Nil where a radius is negative or no number, or both circles are the same.
  init?(_ focus: Point, _ inner: Double, _ center: Point, _ outer: Double) {
    (radius, growth, way) = (inner, outer - inner, center - focus)
    guard inner >= 0, outer >= 0, growth.isFinite, way.isFinite, growth != 0 || way != .zero else { return nil }
    square = way.lengthSquared - growth * growth
  }

  /// The last circle of those that a point lies on, 0 for the first and 1 for the last; nil for none.
  func place(of point: Point) -> Double? {
    let half = point.x * way.x + point.y * way.y + radius * growth
    let rest = point.lengthSquared - radius * radius
    func isMeant(_ place: Double) -> Bool { radius + place * growth >= 0 }
    // One circle touches the other from within.
    if abs(square) <= 1e-12 * (way.lengthSquared + growth * growth) {
      guard half != 0 else { return nil }
      let place = rest / (2 * half)
      return isMeant(place) ? place : nil
    }
    let discriminant = half * half - square * rest
    guard discriminant >= 0 else { return nil }
    let root = discriminant.squareRoot()
    let (a, b) = ((half + root) / square, (half - root) / square)
    let (high, low) = (max(a, b), min(a, b))
    return isMeant(high) ? high : isMeant(low) ? low : nil
  }
}
