import Geometry
import Graphics

/// A paint ready to give colors for pixels of the canvas.
enum PaintSource {
  case solid(Pixel)
  case gradient(GradientPaint)
  case image(ImagePaint)

  /// True if nothing can be seen of it.
  var isClear: Bool {
    if case .solid(let color) = self { color == .zero } else { false }
  }

  /// `transform` takes the paint's space to pixels of the canvas.
  init(_ paint: Paint, transform: Transform, opacity: Double, cache: ResourceCache) {
    switch paint {
    case .color(let color): self = .solid(color.pixel(opacity: opacity))
    case .linear, .radial, .conic, .conical:
      self = GradientPaint.source(paint, transform: transform, opacity: opacity)
    case .image(let image, let placement, let spread, let own):
      self = ImagePaint.source(
        image, transform: transform * placement, spread: spread, opacity: opacity * own, cache: cache)
    case .alongPath: self = .solid(.zero)
    }
  }
}
