import StageKit

/// The glossy dot of the classic look, 14 wide.
enum ClassicDot {
  private static let disc = Path.circle(center: .zero, radius: 7)
  private static let shadowCenter = Point(0.5, 0.5)
  private static let shadow = RadialGlow([BlurredRing(inner: 0, outer: 7.5, sigma: 0.75)], stops: 48)
  private static let shadowDisc = Path.circle(center: shadowCenter, radius: shadow.radius)
  private static let gloss = glow(center: Point(-2.2, -3.1), radius: 3.3, strength: 1)
  /// Light that has passed through and gathers opposite the gloss.
  private static let innerLight = glow(center: Point(2.5, 2.8), radius: 7, strength: 0.5)

  /// White, half clear at half the radius.
  private static func glow(center: Point, radius: Double, strength: Double) -> Paint {
    .radial(
      center: center, radius: radius,
      stops: [(0, 1), (0.49, 0.5), (1, 0)].map { GradientStop($0.0, Color(1, 1, 1, $0.1 * strength)) },
      spread: .clear)
  }

  static func draw(_ color: Color, _ transform: Transform, into list: inout DisplayList) {
    list.fill(shadowDisc, shadow.paint(color.opacity(0.5), center: shadowCenter), transform: transform)
    list.fill(disc, color, transform: transform)
    list.group(transform: transform, blend: .overlay) { $0.fill(disc, innerLight) }
    list.fill(disc, gloss, transform: transform)
    let rim = Color(color.red * 0.9, color.green * 0.9, color.blue * 0.9, color.alpha)
    list.stroke(disc, rim, StrokeStyle(width: 1), transform: transform)
  }
}

/// The flat dot of the modern look: a white disc 22 wide with a shadow, a colored one 16 wide on it.
enum ModernDot {
  private static let shadowCenter = Point(0, 2)
  private static let shadow = RadialGlow([BlurredRing(inner: 0, outer: 11, sigma: 3)], stops: 64)
  private static let shadowDisc = Path.circle(center: shadowCenter, radius: shadow.radius)
  private static let shadowPaint = shadow.paint(Color(0, 0, 0, 0.3), center: shadowCenter)
  private static let outer = Path.circle(center: .zero, radius: 11)
  private static let inner = Path.circle(center: .zero, radius: 8)

  static func draw(_ color: Color, innerScale: Double, _ transform: Transform, into list: inout DisplayList) {
    list.fill(shadowDisc, shadowPaint, transform: transform)
    list.fill(outer, .white, transform: transform)
    list.fill(inner, color, transform: transform * .scale(innerScale))
  }
}
