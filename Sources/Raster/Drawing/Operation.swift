import Graphics

/// A step of drawing, fully prepared, in a surface's own coordinates.
struct Operation {
  enum Kind {
    case fill(EdgeSet, PaintSource)
    case pathGradient(PathGradientStroke)
    case group(GroupOperation)
    case blur(BlurOperation)
    case backdrop(BackdropOperation)
    case adjustment(AdjustmentOperation)
    case exposure(ExposureOperation)
    case solids(SolidsOperation)
    case graph(GraphOperation)
    /// Operations of which only what lies within the bounds is drawn.
    case part([Operation])
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

  static func backdrop(_ backdrop: BackdropOperation) -> Operation {
    Operation(kind: .backdrop(backdrop), bounds: backdrop.bounds)
  }

  static func adjustment(_ adjustment: AdjustmentOperation) -> Operation {
    Operation(kind: .adjustment(adjustment), bounds: adjustment.bounds)
  }

  static func exposure(_ exposure: ExposureOperation) -> Operation {
    Operation(kind: .exposure(exposure), bounds: exposure.bounds)
  }

  static func solids(_ solids: SolidsOperation) -> Operation {
    Operation(kind: .solids(solids), bounds: solids.mesh.bounds)
  }

  static func graph(_ graph: GraphOperation) -> Operation { Operation(kind: .graph(graph), bounds: graph.bounds) }

  static func part(_ operations: [Operation], _ bounds: PixelRect) -> Operation {
    Operation(kind: .part(operations), bounds: bounds)
  }
}

extension RandomAccessCollection<Operation> {
  // By indices, since elements of a sequence are copied.
  var bounds: PixelRect { indices.reduce(.empty) { $0.union(self[$1].bounds) } }
}

/// A group that is drawn on a layer of its own, strip by strip.
final class GroupOperation {
  struct MaskSource {
    var operations: [Operation]
    var channel: MaskChannel
    var isInverted: Bool
  }

  let source: [Operation]
  let occluders: [Occluder]
  let filter: LayerFilter?
  let bounds: PixelRect
  /// In 1/65536.
  let opacity: UInt32
  let blend: BlendMode
  let clip: EdgeSet?
  let mask: MaskSource?

  init(
    _ source: [Operation], bounds: PixelRect, filter: LayerFilter? = nil, opacity: UInt32 = 65_536,
    blend: BlendMode = .normal, clip: EdgeSet? = nil, mask: MaskSource? = nil
  ) {
    self.source = source
    occluders = Occluder.all(among: source)
    self.filter = filter
    self.bounds = bounds
    self.opacity = opacity
    self.blend = blend
    self.clip = clip
    self.mask = mask
  }
}
