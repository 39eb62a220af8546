import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The shadow of a jumping pin on the ground: the higher the pin, the wider and fainter.
struct GroundShadow: Hashable, Sendable {
  var opacity: Double
  /// Points for one unit of the poses.
  var zoom: Double
  /// The height of the pin above the ground, in points.
  var lift: Double

  /// In the poses' units: half the shadow's width on the ground, and how high the pin is where it is half as wide again.
  private static let radius = 36.0
  private static let height = 60.0
  private static let flatness = 0.15

  /// A Gaussian of three standard deviations, as straight pieces that the eye takes for one.
  private static let falloff = (0...12).map { index in
    let t = Double(index) / 12
    return (t, (exp(-4.5 * t * t) - exp(-4.5)) / (1 - exp(-4.5)))
  }

  func draw(at point: Point, into list: inout DisplayList) {
    let rise = min(max(lift / (Self.height * zoom), 0), 1)
    let (strength, radius) = (opacity * (1 - 0.6 * rise), Self.radius * zoom * (1 + 0.5 * rise))
    guard strength > 0, radius > 1e-3, radius.isFinite else { return }
    let stops = Self.falloff.map { GradientStop($0.0, Color(0, 0, 0, $0.1 * strength)) }
    list.fill(
      .circle(center: .zero, radius: radius), .radial(center: .zero, radius: radius, stops: stops),
      transform: .translation(point) * .scale(1, Self.flatness))
  }
}
