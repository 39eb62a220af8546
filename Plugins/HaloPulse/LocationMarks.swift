import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The marks around a halo: the accuracy circle below it, the heading beam and the dot above it.
struct LocationMarks: Sendable {
  struct Frame {
    var place: AnchorPosition
    var color: Color
    var zoom: Double
    var pop: Double
    var dotScale: Double
    /// The heading from another stage, in degrees.
    var heading: Double?
    /// Maps points around the anchor to the canvas, in the plane of the halo.
    var plane: Transform?
  }

  let look: HaloLook
  let accuracy: Animated<Double>?
  let heading: Animated<Double>?
  let headingAccuracy: Animated<Double>

  /// The least difference between the widths of the accuracy circle and the dot for which the circle is shown, in
  /// points.
  private static let accuracyMargin = 15.0

  /// The reach of the beam, in points: half of a box of 115.
  private static let beamReach = 57.5
  private static let beamOpacity = 0.4

  func drawAccuracy(_ frame: Frame, at seconds: Double, into list: inout DisplayList) {
    guard let accuracy = accuracy?.value(at: seconds) else { return }
    let radius = accuracy * (frame.place.pointsPerMeter ?? 1)
    let plane = frame.place.camera == nil ? frame.plane : frame.place.groundPlane
    guard radius.isFinite, 2 * radius > look.dotWidth * frame.zoom + Self.accuracyMargin, let plane else { return }
    list.fill(HaloDrawing.unitCircle, frame.color.opacity(0.1), transform: plane * .scale(radius))
  }

  func drawBeam(_ frame: Frame, at seconds: Double, into list: inout DisplayList) {
    // The modern look bounces in as a whole.
    let scale = frame.zoom * (look == .modern ? frame.pop : 1)
    guard let heading = frame.heading ?? heading?.value(at: seconds), heading.isFinite, scale > 1e-4,
      scale.isFinite, let plane = frame.plane
    else { return }
    let half = min(max(headingAccuracy.value(at: seconds), 20), 80)
    let reach = Self.beamReach
    // On the canvas the beam points where the heading leads on the ground.
    let isUpright = plane == .translation(frame.place.point)
    let direction = isUpright ? canvasDirection(heading, at: frame.place) : heading - 90
    let wedge = Path { builder in
      builder.move(to: .zero)
      builder.arc(center: .zero, radius: reach, start: direction - half, sweep: 2 * half)
      builder.close()
    }
    let color = frame.color.opacity(Self.beamOpacity)
    list.fill(
      wedge,
      .radial(
        center: .zero, radius: reach, stops: [GradientStop(0, color), GradientStop(1, color.opacity(0))],
        spread: .clear),
      transform: plane * .scale(scale))
  }

  /// The angle on the canvas, clockwise from the x axis, of a heading on the ground.
  private func canvasDirection(_ heading: Double, at place: AnchorPosition) -> Double {
    guard let ground = place.groundPlane else { return heading - 90 }
    let (sine, cosine) = sineAndCosine(degrees: heading)
    let ahead = ground.apply(Point(sine, -cosine)) - place.point
    return ahead == .zero ? heading - 90 : atan2(ahead.y, ahead.x) * 180 / .pi
  }

  func drawDot(_ frame: Frame, into list: inout DisplayList) {
    let scale = frame.zoom * frame.pop
    guard scale > 1e-4, scale.isFinite else { return }
    let transform = Transform.translation(frame.place.point) * .scale(scale)
    switch look {
    case .classic: ClassicDot.draw(frame.color, transform, into: &list)
    case .modern: ModernDot.draw(frame.color, innerScale: frame.dotScale, transform, into: &list)
    case .ring: break
    }
  }
}
