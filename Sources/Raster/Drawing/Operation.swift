import Graphics

/// A step of drawing, fully prepared, in a surface's own coordinates.
struct Operation {
  enum Kind {
    case fill(EdgeSet, PaintSource)
    case pathGradient(PathGradientStroke)
    case group(GroupOperation)
    case blur(BlurOperation)
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

  static func blur(_ blur: BlurOperation) -> Operation { Operation(kind: .blur(blur), bounds: blur.image.bounds) }
}

extension Sequence<Operation> {
  var bounds: PixelRect { reduce(.empty) { $0.union($1.bounds) } }
}

/// A group that is drawn on a layer of its own, strip by strip.
final class GroupOperation {
  struct MaskSource {
    var operations: [Operation]
    var channel: MaskChannel
  }

  let source: [Operation]
  let bounds: PixelRect
  /// In 1/65536.
  let opacity: UInt32
  let blend: BlendMode
  let clip: EdgeSet?
  let mask: MaskSource?

  init(
    _ source: [Operation], bounds: PixelRect, opacity: UInt32, blend: BlendMode, clip: EdgeSet?, mask: MaskSource?
  ) {
    self.source = source
    self.bounds = bounds
    self.opacity = opacity
    self.blend = blend
    self.clip = clip
    self.mask = mask
  }
}
