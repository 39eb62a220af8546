import Coding
import Geometry
import Graphics

extension Rasterizer {
  /// What takes the place of a group with a single effect that only its alpha counts for: the blurred alpha in one
  /// color, and the content over it; nil where the group needs a layer.
  func shadowed(_ group: Group, _ transform: Transform, _ surface: Surface) -> [Operation]? {
    guard group.effects.count == 1 else { return nil }
    switch group.effects[0] {
    case .dropShadow(let color, _, _):
      var operations: [Operation] = []
      if color.pixel() != .zero, let alpha = blurredAlpha(group, transform, surface, isOpaque: false) {
        operations.append(.shadow(ShadowOperation(alpha, color: color.pixel(), isCovered: true)))
      }
      return operations + self.operations(of: group.content, transform, surface)
    case .blur:
      guard let color = group.content.singleColor else { return nil }
      guard let alpha = blurredAlpha(group, transform, surface, isOpaque: true) else { return [] }
      return [.shadow(ShadowOperation(alpha, color: color.pixel(), isCovered: false))]
    }
  }

  private func key(_ name: String, _ group: Group, _ transform: Transform, _ surface: Surface) -> Digest {
    Digest { hasher in
      hasher.combine(name)
      hasher.combine(group.content)
      hasher.combine(group.effects)
      hasher.combine(transform)
      for side in [surface.region.x0, surface.region.y0, surface.region.x1, surface.region.y1] { hasher.combine(side) }
    }
  }

  /// The alpha of a group's content through its one effect; nil where nothing shows. `isOpaque` takes the content's one
  /// color for opaque.
  private func blurredAlpha(
    _ group: Group, _ transform: Transform, _ surface: Surface, isOpaque: Bool
  ) -> BlurredAlpha? {
    blurredAlphas.value(for: key(isOpaque ? "blurred outline" : "blurred alpha", group, transform, surface)) { alpha in
      let effect = PixelEffect(
        group.effects[0], stretch: localStretch(transform, group, surface), largestSigma: effectReach.sigma)
      let wide = Surface(
        region: visibleRegion(surface, marginX: effect.marginX, marginY: effect.marginY), stripHeight: 16)
      let mark = store.mark
      defer { store.release(to: mark) }
      let content = operations(of: group.content, transform, wide)
      let drawn = content.bounds.intersection(wide.bounds)
      let (x, y) = (wide.region.x0, wide.region.y0)
      guard !drawn.isEmpty, alpha.begin(effect, drawn: drawn.moved(x: x, y: y), surface: surface, thinner) else {
        return false
      }
      for strip in drawn.y0 / wide.stripHeight...(drawn.y1 - 1) / wide.stripHeight {
        if content.count == 1, case .fill(let edges, .solid(let color)) = content[0].kind {
          gather(edges, isOpaque ? UInt32(Pixel.full) : UInt32(color.w), strip, wide, drawn, surface, into: alpha)
        } else {
          gather(content, strip, wide, drawn, surface, into: alpha)
        }
      }
      thinner.finish()
      alpha.blur(samples: blurSamples)
      return true
    }
  }

  /// Takes in a strip of an outline in one color of alpha `full`.
  private func gather(
    _ edges: EdgeSet, _ full: UInt32, _ strip: Int, _ wide: Surface, _ drawn: PixelRect, _ surface: Surface,
    into alpha: BlurredAlpha
  ) {
    let (originX, originY) = (wide.region.x0, wide.region.y0)
    forEachRow(of: edges, strip: strip, surface: wide, inside: drawn) { y, spans, coverages in
      thinner.begin(row: y + originY)
      var last = 0
      var place = 0
      for span in spans {
        let start = Int(span.x)
        let end = start + Int(span.count)
        if start > place && last != 0 {
          thinner.rise(at: place + originX, by: -last)
          last = 0
        }
        for x in start..<(span.coverage == 0 ? end : start + 1) {
          let coverage = UInt32(truncatingIfNeeded: span.coverage == 0 ? coverages[x] : span.coverage)
          let value = Int((UInt64(full) * UInt64(coverage) + 32_768) >> 16)
          if value != last { thinner.rise(at: x + originX, by: value - last) }
          last = value
        }
        if full == Pixel.full && span.coverage == fullCoverage {
          alpha.noteOpaque(row: y + originY, start + originX..<end + originX, on: surface)
        }
        place = end
      }
      if last != 0 { thinner.rise(at: place + originX, by: -last) }
    }
  }

  /// Takes in a strip of any content.
  private func gather(
    _ content: [Operation], _ strip: Int, _ wide: Surface, _ drawn: PixelRect, _ surface: Surface,
    into alpha: BlurredAlpha
  ) {
    let (originX, originY) = (wide.region.x0, wide.region.y0)
    let rows = wide.rows(ofStrip: strip)
    let part = drawn.intersection(
      PixelRect(x0: drawn.x0, y0: rows.lowerBound, x1: drawn.x1, y1: rows.upperBound))
    guard !part.isEmpty else { return }
    let (layer, _) = stripLayers.take()
    defer { stripLayers.giveBack() }
    layer.reset(part)
    execute(content[...], strip: strip, of: wide, onto: layer)
    for y in part.y0..<part.y1 {
      thinner.begin(row: y + originY)
      let row = layer.row(y)
      var last: UInt16 = 0
      var since = part.x0
      for x in part.x0...part.x1 {
        let value = x < part.x1 ? row.pixels[x].w : 0
        if value == last { continue }
        thinner.rise(at: x + originX, by: Int(value) - Int(last))
        if last >= Pixel.full { alpha.noteOpaque(row: y + originY, since + originX..<x + originX, on: surface) }
        last = value
        since = x
      }
    }
  }

  /// What is visible, and what can spread to it as far as effects reach.
  private func visibleRegion(_ surface: Surface, marginX: Int, marginY: Int) -> PixelRect {
    // Aligned, so that thinned rows of a blur lie at the same places wherever its layer begins.
    let alignment = 256
    var region = surface.region.grown(x: marginX, y: marginY).intersection(effectReach.region)
    region.x0 = (region.x0 >> 8) * alignment
    region.y0 = (region.y0 >> 8) * alignment
    return region
  }

  /// Draws the content of a group with effects, and applies these; in the surface's coordinates.
  func effectLayer(_ group: Group, _ transform: Transform, _ surface: Surface) -> PixelLayer? {
    effectLayers.value(for: key("layer", group, transform, surface)) { draw(group, transform, surface, onto: $0) }
  }

  /// False where nothing is drawn.
  private func draw(_ group: Group, _ transform: Transform, _ surface: Surface, onto layer: PixelLayer) -> Bool {
    let stretch = localStretch(transform, group, surface)
    let effects = group.effects.map { PixelEffect($0, stretch: stretch, largestSigma: effectReach.sigma) }
    let marginX = effects.reduce(0) { $0 + $1.marginX }
    let marginY = effects.reduce(0) { $0 + $1.marginY }
    let region = visibleRegion(surface, marginX: marginX, marginY: marginY)
    let wide = Surface(region: region, stripHeight: 16)
    let mark = store.mark
    let content = operations(of: group.content, transform, wide)
    let drawn = content.bounds
    guard !drawn.isEmpty else {
      store.release(to: mark)
      return false
    }
    var bounds = drawn.grown(x: marginX, y: marginY).intersection(wide.bounds)
    let steps = effects.reduce((x: 1, y: 1)) { (max($0.x, $1.filterX.step), max($0.y, $1.filterY.step)) }
    bounds.x0 -= bounds.x0 % steps.x
    bounds.y0 -= bounds.y0 % steps.y
    guard effectCanvas.hasRoom(for: bounds), layer.hasRoom(for: bounds) else {
      store.release(to: mark)
      return false
    }
    effectCanvas.reset(bounds)
    for strip in 0..<wide.stripCount { execute(content[...], strip: strip, of: wide, onto: effectCanvas) }
    store.release(to: mark)
    for effect in effects { effect.apply(to: effectCanvas) }
    effectCanvas.markDither()
    effectCanvas.translate(x: region.x0 - surface.region.x0, y: region.y0 - surface.region.y0)
    // What lies beside the surface is not kept.
    layer.move(to: effectCanvas.bounds.intersection(surface.bounds))
    layer.copy(effectCanvas)
    return true
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

  /// The color of the only command, where that is an outline in one.
  var singleColor: Color? {
    guard commands.count == 1 else { return nil }
    switch commands[0] {
    case .fill(_, _, .color(let color), _), .stroke(_, _, .color(let color), _): return color
    default: return nil
    }
  }

  /// Whether drawing it on what lies below gives the same as drawing it on a layer of its own.
  var hasOnlyNormalBlends: Bool {
    commands.allSatisfy { command in
      guard case .group(let group) = command else { return true }
      return group.blend == .normal && group.content.hasOnlyNormalBlends
    }
  }
}
