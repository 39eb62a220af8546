import Geometry
import Graphics

/// A soft shadow under a layer, as a parameter object that many stages share.
///
/// It falls in a direction of the canvas, whatever the layer's rotation, and grows with the layer's scale.
public struct Shadow: Sendable, TimeVarying {
  /// For a definition's list; an absent shadow reads as nil.
  public static let parameter = Parameter.object(
    "shadow", "A soft shadow under it, which falls the same way however it is turned.", [color, offset, blur]
  ).optional

  private static let color = Parameter.animatedColor(
    "color", "The shadow's color.", default: Color(hex: 0, alpha: 77 / 255))
  private static let offset = Parameter.animatedPoint(
    "offset", "How far it falls to the right and down.", default: Point(0, 6))
  private static let blur = Parameter.animatedNumber(
    "blur", "How soft it is: the blur radius, as in CSS.", default: 16, .nonnegative(.points))

  private let color: Animated<Color>
  private let offset: Animated<Point>
  private let blur: Animated<Double>

  /// From the fields of the parameter.
  public init(_ parameters: Parameters) {
    color = parameters[Self.color]
    offset = parameters[Self.offset]
    blur = parameters[Self.blur]
  }

  public var settlingTime: Double? { latestSettlingTime(of: color, offset, blur) }

  /// The effect for a layer in points of the canvas; nil where no shadow can be seen.
  public func effect(at seconds: Double, scale: Double) -> Effect? {
    let color = color.value(at: seconds)
    guard color.alpha > 0, scale.isFinite else { return nil }
    return .dropShadow(
      color: color, offset: offset.value(at: seconds) * scale,
      sigma: max(0, blur.value(at: seconds)) / 2 * scale)
  }
}
