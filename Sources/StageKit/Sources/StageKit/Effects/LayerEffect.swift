import Geometry
import Graphics

/// What becomes of a layer's drawing: one of the alternatives of the parameter `effects`.
///
/// Lengths are in points of the space in which the layer lies, and a blur radius is that of CSS: twice a Gaussian's
/// standard deviation.
protocol LayerEffect: Sendable, TimeVarying {
  /// The key that chooses it, with its fields.
  static var variant: ParameterSchema.Variant { get }

  init(_ parameters: Parameters)

  /// A drawing with the effect, at an instant.
  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList

  /// What is drawn below it where it is laid onto others, but not where it is taken elsewhere.
  func below(_ drawing: DisplayList, at seconds: Double) -> DisplayList
}

extension LayerEffect {
  func below(_ drawing: DisplayList, at seconds: Double) -> DisplayList { DisplayList() }
}

/// The parameter `effects` of every stage that draws.
enum LayerEffects {
  static let parameter = Parameter.variants(
    "effects", "What becomes of its drawing, one after the other, in points of the canvas.", types.map { $0.variant }
  ).optional

  private static let types: [any LayerEffect.Type] = [
    BlurEffect.self, DropShadowEffect.self, InnerShadowEffect.self, GlowEffect.self, ColorEffect.self,
    BackdropBlur.self,
  ]

  /// In the order of the job.
  static func effects(_ parameters: Parameters) -> [any LayerEffect] {
    (parameters[parameter] ?? []).compactMap { chosen in
      types.first { $0.variant.name == chosen.name }?.init(chosen.parameters)
    }
  }
}

extension DisplayList {
  /// All of it as one layer with an effect.
  func with(_ effect: Effect) -> DisplayList { DisplayList([.group(Group(self, effects: [effect]))]) }
}
