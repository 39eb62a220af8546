import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The shadow of a jumping pin on the ground: dark and narrow where it touches, and the higher the pin, the wider and
/// fainter.
struct GroundShadow: Hashable, Sendable {
  var opacity: Double
  /// Points for one unit of the poses.
  var zoom: Double
  /// The height of the pin above the ground, in points.
  var lift: Double

  /// In the poses' units: half the shadow's width on the ground, and how high the pin is where it is twice as wide.
  private static let radius = 44.0
  private static let height = 60.0
  private static let flatness = 0.16
  /// The part of the radius that the dark middle takes, where the pin touches.
  private static let contact = 0.55

  /// A Gaussian of three standard deviations, from 1 in the middle to 0 at 1.
  private static func falloff(_ t: Double) -> Double {
    t < 1 ? (exp(-4.5 * t * t) - exp(-4.5)) / (1 - exp(-4.5)) : 0
  }

  func draw(at point: Point, into list: inout DisplayList) {
    let rise = min(max(lift / (Self.height * zoom), 0), 1)
    let radius = Self.radius * zoom * (1 + rise)
    guard opacity > 0, radius > 1e-3, radius.isFinite else { return }
    // The little light that comes between pin and ground grows with the square of their distance.
    let touch = (1 - rise) * (1 - rise)
    // Straight pieces that the eye takes for a curve.
    let stops = (0...16).map { index in
      let t = Double(index) / 16
      let strength = 0.4 * Self.falloff(t) + 0.6 * touch * Self.falloff(t / Self.contact)
      return GradientStop(t, Color(0, 0, 0, opacity * strength))
    }
    list.fill(
      .circle(center: .zero, radius: radius), .radial(center: .zero, radius: radius, stops: stops),
      transform: .translation(point) * .scale(1, Self.flatness))
  }
}
