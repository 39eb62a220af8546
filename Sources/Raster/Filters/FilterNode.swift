import CRasterKernels
import Coding
import Geometry
import Graphics

/// An effect of a group as a node of a graph: its input is the group's content after the effects before it.
protocol FilterNode {
  /// The part of the input, in pixels of the canvas, on which `output` depends. What lies beyond is left out.
  func requiredInput(for output: PixelRect) -> PixelRect

  /// The part of the input without which `output` would differ in any bit.
  func wholeInput(for output: PixelRect) -> PixelRect

  /// Draws what it makes of `input` on `surface`.
  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation]
}

extension FilterNode {
  func wholeInput(for output: PixelRect) -> PixelRect { requiredInput(for: output) }
}

extension Effect {
  /// `stretch` takes displacements in the group's space to pixels.
  func node(stretch: Transform, maxSigma: Double) -> any FilterNode {
    switch self {
    case .blur(let sigma): BlurNode(blur: Blur(sigma: sigma, stretch: stretch, maxSigma: maxSigma))
    case .dropShadow(let color, let offset, let sigma):
      ShadowNode(
        blur: Blur(sigma: sigma, offset: offset, stretch: stretch, maxSigma: maxSigma), color: color.pixel(),
        isUnderInput: true)
    case .shadow(let color, let offset, let sigma):
      ShadowNode(
        blur: Blur(sigma: sigma, offset: offset, stretch: stretch, maxSigma: maxSigma), color: color.pixel(),
        isUnderInput: false)
    case .innerShadow(let color, let offset, let sigma):
      InnerShadowNode(
        blur: Blur(sigma: sigma, offset: offset, stretch: stretch, maxSigma: maxSigma), color: color.pixel())
    case .color(let matrix): ColorNode(matrix: matrix)
    case .grade(let grade): GradeNode(grade: grade)
    case .highlights(let threshold): HighlightNode(threshold: threshold)
    case .graph(let graph): GraphNode(graph: graph)
    }
  }
}

/// A group's content after some of its effects, from the first.
struct FilterInput {
  var content: DisplayList
  /// Takes the content's points to pixels of the canvas.
  let transform: Transform
  let effects: ArraySlice<Effect>
  /// Takes displacements in the group's space to pixels.
  let stretch: Transform
  /// The surface of the required part.
  let surface: Surface
  /// The part of the canvas that shows.
  let visible: PixelRect
}

extension Rasterizer {
  /// The operations of a group's content and effects; `transform` takes its points to pixels of the canvas.
  func operations(of group: Group, _ transform: Transform, _ surface: Surface) -> [Operation] {
    var surface = surface
    var visible = surface.region
    if let part = group.visiblePart(transform) {
      visible = part.intersection(surface.region)
      surface.shown = part.intersection(surface.shown)
    }
    if group.effects.isEmpty { return operations(of: group.content, transform, surface) }
    return operations(
      of: FilterInput(
        content: group.content, transform: transform, effects: group.effects[...],
        stretch: localStretch(transform, group.content), surface: surface, visible: visible),
      surface)
  }

  /// The operations of `input` on a surface within its own.
  func operations(of input: FilterInput, _ surface: Surface) -> [Operation] {
    guard let effect = input.effects.last else { return operations(of: input.content, input.transform, surface) }
    let node = effect.node(stretch: input.stretch, maxSigma: filterRegion.maxSigma)
    let visible = input.visible.intersection(surface.region)
    let shown = visible.intersection(surface.shown)
    if shown.isEmpty { return [] }
    // Aligned, so that nested effects share images.
    let required = node.requiredInput(for: visible).aligned(to: 256).intersection(filterRegion.bounds)
    var part = Surface(region: required, stripHeight: 16)
    part.shown = node.wholeInput(for: shown).aligned(to: 64).intersection(required)
    let rest = FilterInput(
      content: input.content, transform: input.transform, effects: input.effects.dropLast(), stretch: input.stretch,
      surface: part, visible: required)
    return node.operations(of: rest, on: surface, by: self)
  }

  /// The input, blurred and displaced, as it shows on a surface; nil where nothing shows, or memory is refused. Of one
  /// channel it has the alpha.
  func blurred(_ input: FilterInput, _ blur: Blur, channelCount: Int, _ surface: Surface) -> BlurredImage? {
    let region = surface.region
    var input = input
    if channelCount == 1, !input.effects.contains(where: \.makesAlphaOfColors) {
      input.content = input.content.alphaContent(input.transform)
    }
    let key = Digest { hasher in
      hasher.combine(input.content)
      hasher.combine(input.transform)
      hasher.combine(Array(input.effects))
      for value in [blur.sigmaX, blur.sigmaY, blur.displacement.x, blur.displacement.y] { hasher.combine(value) }
      hasher.combine(channelCount)
      for r in [region, input.surface.region, input.surface.shown] {
        for value in [r.x0, r.y0, r.x1, r.y1] { hasher.combine(value) }
      }
    }
    return blurredImages.value(for: key) { image in
      let mark = store.mark
      defer { store.release(to: mark) }
      let content = operations(of: input, input.surface)
      let (x, y) = (input.surface.region.x0, input.surface.region.y0)
      let drawn = content.bounds.intersection(input.surface.shown.moved(x: -x, y: -y))
      let drawnOnCanvas = drawn.moved(x: x, y: y)
      guard !drawn.isEmpty, image.begin(blur, channelCount: channelCount, drawn: drawnOnCanvas, region: region) else {
        return false
      }
      downsampler.begin(drawnOnCanvas.x0..<drawnOnCanvas.x1, image.x)
      for strip in input.surface.strips(touching: drawn) {
        add(content, strip: strip, of: input.surface, in: drawn, to: image)
      }
      return image.finish(blurSamples)
    }
  }

  /// Adds the pixels of a strip to an image.
  private func add(
    _ content: [Operation], strip: Int, of surface: Surface, in drawn: PixelRect, to image: BlurredImage
  ) {
    let (x, y) = (surface.region.x0, surface.region.y0)
    let columns = drawn.x0 + x..<drawn.x1 + x
    // Only the alpha of a shape of one color, as in shadows, is blurred: coverage suffices, and no pixels are drawn.
    if content.count == 1, case .fill(let edges, .solid(let color)) = content[0].kind, image.plane.channelCount == 1 {
      guard let rows = cover(edges, strip: strip, surface: surface, inside: drawn) else { return }
      for row in rows {
        let coverage = cells.row(row - rows.lowerBound)
        downsampler.add(row: row + y, columns, to: image) { _, values in
          raster_alphas(
            coverage.changes, coverage.touched, edges.bounds.x0 >> 3, (edges.bounds.x1 + 1) >> 3, drawn.x0, drawn.x1,
            UInt32(color.w), values)
        }
      }
      return
    }
    let rows = surface.rows(ofStrip: strip)
    let part = drawn.intersection(PixelRect(x0: drawn.x0, y0: rows.lowerBound, x1: drawn.x1, y1: rows.upperBound))
    let (layer, _) = stripLayers.take()
    defer { stripLayers.giveBack() }
    layer.reset(part)
    execute(content[...], strip: strip, of: surface, onto: layer)
    for row in part.y0..<part.y1 {
      let components = layer.row(row).components(part.x0)
      downsampler.add(row: row + y, columns, to: image) { channel, values in
        raster_component(components + (image.plane.channelCount == 1 ? 3 : channel), columns.count, values)
      }
    }
  }

  /// The linear part of a group's transform; under a projective transform, in the middle of its content.
  func localStretch(_ t: Transform, _ content: DisplayList) -> Transform {
    if t.isAffine { return Transform(t.m11, t.m12, 0, t.m21, t.m22, 0) }
    guard let inverse = t.inverse else { return .identity }
    var place = filterRegion.bounds.rect.center
    if let bounds = content.pathBounds, t.depth(of: bounds.center) > 0 { place = t.apply(bounds.center) }
    let w = inverse.depth(of: place)
    guard w > 0, w.isFinite else { return .scale(scale) }
    return Transform(
      (t.m11 - place.x * t.m31) * w, (t.m12 - place.x * t.m32) * w, 0, (t.m21 - place.y * t.m31) * w,
      (t.m22 - place.y * t.m32) * w, 0)
  }
}

extension Group {
  /// The pixels that its clip and its mask may let through; nil where these are not known. `transform` takes the group's
  /// points to pixels.
  fileprivate func visiblePart(_ transform: Transform) -> PixelRect? {
    let clipped = clip.flatMap { CommandExtent.pixels(around: $0.path.controlBounds, transform * $0.transform) }
    let masked = mask.flatMap { mask in
      mask.isInverted ? nil : CommandExtent.union(mask.content.commands.lazy.map { CommandExtent.of($0, transform) })
    }
    guard let clipped, let masked else { return clipped ?? masked }
    return clipped.intersection(masked)
  }
}

extension DisplayList {
  /// The bounds of all paths that are placed by affine transforms.
  var pathBounds: Rect? {
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
      case .backdrop(let filter): add(filter.outline.pathBounds, filter.transform)
      case .exposure(let exposure):
        for sample in exposure.samples { add(sample.content.pathBounds, .identity) }
      case .solids: add(DisplayList([command]).bounds, .identity)
      }
    }
    return result
  }
}
