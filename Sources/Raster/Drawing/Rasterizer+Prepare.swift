import Geometry
import Graphics
import Memory

extension Rasterizer {
  /// A list's operations on `surface`; `transform` takes its points to pixels of the canvas. Backdrop filters also show
  /// `lower`, which lies below it in the same space.
  func operations(
    of content: DisplayList, over lower: DisplayList = DisplayList(), _ transform: Transform, _ surface: Surface
  ) -> [Operation] {
    var operations: [Operation] = []
    prepare(
      content.exposingBackdrops, over: lower.exposingBackdrops, transform, opacity: 1, surface: surface,
      into: &operations)
    return operations
  }

  /// Prepares a command that holds no backdrop filter.
  func prepare(_ command: DrawCommand, _ transform: Transform, _ surface: Surface, into operations: inout [Operation]) {
    prepare(command, transform, opacity: 1, surface: surface, into: &operations, below: { DisplayList() })
  }

  private func prepare(
    _ content: DisplayList, over lower: DisplayList = DisplayList(), _ transform: Transform, opacity: Double,
    surface: Surface, into operations: inout [Operation]
  ) {
    for (index, command) in content.commands.enumerated() {
      prepare(command, transform, opacity: opacity, surface: surface, into: &operations) {
        DisplayList(lower.commands + content.commands[..<index])
      }
    }
  }

  /// Prepares a command over what lies `below` it, which backdrop filters show.
  private func prepare(
    _ command: DrawCommand, _ transform: Transform, opacity: Double, surface: Surface,
    into operations: inout [Operation], below: () -> DisplayList
  ) {
    // After a refusal of memory the drawing is discarded.
    if MemoryAccount.current?.refusal != nil { return }
    switch command {
    case .fill(let path, let rule, let paint, let own):
      let whole = transform * own
      let source = PaintSource(paint, transform: whole, opacity: opacity, cache: cache)
      if source.isClear { return }
      if let edges = edges(ofFill: path, evenOdd: rule == .evenOdd, transform: whole, surface: surface) {
        operations.append(.fill(edges, source))
      }
    case .stroke(let path, let style, .alongPath(let start, let end, let stops), let own):
      let gradient = PathGradient(path: path, style: style, start: start, end: end, stops: stops, opacity: opacity)
      if let stroke = pathGradientStroke(gradient, transform: transform * own, surface: surface) {
        operations.append(.pathGradient(stroke))
      }
    case .stroke(let path, let style, let paint, let own):
      let whole = transform * own
      let source = PaintSource(paint, transform: whole, opacity: opacity, cache: cache)
      if source.isClear { return }
      if let edges = edges(ofStroke: path, style: style, transform: whole, surface: surface) {
        operations.append(.fill(edges, source))
      }
    case .group(let group): prepare(group, transform, opacity: opacity, surface: surface, into: &operations)
    case .backdrop(let filter) where filter.grade != nil:
      if let adjustment = adjustment(filter, transform, surface) { operations.append(.adjustment(adjustment)) }
    case .backdrop(let filter):
      if let backdrop = backdrop(filter, below: below(), transform, surface) {
        operations.append(backdrop)
      }
    case .exposure(let exposure):
      operations.append(.exposure(self.exposure(exposure, below: below(), transform, surface)))
    case .solids(let solids, let own):
      if let operation = self.solids(solids, transform * own, opacity: opacity, surface) {
        operations.append(.solids(operation))
      }
    }
  }

  private func prepare(
    _ group: Group, _ transform: Transform, opacity inherited: Double, surface: Surface,
    into operations: inout [Operation]
  ) {
    let whole = transform * group.transform
    let opacity = group.opacity > 0 ? min(group.opacity, 1) * inherited : 0
    guard opacity > 0, whole.isFinite else { return }
    let isDirect = group.blend == .normal && group.clip == nil && group.mask == nil
    // A single command covers no pixel twice, so its paint can take the opacity.
    let takesOpacity = opacity == 1 || (group.content.commands.count == 1 && group.content.hasOnlyNormalBlends)
    let isIsolated = group.isIsolated && !group.content.hasOnlyNormalBlends
    if isDirect && group.effects.isEmpty && takesOpacity && !isIsolated {
      prepare(group.content, whole, opacity: opacity, surface: surface, into: &operations)
      return
    }
    let content = self.operations(of: group, whole, surface)
    var group = group
    if let clip = group.clip, covers(clip, whole * clip.transform, content.bounds, surface) { group.clip = nil }
    if opacity == 1, let clipped = clipped(group, content: content, transform: whole, surface: surface) {
      operations += clipped
    } else if opacity == 1, group.blend == .normal, group.clip == nil, group.mask == nil,
      group.content.hasOnlyNormalBlends
    {
      operations += content
    } else if let operation = composite(group, content: content, transform: whole, opacity: opacity, surface: surface) {
      operations.append(.group(operation))
    }
  }

  /// A group's content that is only clipped, without a layer where the clip covers pixels wholly; nil if it needs one
  /// everywhere.
  private func clipped(
    _ group: Group, content source: [Operation], transform: Transform, surface: Surface
  ) -> [Operation]? {
    guard let clip = group.clip, group.mask == nil, group.blend == .normal, group.content.hasOnlyNormalBlends
    else { return nil }
    let place = transform * clip.transform
    guard let region = ClipRegion(clip, place, surface, isConvex: { isConvex(clip) }),
      let edges = edges(ofFill: clip.path, evenOdd: clip.rule == .evenOdd, transform: place, surface: surface)
    else { return nil }
    let bounds = source.bounds.intersection(edges.bounds).intersection(surface.bounds)
    let inside = region.inside.intersection(bounds)
    var operations: [Operation] = []
    if inside == source.bounds.intersection(surface.bounds) {
      operations = source
    } else if !inside.isEmpty {
      operations.append(.part(source, inside))
    }
    for end in region.ends(of: edges.bounds) {
      let part = end.intersection(bounds)
      if !part.isEmpty { operations.append(.group(GroupOperation(source, bounds: part, clip: edges))) }
    }
    return operations
  }

  /// True if a convex clip certainly shows all of some pixels.
  private func covers(_ clip: Clip, _ transform: Transform, _ bounds: PixelRect, _ surface: Surface) -> Bool {
    let shown = bounds.intersection(surface.bounds).moved(x: surface.region.x0, y: surface.region.y0)
    guard !shown.isEmpty, transform.isAffine, clip.path.points.count <= Self.maxClipPoints else { return false }
    let corners = shown.grown(x: 1, y: 1).rect.corners
    return withScratchOutline { lines in
      lines.append(clip.path, tolerance: 1)
      guard lines.isConvex, var a = lines.points.last.map(transform.apply) else { return false }
      var side = 0.0
      for point in lines.points {
        let b = transform.apply(point)
        for corner in corners {
          let turn = (b - a).cross(corner - a)
          // Not on a line, and on the same side of all.
          guard turn * side >= 0, turn != 0 || a == b else { return false }
          if turn != 0 { side = turn }
        }
        a = b
      }
      return side != 0
    }
  }

  private static let maxClipPoints = 64

  private func isConvex(_ clip: Clip) -> Bool {
    withScratchOutline { lines in
      lines.append(clip.path, tolerance: 1)
      return lines.isConvex
    }
  }

  /// A group's content, clipped and masked; nil if nothing of it shows.
  private func composite(
    _ group: Group, content source: [Operation], transform: Transform, opacity: Double, surface: Surface
  ) -> GroupOperation? {
    var bounds = source.bounds.intersection(surface.bounds)
    var clip: EdgeSet?
    if let given = group.clip, !bounds.isEmpty {
      clip = edges(
        ofFill: given.path, evenOdd: given.rule == .evenOdd, transform: transform * given.transform, surface: surface)
      bounds = bounds.intersection(clip?.bounds ?? .empty)
    }
    var mask: GroupOperation.MaskSource?
    if let given = group.mask, !bounds.isEmpty {
      let content = self.operations(of: given.content, transform, surface)
      if !given.isInverted { bounds = bounds.intersection(content.bounds) }
      mask = GroupOperation.MaskSource(
        operations: content, channel: given.channel, isInverted: given.isInverted)
    }
    guard !bounds.isEmpty else { return nil }
    let own = UInt32((opacity * 65_536).rounded())
    // A layer with nothing but another one in it is the same, as far as both do different things.
    if source.count == 1, case .group(let inner) = source[0].kind, inner.blend == .normal,
      clip == nil || inner.clip == nil, mask == nil || inner.mask == nil, own == 65_536 || inner.opacity == 65_536
    {
      return GroupOperation(
        inner.source, bounds: bounds, filter: inner.filter, opacity: min(own, inner.opacity), blend: group.blend,
        clip: clip ?? inner.clip, mask: mask ?? inner.mask)
    }
    return GroupOperation(source, bounds: bounds, opacity: own, blend: group.blend, clip: clip, mask: mask)
  }
}
