import Coding

/// The radii of a rectangle's corners, in its own units, and the smoothness with which sides go over into them.
///
/// ```swift
/// frame.drawing.fill(Path { $0.roundedRect(box, radii: CornerRadii(topLeft: 16, topRight: 16)) }, .white)
/// ```
public struct CornerRadii: Hashable, Sendable, Digestible {
  /// In the path's own units.
  public var topLeft, topRight, bottomRight, bottomLeft: Double
  /// From 0, where corners are arcs, to 1, where they begin twice as far away and bend gradually, as far as there is room.
  public var smoothing: Double

  /// A radius for each corner, 0 for a sharp one.
  public init(
    topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0, smoothing: Double = 0
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
    self.smoothing = smoothing
  }

  /// The same radius at all corners.
  public init(_ radius: Double, smoothing: Double = 0) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius, smoothing: smoothing)
  }

  /// The corners of a rectangle that lies `distance` inside.
  public func inset(by distance: Double) -> CornerRadii {
    CornerRadii(
      topLeft: topLeft - distance, topRight: topRight - distance, bottomRight: bottomRight - distance,
      bottomLeft: bottomLeft - distance, smoothing: smoothing)
  }

  /// These radii at 0, others at 1, and what is between.
  public func interpolated(to other: CornerRadii, at t: Double) -> CornerRadii {
    func mix(_ key: KeyPath<CornerRadii, Double>) -> Double { self[keyPath: key] * (1 - t) + other[keyPath: key] * t }
    return CornerRadii(
      topLeft: mix(\.topLeft), topRight: mix(\.topRight), bottomRight: mix(\.bottomRight),
      bottomLeft: mix(\.bottomLeft),
      smoothing: mix(\.smoothing))
  }

  /// All radii times a factor.
  public func scaled(by factor: Double) -> CornerRadii {
    CornerRadii(
      topLeft: topLeft * factor, topRight: topRight * factor, bottomRight: bottomRight * factor,
      bottomLeft: bottomLeft * factor, smoothing: smoothing)
  }

  public func digest(into hasher: inout DigestHasher) {
    for radius in [topLeft, topRight, bottomRight, bottomLeft] { hasher.combine(radius) }
    if smoothing != 0 { hasher.combine(smoothing) }
  }

  /// These radii, negative ones as 0, all scaled down alike where neighbors would not fit a side.
  /// Source: CSS Backgrounds and Borders Level 3, 4.5.
  func fitted(to rect: Rect) -> CornerRadii {
    let (a, b, c, d) = (max(0, topLeft), max(0, topRight), max(0, bottomRight), max(0, bottomLeft))
    let k = min(1, rect.width / max(a + b, c + d), rect.height / max(b + c, d + a))
    return CornerRadii(
      topLeft: a * k, topRight: b * k, bottomRight: c * k, bottomLeft: d * k, smoothing: min(max(smoothing, 0), 1))
  }
}
