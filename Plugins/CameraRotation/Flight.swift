import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The way from one view to another that looks even and short: out, over, and in again. Source: van Wijk and Nuij, "Smooth and
/// efficient zooming and panning" (2003).
struct Flight: Sendable {
  /// The weight of zooming against panning; the value that people in that study liked best.
  static let rho = 1.42
  /// The width of a camera's view, as a share of its distance.
  static let breadth = 0.6

  private let from: CameraView
  private let to: CameraView
  private let way: Double
  /// r0 and the length of the path in the paper's terms.
  private let begin: Double
  private let length: Double

  init(from: CameraView, to: CameraView) {
    (self.from, self.to) = (from, to)
    let (w0, w1) = (from.distance * Self.breadth, to.distance * Self.breadth)
    way = from.center.distance(to: to.center)
    let (rho2, u) = (Self.rho * Self.rho, way)
    guard u > 1e-6 * (w0 + w1) else {
      begin = 0
      length = log(w1 / w0) / Self.rho
      return
    }
    func r(_ b: Double) -> Double { -asinh(b) }
    begin = r((w1 * w1 - w0 * w0 + rho2 * rho2 * u * u) / (2 * w0 * rho2 * u))
    length = (r((w1 * w1 - w0 * w0 - rho2 * rho2 * u * u) / (2 * w1 * rho2 * u)) - begin) / Self.rho
  }

  /// The distance and the center after a share of the path, at its ends and beyond them exactly and in line with it.
  func place(afterProgress t: Double) -> (distance: Double, center: Point) {
    if t == 0 { return (from.distance, from.center) }
    if t == 1 { return (to.distance, to.center) }
    let s = Self.rho * length * t
    guard way > 1e-6 * (from.distance + to.distance) * Self.breadth else {
      return (from.distance * exp(s), from.center.interpolated(to: to.center, at: t))
    }
    let u =
      from.distance * Self.breadth / (Self.rho * Self.rho) * (cosh(begin) * tanh(s + begin) - sinh(begin))
    return (
      from.distance * cosh(begin) / cosh(s + begin), from.center.interpolated(to: to.center, at: u / way)
    )
  }
}
