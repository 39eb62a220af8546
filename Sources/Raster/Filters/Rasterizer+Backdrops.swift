import CRasterKernels
import Coding
import Geometry
import Graphics

/// The outline and the parameters of a backdrop filter, without the image.
struct BackdropShape {
  let outline: [Operation]
  /// The visible part, in the coordinates of its surface.
  let bounds: PixelRect
  let blur: Blur
  /// In 1/65536.
  let opacity: UInt32
  let color: ColorMatrix?
  /// The threshold of light; nil for a view.
  let highlights: Double?
}

extension Rasterizer {
  /// The shape of a backdrop filter on a surface; nil if it is not visible.
  func shape(of filter: BackdropFilter, _ transform: Transform, _ surface: Surface) -> BackdropShape? {
    let whole = transform * filter.transform
    let opacity = filter.opacity > 0 ? UInt32((min(filter.opacity, 1) * 65_536).rounded()) : 0
    guard opacity > 0, whole.isFinite else { return nil }
    let outline = operations(of: filter.outline, whole, surface)
    let bounds = outline.bounds.intersection(surface.bounds)
    if bounds.isEmpty { return nil }
    let blur = Blur(
      sigma: filter.sigma, stretch: localStretch(whole, filter.outline), maxSigma: filterRegion.maxSigma)
    return BackdropShape(
      outline: outline, bounds: bounds, blur: blur, opacity: opacity, color: filter.color,
      highlights: filter.highlights.map { $0 > 0 ? min($0, 0.999) : 0 })
  }

  /// The pixels of the canvas that a backdrop is made of.
  func input(of shape: BackdropShape, _ surface: Surface) -> PixelRect {
    shape.blur.pixels(showing: shape.bounds.moved(x: surface.region.x0, y: surface.region.y0)).clamped(to: canvas)
  }

  /// The operation of a backdrop filter within a layer; nil if nothing of it is visible, or memory is refused.
  func backdrop(
    _ filter: BackdropFilter, below: DisplayList, _ transform: Transform, _ surface: Surface
  ) -> Operation? {
    guard !below.isEmpty, let shape = shape(of: filter, transform, surface) else { return nil }
    let key = Digest { hasher in
      hasher.combine("layer")
      hasher.combine(below)
      hasher.combine(transform)
      hasher.combine(shape.blur.sigmaX)
      hasher.combine(shape.blur.sigmaY)
      hasher.combine(shape.highlights ?? -1)
      for r in [shape.bounds, surface.region] { for value in [r.x0, r.y0, r.x1, r.y1] { hasher.combine(value) } }
    }
    return backdrop(shape, key, surface) { input, add in
      let mark = store.mark
      defer { store.release(to: mark) }
      // Uses one size, so that backdrops above one another share images.
      let canvas = Surface(region: canvas, stripHeight: 16)
      let operations = operations(of: below, transform, canvas)
      for strip in canvas.strips(touching: input) {
        let rows = canvas.rows(ofStrip: strip)
        let part = input.intersection(
          PixelRect(x0: input.x0, y0: rows.lowerBound, x1: input.x1, y1: rows.upperBound))
        let (layer, _) = stripLayers.take()
        defer { stripLayers.giveBack() }
        layer.reset(part)
        execute(operations[...], strip: strip, of: canvas, onto: layer)
        add(layer, part.y0..<part.y1)
      }
    }
  }

  /// A backdrop with the image of this key, or else of the rows of the canvas that `draw` hands over from the top, which
  /// take in `input`. Nil if memory is refused.
  func backdrop(
    _ shape: BackdropShape, _ key: Digest, _ surface: Surface,
    draw: (_ input: PixelRect, _ add: (PixelLayer, Range<Int>) -> Void) -> Void
  ) -> Operation? {
    let image = blurredImages.value(for: key) { image in
      guard let drawn = image.begin(shape.blur, showing: shape.bounds, region: surface.region) else { return false }
      let input = drawn.clamped(to: canvas)
      // The drawing may itself be blurred, but not once its rows arrive.
      var hasBegun = false
      draw(input) { layer, rows in
        if !hasBegun { downsampler.begin(drawn.x0..<drawn.x1, image.x) }
        hasBegun = true
        for y in rows { add(layer.row(y), y, of: input, drawn, above: shape.highlights, to: image) }
      }
      return image.finish(blurSamples)
    }
    return image.map { .backdrop(BackdropOperation($0, shape)) }
  }

  /// Adds row `y` of an input, or what is brighter in it than a threshold, to an image of which `drawn` is needed; beyond the
  /// input its last pixels go on.
  private func add(
    _ row: PixelRow, _ y: Int, of input: PixelRect, _ drawn: PixelRect, above threshold: Double?, to image: BlurredImage
  ) {
    var components = row.components(input.x0)
    if let threshold {
      highlights.reserve(input.width)
      highlights.base.update(from: row.pixels + input.x0, count: input.width)
      components = highlights.base.components
      raster_highlights(Float(threshold), input.width, components)
    }
    let left = min(max(input.x0 - drawn.x0, 0), drawn.width)
    let right = min(max(drawn.x1 - input.x1, 0), drawn.width - left)
    let count = drawn.width - left - right
    for place in (y == input.y0 ? drawn.y0 : y)..<(y == input.y1 - 1 ? drawn.y1 : y + 1) {
      downsampler.add(row: place, drawn.x0..<drawn.x1, to: image) { channel, values in
        raster_component(components + channel, count, values + left)
        values.update(repeating: Float(components[channel]), count: left)
        (values + left + count).update(
          repeating: Float(components[(input.width - 1) * 4 + channel]), count: right)
      }
    }
  }
}

extension PixelRect {
  /// The part of it in `other`, or else the pixels of that which are next to it.
  func clamped(to other: PixelRect) -> PixelRect {
    func clamped(_ a: Int, _ b: Int, _ limits: Range<Int>) -> Range<Int> {
      let first = min(max(a, limits.lowerBound), limits.upperBound - 1)
      return first..<max(min(b, limits.upperBound), first + 1)
    }
    let (x, y) = (clamped(x0, x1, other.x0..<other.x1), clamped(y0, y1, other.y0..<other.y1))
    return PixelRect(x0: x.lowerBound, y0: y.lowerBound, x1: x.upperBound, y1: y.upperBound)
  }
}

extension DisplayList {
  /// The same with groups that are no layers and have backdrop filters replaced by what they hold, so that these filters
  /// are commands of the list itself.
  var exposingBackdrops: DisplayList {
    func exposed(_ command: DrawCommand) -> [DrawCommand] {
      guard command.holdsBackdrop else { return [command] }
      switch command {
      case .group(let group): return group.content.commands.flatMap(exposed).map { $0.placed(by: group.transform) }
      case .exposure(let exposure): return [.exposure(exposure.map(\.exposingBackdrops))]
      case .fill, .stroke, .backdrop, .solids: return [command]
      }
    }
    return commands.contains(where: \.holdsBackdrop) ? DisplayList(commands.flatMap(exposed)) : self
  }
}

extension DrawCommand {
  /// True if it has backdrop filters that show what lies below it.
  var holdsBackdrop: Bool {
    switch self {
    case .fill, .stroke, .solids: false
    case .group(let group): !group.isLayer && group.content.commands.contains(where: \.holdsBackdrop)
    case .backdrop: true
    case .exposure(let exposure):
      exposure.samples.contains { $0.content.commands.contains(where: \.holdsBackdrop) }
    }
  }

  /// The command in a space that `outer` leads to from its own.
  func placed(by outer: Transform) -> DrawCommand {
    switch self {
    case .fill(let path, let rule, let paint, let transform):
      return .fill(path, rule: rule, paint: paint, transform: outer * transform)
    case .stroke(let path, let style, let paint, let transform):
      return .stroke(path, style: style, paint: paint, transform: outer * transform)
    case .group(var group):
      group.transform = outer * group.transform
      return .group(group)
    case .backdrop(var filter):
      filter.transform = outer * filter.transform
      return .backdrop(filter)
    case .exposure(let exposure):
      return .exposure(exposure.map { DisplayList($0.commands.map { $0.placed(by: outer) }) })
    case .solids(let solids, let transform): return .solids(solids, transform: outer * transform)
    }
  }
}
