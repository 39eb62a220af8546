import Graphics

/// A shadow under all of it.
struct DropShadowEffect: LayerEffect {
  static let variant = ParameterSchema.Variant("dropShadow", "A soft shadow under it.", Shadow.fields)

  private let shadow: Shadow

  init(_ parameters: Parameters) { shadow = Shadow(parameters) }

  var settlingTime: Double? { shadow.settlingTime }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    shadow.effect(at: seconds, scale: 1).map { $0.under(drawing) } ?? drawing
  }
}
