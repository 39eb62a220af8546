import Geometry
import Graphics

/// A change of a layer's drawing: one of the alternatives of the parameter `effects`.
///
/// Lengths are in points of the space in which the layer lies. A blur radius is that of the function of CSS: the standard
/// deviation of a Gaussian for filters, twice that for what a `box-shadow` does.
protocol LayerEffect: ParameterGroup, TimeVarying {
  /// Loads what its job names, and notes the canvas. Throws `StageError`.
  mutating func load(_ context: any StageContext) throws

  /// A drawing with the effect, at an instant.
  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList

  /// True if what lies below is seen through it as through glass, so that its shadows lie beside it alone.
  var isGlass: Bool { get }

  /// The drawing below it, if the layer is laid onto others; not drawn if another stage takes the layer.
  func below(_ drawing: DisplayList, at seconds: Double) -> DisplayList
}

extension LayerEffect {
  func load(_ context: any StageContext) throws {}
  func below(_ drawing: DisplayList, at seconds: Double) -> DisplayList { DisplayList() }
  var isGlass: Bool { false }
}

/// One of the effects that a job can give a stage.
struct ChosenEffect: ParameterVariant {
  let effect: any LayerEffect

  static let alternatives: [Alternative<ChosenEffect>] = [
    .init("blur", "Blurs it.") { (effect: BlurEffect) in ChosenEffect(effect: effect) },
    .init("dropShadow", "A soft shadow under it.") { (effect: DropShadowEffect) in ChosenEffect(effect: effect) },
    .init("innerShadow", "A soft shadow that its edge throws inwards.") { (effect: InnerShadowEffect) in
      ChosenEffect(effect: effect)
    },
    .init("glow", "Light around it, which adds to what lies below.") { (effect: GlowEffect) in
      ChosenEffect(effect: effect)
    },
    .init("color", "Adjusts its colors.") { (effect: ColorEffect) in ChosenEffect(effect: effect) },
    .init("grade", "Grades its colors, as those of a film.") { (effect: GradeEffect) in ChosenEffect(effect: effect) },
    .init("backdropBlur", "Blurs what lies below it, within its outline, as frosted glass does.") {
      (effect: BackdropBlur) in ChosenEffect(effect: effect)
    },
  ]

  static var placeholder: ChosenEffect { ChosenEffect(effect: BlurEffect()) }
}

extension DisplayList {
  /// All of it as one layer with an effect.
  func with(_ effect: Effect) -> DisplayList { DisplayList([.group(Group(self, effects: [effect]))]) }
}
