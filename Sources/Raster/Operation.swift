import Graphics

/// A step of drawing with everything prepared, in a surface's own coordinates.
enum Operation {
  case fill(EdgeSet, PaintSource)
  case ribbon(Ribbon)
  case group(GroupOperation)
  case shadow(ShadowOperation)

  var bounds: PixelRect {
    switch self {
    case .fill(let edges, _): edges.bounds
    case .ribbon(let ribbon): ribbon.bounds
    case .group(let group): group.bounds
    case .shadow(let shadow): shadow.alpha.bounds
    }
  }
}

extension Sequence<Operation> {
  var bounds: PixelRect { reduce(.empty) { $0.union($1.bounds) } }
}

/// A group to be drawn on a layer of its own, strip by strip.
final class GroupOperation {
  enum Source {
    case operations([Operation])
    /// Drawn already, since effects need all of it at once.
    case layer(PixelLayer)
  }

  struct MaskSource {
    var operations: [Operation]
    var channel: MaskChannel
  }

  let source: Source
  let bounds: PixelRect
  /// In 1/65536.
  let opacity: UInt32
  let blend: BlendMode
  let clip: EdgeSet?
  let mask: MaskSource?

  init(
    _ source: Source, bounds: PixelRect, opacity: UInt32, blend: BlendMode, clip: EdgeSet?, mask: MaskSource?
  ) {
    self.source = source
    self.bounds = bounds
    self.opacity = opacity
    self.blend = blend
    self.clip = clip
    self.mask = mask
  }
}

/// A blurred alpha to be drawn in one color.
final class ShadowOperation {
  let alpha: BlurredAlpha
  let color: Pixel
  /// Whether what throws the shadow is drawn on it next, so that nothing shows below its opaque pixels.
  let isCovered: Bool

  init(_ alpha: BlurredAlpha, color: Pixel, isCovered: Bool) {
    self.alpha = alpha
    self.color = color
    self.isCovered = isCovered
  }
}
