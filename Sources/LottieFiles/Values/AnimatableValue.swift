import StageKit

/// Up to four numbers: a position, a scale or a color.
typealias Vector = SIMD4<Double>

/// A value that keyframes can mix.
protocol AnimatableValue: ScriptRepresentable, Sendable {
  /// The mix of two values; the share of the second may differ for each of its numbers, the first counts for values that
  /// have one share alone.
  static func mixed(_ a: Self, _ b: Self, _ shares: Vector) -> Self

  /// The value at a share of the way along a curve; values that are no positions stay.
  func placed(on motion: MotionPath, at share: Double) -> Self
}

extension AnimatableValue {
  func placed(on motion: MotionPath, at share: Double) -> Self { self }
}

extension Double: AnimatableValue {
  static func mixed(_ a: Double, _ b: Double, _ shares: Vector) -> Double { a + (b - a) * shares.x }
}

extension SIMD4<Double>: AnimatableValue {
  static func mixed(_ a: Vector, _ b: Vector, _ shares: Vector) -> Vector { a + (b - a) * shares }

  func placed(on motion: MotionPath, at share: Double) -> Vector {
    motion.point(at: share).map { Vector($0.x, $0.y, z, w) } ?? self
  }
}

extension [Double]: AnimatableValue {
  static func mixed(_ a: [Double], _ b: [Double], _ shares: Vector) -> [Double] {
    guard a.count == b.count else { return a }
    return zip(a, b).map { $0 + ($1 - $0) * shares.x }
  }
}

extension BezierPath: AnimatableValue {
  /// Paths of differing numbers of vertices cannot be mixed: the first one stays.
  static func mixed(_ a: BezierPath, _ b: BezierPath, _ shares: Vector) -> BezierPath {
    guard a.vertices.count == b.vertices.count else { return a }
    return BezierPath(
      zip(a.vertices, b.vertices).map { p, q in
        Vertex(
          point: p.point.interpolated(to: q.point, at: shares.x), in: p.in.interpolated(to: q.in, at: shares.x),
          out: p.out.interpolated(to: q.out, at: shares.x))
      }, isClosed: a.isClosed)
  }
}
