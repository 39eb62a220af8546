import Geometry
import Graphics

extension Rasterizer {
  /// Prepares a list for drawing on `surface`; `transform` takes its points to pixels of the canvas.
  func prepare(
    _ content: DisplayList, _ transform: Transform, opacity: Double, surface: Surface, into list: inout OperationList
  ) {
    for command in content.commands {
      switch command {
      case .fill(let path, let rule, let paint, let own):
        let whole = transform * own
        let source = PaintSource(paint, transform: whole, opacity: opacity, cache: cache)
        if source.isClear { continue }
        if let edges = edges(ofFill: path, evenOdd: rule == .evenOdd, transform: whole, surface: surface) {
          list.operations.append(.fill(edges, source))
        }
      case .stroke(let path, let style, .alongPath(let start, let end, let stops), let own):
        let ribbon = ribbon(
          path, style: style, stops: stops, from: start, to: end, opacity: opacity, transform: transform * own,
          surface: surface)
        if let ribbon { list.operations.append(.ribbon(ribbon)) }
      case .stroke(let path, let style, let paint, let own):
        let whole = transform * own
        let source = PaintSource(paint, transform: whole, opacity: opacity, cache: cache)
        if source.isClear { continue }
        if let edges = edges(ofStroke: path, style: style, transform: whole, surface: surface) {
          list.operations.append(.fill(edges, source))
        }
      case .group(let group): prepare(group, transform, opacity: opacity, surface: surface, into: &list)
      }
      list.relieve(self)
    }
  }

  /// A list's operations on `surface`.
  func operations(of content: DisplayList, _ transform: Transform, _ surface: Surface) -> [Operation] {
    var list = OperationList(surface, self)
    prepare(content, transform, opacity: 1, surface: surface, into: &list)
    return list.all
  }

  private func prepare(
    _ group: Group, _ transform: Transform, opacity inherited: Double, surface: Surface,
    into list: inout OperationList
  ) {
    let whole = transform * group.transform
    let opacity = group.opacity > 0 ? min(group.opacity, 1) * inherited : 0
    guard opacity > 0, whole.isFinite else { return }
    let isPlain =
      group.blend == .normal && group.clip == nil && group.mask == nil && group.effects.isEmpty
    // A single command covers no pixel twice, so its paint can take the opacity.
    if isPlain && (opacity == 1 || group.content.commands.count == 1) {
      prepare(group.content, whole, opacity: opacity, surface: surface, into: &list)
      return
    }
    let source: GroupOperation.Source
    var bounds: PixelRect
    if group.effects.isEmpty {
      let content = operations(of: group.content, whole, surface)
      bounds = content.bounds
      source = .operations(content)
    } else if let content = shadowed(group, whole, surface) {
      let isDirect = opacity == 1 && group.blend == .normal && group.clip == nil && group.mask == nil
      if isDirect && group.content.hasOnlyNormalBlends {
        list.operations += content
        return
      }
      bounds = content.bounds
      source = .operations(content)
    } else {
      guard let layer = effectLayer(group, whole, surface) else { return }
      bounds = layer.bounds.intersection(surface.bounds)
      source = .layer(layer)
    }
    var clip: EdgeSet?
    if let given = group.clip, !bounds.isEmpty {
      clip = edges(
        ofFill: given.path, evenOdd: given.rule == .evenOdd, transform: whole * given.transform, surface: surface)
      bounds = bounds.intersection(clip?.bounds ?? .empty)
    }
    var mask: GroupOperation.MaskSource?
    if let given = group.mask, !bounds.isEmpty {
      let content = operations(of: given.content, whole, surface)
      bounds = bounds.intersection(content.bounds)
      mask = GroupOperation.MaskSource(operations: content, channel: given.channel)
    }
    guard !bounds.isEmpty else { return }
    list.operations.append(
      .group(
        GroupOperation(
          source, bounds: bounds, opacity: UInt32((opacity * 65_536).rounded()), blend: group.blend, clip: clip,
          mask: mask)))
  }
}
