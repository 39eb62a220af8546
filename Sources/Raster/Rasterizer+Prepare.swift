import Geometry
import Graphics

extension Rasterizer {
  /// Prepares a list for drawing on `surface`; `transform` takes its points to pixels of the canvas.
  func prepare(
    _ list: DisplayList, _ transform: Transform, opacity: Double, surface: Surface, into operations: inout [Operation]
  ) {
    for command in list.commands {
      switch command {
      case .fill(let path, let rule, let paint, let own):
        let whole = transform * own
        let source = PaintSource(paint, transform: whole, opacity: opacity, cache: cache)
        if source.isClear { continue }
        if let edges = edges(ofFill: path, evenOdd: rule == .evenOdd, transform: whole, surface: surface) {
          operations.append(.fill(edges, source))
        }
      case .stroke(let path, let style, .alongPath(let start, let end, let stops), let own):
        let ribbon = ribbon(
          path, style: style, stops: stops, from: start, to: end, opacity: opacity, transform: transform * own,
          surface: surface)
        if let ribbon { operations.append(.ribbon(ribbon)) }
      case .stroke(let path, let style, let paint, let own):
        let whole = transform * own
        let source = PaintSource(paint, transform: whole, opacity: opacity, cache: cache)
        if source.isClear { continue }
        if let edges = edges(ofStroke: path, style: style, transform: whole, surface: surface) {
          operations.append(.fill(edges, source))
        }
      case .group(let group): prepare(group, transform, opacity: opacity, surface: surface, into: &operations)
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
    let isPlain =
      group.blend == .normal && group.clip == nil && group.mask == nil && group.effects.isEmpty
    // A single command covers no pixel twice, so its paint can take the opacity.
    if isPlain && (opacity == 1 || group.content.commands.count == 1) {
      prepare(group.content, whole, opacity: opacity, surface: surface, into: &operations)
      return
    }
    let source: GroupOperation.Source
    var bounds: PixelRect
    if group.effects.isEmpty {
      var content: [Operation] = []
      prepare(group.content, whole, opacity: 1, surface: surface, into: &content)
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
      var content: [Operation] = []
      prepare(given.content, whole, opacity: 1, surface: surface, into: &content)
      bounds = bounds.intersection(content.bounds)
      mask = GroupOperation.MaskSource(operations: content, channel: given.channel)
    }
    guard !bounds.isEmpty else { return }
    operations.append(
      .group(
        GroupOperation(
          source, bounds: bounds, opacity: UInt32((opacity * 65_536).rounded()), blend: group.blend, clip: clip,
          mask: mask)))
  }

  /// Draws the content of a group with effects, and applies these; in the surface's coordinates.
  private func effectLayer(_ group: Group, _ transform: Transform, _ surface: Surface) -> PixelLayer? {
    let stretch = localStretch(transform, group, surface)
    let effects = group.effects.map { PixelEffect($0, stretch: stretch) }
    let marginX = effects.reduce(0) { $0 + $1.marginX }
    let marginY = effects.reduce(0) { $0 + $1.marginY }
    // Whatever is visible takes part, and what can spread to it; aligned, so that thinned rows of a blur lie at
    // the same places wherever its layer begins.
    let alignment = 256
    var region = surface.region.grown(x: marginX, y: marginY)
    region.x0 = (region.x0 >> 8) * alignment
    region.y0 = (region.y0 >> 8) * alignment
    region.x1 = min(region.x1, region.x0 + PixelRect.largestSide)
    region.y1 = min(region.y1, region.y0 + PixelRect.largestSide)
    let wide = Surface(region: region, stripHeight: 16)
    let mark = store.mark
    var content: [Operation] = []
    prepare(group.content, transform, opacity: 1, surface: wide, into: &content)
    let drawn = content.bounds
    guard !drawn.isEmpty else {
      store.release(to: mark)
      return nil
    }
    var bounds = drawn.grown(x: marginX, y: marginY).intersection(wide.bounds)
    let steps = effects.reduce((x: 1, y: 1)) { (max($0.x, $1.filterX.step), max($0.y, $1.filterY.step)) }
    bounds.x0 -= bounds.x0 % steps.x
    bounds.y0 -= bounds.y0 % steps.y
    let (layer, _) = effectLayers.take()
    layer.reset(bounds)
    for strip in 0..<wide.stripCount { execute(content[...], strip: strip, of: wide, onto: layer) }
    store.release(to: mark)
    for effect in effects { effect.apply(to: layer) }
    layer.markVaried()
    layer.move(x: region.x0 - surface.region.x0, y: region.y0 - surface.region.y0)
    return layer
  }

  /// How displacements of a group's space appear; under a projective transform, in the middle of its content.
  private func localStretch(_ t: Transform, _ group: Group, _ surface: Surface) -> Transform {
    if t.isAffine { return Transform(t.m11, t.m12, 0, t.m21, t.m22, 0) }
    guard let inverse = t.inverse else { return .identity }
    var place = surface.region.rect.center
    if let bounds = group.content.pathBounds, t.depth(of: bounds.center) > 0 { place = t.apply(bounds.center) }
    let w = inverse.depth(of: place)
    guard w > 0, w.isFinite else { return .scale(scale) }
    return Transform(
      (t.m11 - place.x * t.m31) * w, (t.m12 - place.x * t.m32) * w, 0, (t.m21 - place.y * t.m31) * w,
      (t.m22 - place.y * t.m32) * w, 0)
  }
}

extension DisplayList {
  /// The bounds of all paths that are placed by affine transforms.
  fileprivate var pathBounds: Rect? {
    var result: Rect?
    func add(_ bounds: Rect?, _ transform: Transform) {
      guard let bounds, transform.isAffine, let placed = Rect(around: bounds.corners.map(transform.apply)) else {
        return
      }
      result = result?.union(placed) ?? placed
    }
    for command in commands {
      switch command {
      case .fill(let path, _, _, let transform): add(path.controlBounds, transform)
      case .stroke(let path, _, _, let transform): add(path.controlBounds, transform)
      case .group(let group): add(group.content.pathBounds, group.transform)
      }
    }
    return result
  }
}
