import Coding
import Geometry
import Graphics
import Memory

/// Filters its input in the steps of a graph, over whole pictures.
struct GraphNode: FilterNode {
  let graph: FilterGraph

  /// It draws its input by itself.
  func requiredInput(for output: PixelRect) -> PixelRect { output }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    rasterizer.operation(of: graph, input, on: surface).map { [.graph($0)] } ?? []
  }
}

/// The pixels that a graph makes of its input, in a space of its own.
final class GraphImage: Sendable {
  let bounds: PixelRect
  let pixels: [Pixel]
  /// False where memory was refused while it was made.
  let isWhole: Bool

  init(_ bounds: PixelRect, _ pixels: [Pixel], isWhole: Bool) {
    (self.bounds, self.pixels, self.isWhole) = (bounds, pixels, isWhole)
  }
}

extension Rasterizer {
  /// The largest picture of a graph; larger ones are made smaller.
  private static let maxArea = 4096.0 * 4096

  /// The picture of a graph as it shows on a surface; nil where nothing of it does.
  fileprivate func operation(of graph: FilterGraph, _ input: FilterInput, on surface: Surface) -> GraphOperation? {
    let t = input.transform
    let stretch = input.stretch
    let scale = Size(
      (stretch.m11 * stretch.m11 + stretch.m21 * stretch.m21).squareRoot(),
      (stretch.m12 * stretch.m12 + stretch.m22 * stretch.m22).squareRoot())
    guard !graph.steps.isEmpty, !graph.region.isEmpty, graph.isFinite, scale.width > 1e-9, scale.height > 1e-9,
      scale.width < 1e9, scale.height < 1e9
    else { return nil }
    // Pixels of the canvas, where they lie along the group's axes; else a grid of as many along these.
    let isUpright = t.isAffine && abs(t.m12) < 1e-7 && abs(t.m21) < 1e-7 && t.m11 > 0 && t.m22 > 0
    var work = isUpright ? t : Transform.scale(scale.width, scale.height)
    var run = GraphRun(graph, work, seen: seen(surface, t, work))
    // Bounds are limited, so that those of a much larger picture shrink only after some steps.
    func area() -> Double { Double(run.bounds.width) * Double(run.bounds.height) }
    let isSmaller = area() > Self.maxArea
    for _ in 0..<64 where area() > Self.maxArea {
      work = Transform.scale((Self.maxArea / area()).squareRoot() * 0.99) * work
      run = GraphRun(graph, work, seen: seen(surface, t, work))
    }
    guard !run.bounds.isEmpty, area() <= Self.maxArea else { return nil }
    let key = Digest { hasher in
      hasher.combine("filter graph")
      hasher.combine(graph)
      hasher.combine(input.content)
      hasher.combine(Array(input.effects))
      hasher.combine(work)
      for value in [run.bounds.x0, run.bounds.y0, run.bounds.x1, run.bounds.y1] { hasher.combine(value) }
    }
    func made() -> GraphImage { self.image(of: run, input, work) }
    var image = cache.value(for: key, cost: { $0.pixels.count * MemoryLayout<Pixel>.stride }, make: made)
    if !image.isWhole, MemoryAccount.current?.refusal == nil { image = made() }
    guard !image.pixels.isEmpty else { return nil }
    let toImage = isUpright && !isSmaller ? nil : t.inverse.map { work * $0 }
    return GraphOperation(image, toImage: toImage, on: surface)
  }

  /// The pixels of a graph's grid that a surface shows; nil where they are not known.
  private func seen(_ surface: Surface, _ t: Transform, _ work: Transform) -> PixelRect? {
    if work == t { return surface.region }
    guard t.isAffine, let inverse = t.inverse else { return nil }
    return CommandExtent.pixels(around: surface.region.rect, work * inverse)
  }

  private func image(of run: GraphRun, _ input: FilterInput, _ work: Transform) -> GraphImage {
    let empty = GraphImage(run.bounds, [], isWhole: false)
    let bytes = run.bounds.width * run.bounds.height * MemoryLayout<SIMD4<Float>>.stride * run.pictureCount
    let account = MemoryAccount.current
    let reservation = account?.reserve(bytes, for: "a filter")
    guard account == nil || reservation != nil else { return empty }
    return withExtendedLifetime(reservation) {
      let picture = run.result { drawing in
        self.picture(of: drawing ?? input.content, drawing == nil ? input.effects : [], in: run.bounds, work)
      }
      return account?.refusal == nil ? GraphImage(run.bounds, picture.rounded, isWhole: true) : empty
    }
  }

  /// Draws content as a picture of its own.
  private func picture(
    of content: DisplayList, _ effects: ArraySlice<Effect>, in bounds: PixelRect, _ work: Transform
  ) -> GraphPicture {
    let picture = GraphPicture(bounds)
    let mark = store.mark
    defer { store.release(to: mark) }
    let surface = Surface(region: bounds, stripHeight: 16)
    let operations = operations(
      of: FilterInput(
        content: content, transform: work, effects: effects, stretch: localStretch(work, content), surface: surface,
        visible: bounds), surface)
    let drawn = operations.bounds.intersection(surface.bounds)
    for strip in surface.strips(touching: drawn) {
      let rows = surface.rows(ofStrip: strip)
      let part = drawn.intersection(PixelRect(x0: drawn.x0, y0: rows.lowerBound, x1: drawn.x1, y1: rows.upperBound))
      let (layer, _) = stripLayers.take()
      defer { stripLayers.giveBack() }
      layer.reset(part)
      execute(operations[...], strip: strip, of: surface, onto: layer)
      for y in part.y0..<part.y1 {
        let (from, to) = (layer.row(y).pixels, picture.pixels + y * bounds.width)
        for x in part.x0..<part.x1 { to[x] = SIMD4<Float>(from[x]) / Float(Pixel.full) }
      }
    }
    return picture
  }
}
