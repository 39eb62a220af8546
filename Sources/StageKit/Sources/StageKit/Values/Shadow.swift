import Geometry
import Graphics

/// A soft shadow under a layer, as a parameter object that many stages share.
///
/// It falls in a direction of the canvas, whatever the layer's rotation, and grows with the layer's scale.
///
/// ```swift
/// // In a definition: parameters: [Shadow.parameter]
/// let card = DisplayList { $0.fill(.roundedRect(box, radius: 12), .white) }
/// let shadow = parameters[Shadow.parameter].map { Shadow($0) }?.effect(at: time.seconds, scale: 1)
/// frame.drawing.append(shadow?.under(card) ?? card)
/// ```
public struct Shadow: Sendable, TimeVarying {
  /// For a definition's list; an absent shadow reads as nil.
  public static let parameter = Parameter.object(
    "shadow", "A soft shadow under it, which falls the same way however it is turned.", fields
  ).optional

  static let fields: [any AnyParameter] = [color, offset, blur, Parameter<BlendMode>.blend]

  private static let color = Parameter.color(
    "color", "The shadow's color.", default: Color(hex: 0, alpha: 77 / 255)
  ).animated
  private static let offset = Parameter.point(
    "offset", "How far it falls to the right and down.", default: Point(0, 6)
  ).animated
  private static let blur = Parameter.number(
    "blur", "How soft it is: the blur radius, as in CSS.", default: 16, .nonnegative(.points)
  ).animated

  private let color: Animated<Color>
  private let offset: Animated<Point>
  private let blur: Animated<Double>
  private let blend: BlendMode

  /// From the fields of the parameter.
  public init(_ parameters: Parameters) {
    color = parameters[Self.color]
    offset = parameters[Self.offset]
    blur = parameters[Self.blur]
    blend = parameters[Parameter<BlendMode>.blend]
  }

  public var settlingTime: Double? { latestSettlingTime(of: color, offset, blur) }

  /// The shadow of a layer in points of the canvas; nil where none can be seen.
  public func effect(at seconds: Double, scale: Double) -> CastShadow? {
    let color = color.value(at: seconds)
    guard color.alpha > 0, scale.isFinite else { return nil }
    return CastShadow(
      color: color, offset: offset.value(at: seconds) * scale, sigma: max(0, blur.value(at: seconds)) / 2 * scale,
      blend: blend)
  }
}

/// A shadow at one instant.
///
/// ```swift
/// let card = DisplayList { $0.fill(.roundedRect(box, radius: 12), .white) }
/// frame.drawing.append(CastShadow(color: Color.black.opacity(0.4), offset: Point(0, 4), sigma: 6).under(card))
/// ```
public struct CastShadow: Hashable, Sendable {
  public var color: Color
  /// To the right and down.
  public var offset: Point
  /// The standard deviation of a Gaussian.
  public var sigma: Double
  /// How the shadow's color meets those below it.
  public var blend: BlendMode

  /// A shadow that falls by an offset, in points.
  public init(color: Color, offset: Point, sigma: Double, blend: BlendMode = .normal) {
    self.color = color
    self.offset = offset
    self.sigma = sigma
    self.blend = blend
  }

  /// A drawing with the shadow under it, with an opacity as one layer; but a shadow that blends is a layer of its own.
  public func under(_ drawing: DisplayList, opacity: Double = 1) -> DisplayList {
    guard blend != .normal else {
      let effect = Effect.dropShadow(color: color, offset: offset, sigma: sigma)
      return DisplayList([.group(Group(drawing, opacity: opacity, effects: [effect]))])
    }
    let shadow = Group(
      drawing, opacity: opacity, blend: blend, effects: [.shadow(color: color, offset: offset, sigma: sigma)])
    return DisplayList([.group(shadow), .group(Group(drawing, opacity: opacity))])
  }
}
