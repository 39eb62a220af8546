import Graphics

/// A step of drawing, fully prepared, in a surface's own coordinates.
struct Operation {
  enum Kind {
    case fill(EdgeSet, PaintSource)
    case pathGradient(PathGradientStroke)
    case group(GroupOperation)
    case shadow(ShadowOperation)
  }

  let kind: Kind
  /// The pixels that it may touch.
  let bounds: PixelRect

  static func fill(_ edges: EdgeSet, _ source: PaintSource) -> Operation {
    Operation(kind: .fill(edges, source), bounds: edges.bounds)
  }

  static func pathGradient(_ stroke: PathGradientStroke) -> Operation {
    Operation(kind: .pathGradient(stroke), bounds: stroke.bounds)
  }

  static func group(_ group: GroupOperation) -> Operation { Operation(kind: .group(group), bounds: group.bounds) }

  static func shadow(_ shadow: ShadowOperation) -> Operation {
    Operation(kind: .shadow(shadow), bounds: shadow.alpha.bounds)
  }
}

extension Sequence<Operation> {
  var bounds: PixelRect { reduce(.empty) { $0.union($1.bounds) } }
}

/// A group that is drawn on a layer of its own, strip by strip.
final class GroupOperation {
  enum Source {
    case operations([Operation])
    /// Drawn already, since effects need the whole of it.
    case layer(PixelLayer)

    var bounds: PixelRect {
      switch self {
      case .operations(let operations): operations.bounds
      case .layer(let layer): layer.bounds
      }
    }
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

/// A blurred alpha, drawn in one color.
final class ShadowOperation {
  let alpha: BlurredAlpha
  let color: Pixel
  /// Whether the caster of the shadow is drawn over it next, so that nothing shows below the caster's opaque pixels.
  let isCovered: Bool

  init(_ alpha: BlurredAlpha, color: Pixel, isCovered: Bool) {
    self.alpha = alpha
    self.color = color
    self.isCovered = isCovered
  }
}
