import StageKit

/// A layer of a booklet's shadow, as parameters.
struct ShadowLayer: ParameterGroup {
  @Parameter("Its color and opacity.") var color: Color = .black.opacity(0.1)
  @Parameter("The distance by which it falls to the right and down.") var offset = Point(0, 6)
  @Parameter("The softness: the blur radius, as of CSS's `box-shadow`.", .nonnegative(.points)) var blur = 7.0
}

/// The shadow of a booklet on what it lies on, in several layers.
struct TableShadow: Sendable {
  private struct Layer {
    var color: Color
    var offset: Point
    /// As in CSS: twice the standard deviation.
    var blur: Double
  }

  private let layers: [Layer]

  init(_ list: [ShadowLayer]) {
    layers =
      list.isEmpty
      ? [
        Layer(color: .black.opacity(0.1), offset: Point(0, 6), blur: 7),
        Layer(color: .black.opacity(0.15), offset: Point(0, 2), blur: 3),
      ] : list.map { Layer(color: $0.color, offset: $0.offset, blur: $0.blur) }
  }

  /// Draws the shadow with the cover at an angle.
  ///
  /// The right half lies on the table. The cover's shadow is its outline seen from above, which shrinks to nothing as
  /// the cover becomes upright; the higher the cover, the further, softer and fainter it falls.
  func draw(onto list: inout DisplayList, cover angle: Double, at place: BookletPlacement, opacity: Double) {
    guard opacity > 0 else { return }
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let outline = place.outline
    let origin = Transform.translation(place.top)
    for layer in layers where layer.color.alpha > 0 {
      add(layer, outline: outline, transform: origin, scale: place.shadowScale, lift: 0, opacity: opacity, to: &list)
      let strength = cosine < 0 ? 1 - 0.5 * sine : 0.6 * sine
      if strength > 0, abs(cosine) > 1e-3 {
        add(
          layer, outline: outline, transform: origin * .scale(cosine, 1), scale: place.shadowScale, lift: sine,
          opacity: opacity * strength,
          to: &list)
      }
    }
  }

  private func add(
    _ layer: Layer, outline: Path, transform: Transform, scale: Double, lift: Double, opacity: Double,
    to list: inout DisplayList
  ) {
    let offset = layer.offset * (scale * (1 + 1.5 * lift))
    let sigma = layer.blur / 2 * scale * (1 + 2 * lift)
    var shape = DisplayList()
    shape.fill(outline, layer.color.opacity(min(opacity, 1)), transform: .translation(offset) * transform)
    list.group(Group(shape, effects: sigma > 0 ? [.blur(sigma: sigma)] : []))
  }
}
