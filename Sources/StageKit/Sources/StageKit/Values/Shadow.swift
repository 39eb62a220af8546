import Geometry
import Graphics

/// A soft shadow under a layer, as a parameter object that many stages share.
///
/// It falls in a direction of the canvas, whatever the layer's rotation, and grows with the layer's scale.
///
/// ```swift
/// // In a stage: @Parameter() var shadow: Shadow?
/// let card = DisplayList { $0.fill(.roundedRect(box, radius: 12), .white) }
/// let cast = shadow?.effect(at: time.seconds, scale: 1)
/// frame.drawing.append(cast?.under(card) ?? card)
/// ```
public struct Shadow: ParameterGroup, TimeVarying {
  @Parameter("The shadow's color.") var color: Animated<Color> = Animated(Color(hex: 0, alpha: 77 / 255))
  @Parameter("The distance by which it falls to the right and down.") var offset: Animated<Point> = Animated(
    Point(0, 6))
  @Parameter("The softness: the blur radius, as of CSS's `box-shadow`.", .nonnegative(.points)) var blur:
    Animated<Double> = 16
  @Parameter var blend = BlendMode.normal

  /// A soft, dark shadow.
  public init() {}

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

extension Parameter where Value == Shadow? {
  /// The parameter `shadow` of many stages.
  public init() { self.init("A soft shadow under it, which falls the same way however it is turned.") }
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
  /// The blend of the shadow's color with those below it.
  public var blend: BlendMode

  /// A shadow that falls by an offset, in points.
  public init(color: Color, offset: Point, sigma: Double, blend: BlendMode = .normal) {
    self.color = color
    self.offset = offset
    self.sigma = sigma
    self.blend = blend
  }

  /// A drawing on the shadow of another that covers as much, such as its outline alone, with an opacity as one layer; but a
  /// shadow that blends is a layer of its own.
  ///
  /// It looks like `under(_:opacity:)` and costs less for a complex drawing, which is drawn once. Where the drawing
  /// moves within an outline that does not, the shadow stays as it is.
  public func under(_ drawing: DisplayList, castBy outline: DisplayList, opacity: Double = 1) -> DisplayList {
    var shadow = Group(outline, effects: [.shadow(color: color, offset: offset, sigma: sigma)])
    if blend == .normal {
      var both = DisplayList([.group(shadow)])
      both.append(drawing.hasOnlyNormalBlends ? drawing : DisplayList([.group(Group(drawing, isIsolated: true))]))
      return opacity == 1 ? both : DisplayList([.group(Group(both, opacity: opacity))])
    }
    (shadow.opacity, shadow.blend) = (opacity, blend)
    return DisplayList([.group(shadow), .group(Group(drawing, opacity: opacity))])
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
