import Graphics

/// A shadow under all of it.
struct DropShadowEffect: LayerEffect {
  @Include var shadow: Shadow

  var settlingTime: Double? { shadow.settlingTime }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    shadow.effect(at: seconds, scale: 1).map { $0.under(drawing) } ?? drawing
  }
}
