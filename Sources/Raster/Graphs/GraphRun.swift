import Geometry
import Graphics

/// The making of a graph's picture.
struct GraphRun {
  let graph: FilterGraph
  /// Takes the group's space to pixels, along its axes.
  let work: Transform
  /// The pixels that are made.
  let bounds: PixelRect

  /// Makes what a part of its pixels depends on; all of it where that is nil.
  init(_ graph: FilterGraph, _ work: Transform, seen: PixelRect?) {
    self.graph = graph
    self.work = work
    let region = Self.pixels(graph.region, work)
    guard let seen, let (x, y) = Self.reach(graph, work) else {
      bounds = region
      return
    }
    bounds = region.intersection(seen.grown(x: x, y: y).aligned(to: 64))
  }

  /// The greatest number of pictures that there are at a time.
  var pictureCount: Int {
    let uses = lastUses
    let most = graph.steps.indices.map { place in
      (0...place).count { uses[$0] >= place } + graph.steps[place].inputs.count
    }.max()
    return 3 + (most ?? 0)
  }

  /// The whole pixels of a rectangle.
  private static func pixels(_ rect: Rect, _ work: Transform) -> PixelRect {
    let (from, to) = (work.apply(Point(rect.minX, rect.minY)), work.apply(Point(rect.maxX, rect.maxY)))
    let side = PixelRect.largestSide / 2
    func low(_ value: Double) -> Int { ceilingClamped((value + 1e-4).rounded(.down), -side, side) }
    func high(_ value: Double) -> Int { ceilingClamped(value - 1e-4, -side, side) }
    let result = PixelRect(x0: low(from.x), y0: low(from.y), x1: high(to.x), y1: high(to.y))
    return result.isEmpty ? .empty : result
  }

  func pixels(_ rect: Rect) -> PixelRect { Self.pixels(rect, work) }

  /// Pixels for a unit of length.
  var scale: Size { Size(work.m11, work.m22) }

  /// The greatest distance between a pixel and those that it depends on; nil where these may be anywhere.
  private static func reach(_ graph: FilterGraph, _ work: Transform) -> (x: Int, y: Int)? {
    var reaches: [(x: Double, y: Double)] = []
    for step in graph.steps {
      let own: (x: Double, y: Double)
      switch step.operation {
      case .tile: return nil
      case .blur(let x, let y): own = (max(x, 0) * 4 * work.m11 + 4, max(y, 0) * 4 * work.m22 + 4)
      case .offset(let offset): own = (abs(offset.x) * work.m11 + 1, abs(offset.y) * work.m22 + 1)
      case .morphology(_, let x, let y): own = (max(x, 0) * work.m11 + 2, max(y, 0) * work.m22 + 2)
      case .displacement(_, _, let length): own = (abs(length.width) * work.m11, abs(length.height) * work.m22)
      case .convolution(let c):
        // Edges that wrap take pixels of the other end.
        if c.edge == .wrap { return nil }
        let count = Double(c.matrix.count)
        own = (count * c.unit.width * work.m11 + 2, count * c.unit.height * work.m22 + 2)
      case .lighting: own = (2, 2)
      default: own = (0, 0)
      }
      var before = (x: 0.0, y: 0.0)
      for case .step(let place) in step.inputs where reaches.indices.contains(place) {
        before = (max(before.x, reaches[place].x), max(before.y, reaches[place].y))
      }
      reaches.append((own.x + before.x, own.y + before.y))
    }
    let most = PixelRect.largestSide / 4
    return (
      ceilingClamped(reaches.map(\.x).max() ?? 0, 0, most), ceilingClamped(reaches.map(\.y).max() ?? 0, 0, most)
    )
  }

  /// The picture of the last step; `draw` draws a drawing, or the source for nil.
  func result(_ draw: (DisplayList?) -> GraphPicture) -> GraphPicture {
    var made: [GraphPicture?] = []
    var source: GraphPicture?
    func drawn() -> GraphPicture {
      if let source { return source }
      let picture = draw(nil)
      picture.clip(to: pixels(graph.region))
      source = picture
      return picture
    }
    let lastUses = lastUses
    for (place, step) in graph.steps.enumerated() {
      let inputs = step.inputs.map { input -> GraphPicture in
        let picture: GraphPicture? =
          switch input {
          case .source: drawn()
          case .sourceAlpha: drawn().mapped(isLinear: step.isLinear) { SIMD4(0, 0, 0, $0.w) }
          case .step(let other): made.indices.contains(other) ? made[other] : nil
          }
        return (picture ?? GraphPicture(bounds)).converted(toLinear: step.isLinear)
      }
      let picture: GraphPicture
      if case .drawing(let drawing) = step.operation {
        picture = draw(drawing)
      } else {
        let filtered = self.picture(of: step, inputs)
        // An operation that changes nothing gives its input, which others may take, too.
        picture = inputs.contains { $0 === filtered } ? filtered.mapped { $0 } : filtered
      }
      picture.clip(to: pixels(step.region))
      made.append(picture)
      for other in made.indices where lastUses[other] <= place && other < place { made[other] = nil }
    }
    return made.last.flatMap { $0 } ?? GraphPicture(bounds)
  }

  /// For each step the last one that takes it.
  private var lastUses: [Int] {
    var uses = Array(graph.steps.indices)
    for (place, step) in graph.steps.enumerated() {
      for case .step(let other) in step.inputs where other < place { uses[other] = place }
    }
    return uses
  }

  private func picture(of step: FilterGraph.Step, _ inputs: [GraphPicture]) -> GraphPicture {
    func clear() -> GraphPicture { GraphPicture(bounds, isLinear: step.isLinear) }
    lazy var first = inputs.first ?? clear()
    lazy var second = inputs.count > 1 ? inputs[1] : clear()
    let part = pixels(step.region)
    switch step.operation {
    case .blur(let x, let y): return first.blurred(x * scale.width, y * scale.height)
    case .offset(let offset): return first.moved(offset.x * scale.width, offset.y * scale.height)
    case .flood(let color):
      let flood = clear()
      flood.pixels.update(repeating: premultiplied(color.components(isLinear: step.isLinear)), count: flood.count)
      return flood
    case .tile:
      var tile = graph.region
      if case .step(let place)? = step.inputs.first, graph.steps.indices.contains(place) {
        tile = graph.steps[place].region.intersection(tile) ?? .zero
      }
      return first.tiled(Rect(from: work.apply(tile.origin), to: work.apply(Point(tile.maxX, tile.maxY))))
    case .merge:
      return inputs.dropFirst().reduce(first) { below, top in
        top.combined(with: below) { $0 + $1 * (1 - $0.w) }
      }
    case .blend(let mode): return first.combined(with: second) { mode.blended($0, on: $1) }
    case .composite(let compositing): return first.combined(with: second) { compositing.composed($0, $1) }
    case .matrix(let matrix): return first.transformed(by: matrix)
    case .transfer(let red, let green, let blue, let alpha): return first.transferred([red, green, blue, alpha])
    case .morphology(let isDilation, let x, let y):
      return first.morphed(isDilation: isDilation, max(x, 0) * scale.width, max(y, 0) * scale.height)
    case .convolution(let convolution):
      return first.convolved(
        convolution, Size(convolution.unit.width * scale.width, convolution.unit.height * scale.height), in: part)
    case .displacement(let horizontal, let vertical, let length):
      return first.displaced(
        by: second, horizontal, vertical, Size(length.width * scale.width, length.height * scale.height))
    case .turbulence(let turbulence):
      guard let inverse = work.inverse else { return clear() }
      let noise = GraphNoise(turbulence, step.region)
      let shown = part.intersection(bounds)
      return clear().placed { x, y in
        guard y >= shown.y0, y < shown.y1, x >= shown.x0, x < shown.x1 else { return .zero }
        return premultiplied(noise.color(at: inverse.apply(Point(Double(x), Double(y)))))
      }
    case .lighting(let lighting): return first.lit(by: lighting, work, in: part, isLinear: step.isLinear)
    case .drawing: return clear()
    }
  }
}

extension Color {
  /// Straight, of sRGB or of linear light.
  func components(isLinear: Bool) -> SIMD4<Float> {
    func component(_ value: Double) -> Float { Float(isLinear ? Color.linearLight(value) : value) }
    return SIMD4(component(red), component(green), component(blue), Float(alpha))
  }
}
