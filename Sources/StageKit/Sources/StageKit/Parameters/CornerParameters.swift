import Geometry

/// The corners of a rectangle, as parameters that many stages share.
///
/// ```swift
/// // In a stage: @Include var corners: CornerParameters
/// frame.drawing.fill(.roundedRect(box, radii: corners.radii(at: time.seconds)), .white)
/// ```
public struct CornerParameters: ParameterGroup, TimeVarying {
  @Parameter var radius: Animated<Double>
  @Parameter(
    "The radii of its four corners instead: top left, top right, bottom right, bottom left.", .nonnegative(.points))
  var radii: [Double] = []
  @Parameter(
    "The smoothness with which sides go over into corners: 0 for arcs, 0.6 as icons of iOS, 1 for the smoothest.",
    .fraction)
  var smoothing = 0.0

  private var four: CornerRadii?

  /// Sharp corners unless a job says otherwise.
  public init() { self.init(radius: 0) }

  /// Corners of a radius, in points, unless a job says otherwise.
  public init(radius: Double) {
    _radius = Parameter(
      wrappedValue: Animated(radius), "The radius of its corners; more than fits makes half circles.",
      .nonnegative(.points))
  }

  /// Throws `StageError` for other than four radii.
  public mutating func prepare() throws {
    guard !radii.isEmpty else { return }
    guard radii.count == 4 else {
      throw StageError("expected 4 radii, found \(radii.count)", parameter: $radii.location)
    }
    four = CornerRadii(
      topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3], smoothing: smoothing)
  }

  public var settlingTime: Double? { radius.settlingTime }

  /// The radii at a number of seconds.
  public func radii(at seconds: Double) -> CornerRadii {
    four ?? CornerRadii(max(0, radius.value(at: seconds)), smoothing: smoothing)
  }
}
