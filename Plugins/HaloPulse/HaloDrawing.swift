import StageKit

/// Draws a halo in one of its looks.
struct HaloDrawing: Sendable {
  struct Frame {
    var place: AnchorPosition
    var color: Color
    var state: PulseTiming.State
    /// At scale 1, in points.
    var fullRadius: Double
    var pop: Double
    var strokeWidth: Double
  }

  private let look: HaloLook
  let isOnGround: Bool
  /// True for a halo on the ground also without a camera, as seen from half above.
  private let liesWithoutCamera: Bool
  private let keepsStrokeWidth: Bool
  private let isDiscrete: Bool
  /// The pictures, for a constant color.
  private let pictures: [Image]?
  /// The drawing, for a constant color.
  private let classic: DisplayList?

  /// Below this radius, in points, nothing would show.
  private static let minRadius = 1e-3

  static let unitCircle = Path.circle(center: .zero, radius: 1)

  init(look: HaloLook, plane: HaloPlane, growth: HaloGrowth, keepsStrokeWidth: Bool, constantColor: Color?) {
    self.look = look
    isOnGround = plane == .ground || (plane == .automatic && look == .ring)
    liesWithoutCamera = plane == .ground
    self.keepsStrokeWidth = keepsStrokeWidth
    isDiscrete = growth == .discrete
    classic = look == .classic ? constantColor.map(ClassicHalo.drawing) : nil
    pictures = look == .classic && growth == .discrete ? constantColor.map(ClassicHalo.pictures) : nil
  }

  /// Even to nine tenths of the radius, and clear at its rim: a raised cosine as straight pieces.
  private static func softDisc(_ color: Color) -> Paint {
    let rim = [(0.9, 1), (0.92, 0.9), (0.94, 0.65), (0.96, 0.35), (0.98, 0.1), (1, 0.0)]
    return .radial(center: .zero, radius: 1, stops: rim.map { GradientStop($0.0, color.opacity($0.1)) })
  }

  /// Maps points around the anchor to the canvas; nil if the anchor is on no ground that the halo could lie on.
  func transform(at place: AnchorPosition) -> Transform? {
    let upright = Transform.translation(place.point)
    guard isOnGround else { return upright }
    guard place.camera == nil else { return place.groundPlane }
    return liesWithoutCamera ? upright * .scale(1, 0.5) : upright
  }

  func draw(_ frame: Frame, into list: inout DisplayList) {
    let radius = frame.fullRadius * frame.state.scale * frame.pop
    guard frame.state.opacity > 0, radius >= Self.minRadius, radius.isFinite,
      let plane = transform(at: frame.place)
    else { return }
    switch look {
    case .classic:
      let content =
        isDiscrete
        ? ClassicHalo.drawing(of: pictures ?? ClassicHalo.pictures(frame.color), at: frame.state.progress)
        : classic ?? ClassicHalo.drawing(frame.color)
      list.group(
        Group(
          content, transform: plane * .scale(ClassicHalo.ringRadius(within: radius)), opacity: frame.state.opacity))
    case .modern:
      list.fill(
        Self.unitCircle, Self.softDisc(frame.color.opacity(frame.state.opacity)), transform: plane * .scale(radius))
    case .ring:
      let width = frame.strokeWidth * (keepsStrokeWidth ? 1 : frame.state.scale)
      guard width > 0 else { return }
      list.stroke(
        Self.unitCircle, frame.color.opacity(frame.state.opacity),
        StrokeStyle(width: width, order: .transformThenOutline), transform: plane * .scale(radius))
    }
  }
}
