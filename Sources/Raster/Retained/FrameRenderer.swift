import Geometry
import Graphics

/// Draws display lists as frames of one size.
///
/// Keeps its memory from frame to frame, so use one for each worker. Equal lists give equal bytes, whatever was
/// drawn before and however high the strips are. What lists have in common from frame to frame, from the bottom, is
/// drawn once, and only the columns of strips that a change touches are drawn: frames in which little moves take little
/// time.
public final class FrameRenderer {
  /// In pixels.
  public let width: Int
  public let height: Int
  private let background: Pixel
  private let rasterizer: Rasterizer
  private let surface: Surface
  private let canvas = PixelLayer()
  private let lowerCanvas = PixelLayer()
  /// The frame where it was drawn in turns, since layers of effects took too much memory.
  private var drawn: PixelLayer?
  private var memory: FrameMemory
  /// The operations of the frame that may hide others.
  private var screens: [Screen] = []
  private var lastDrawing: DrawingID?
  /// What `render(_:) -> Frame` draws into.
  var frameSink: PlaneSink?
  private let root: Transform
  /// What hides fewer columns that change is not looked for.
  private static let leastCovered = 128

  /// Layers of effects beyond so many bytes are drawn in turns, and what they took at most.
  var mostLayerBytes: Int {
    get { rasterizer.mostLayerBytes }
    set { rasterizer.mostLayerBytes = newValue }
  }
  var highestLayerBytes: Int { rasterizer.highestLayerBytes }

  /// A renderer for frames of `width` × `height` pixels, each from 1 to 16384, with `scale` pixels for a point of the
  /// canvas.
  ///
  /// `background` lies under everything; with an alpha below 1 frames keep it. Strips of about 16 rows stay in cache;
  /// an even `stripHeight` is needed to convert them to yuv420p.
  public init(
    width: Int, height: Int, scale: Double = 1, background: Color, cache: PreparationCache, stripHeight: Int = 16
  ) {
    self.width = min(max(width, 1), 16_384)
    self.height = min(max(height, 1), 16_384)
    let usable = scale > 0 && scale.isFinite ? scale : 1
    root = .scale(usable)
    self.background = background.pixel()
    rasterizer = Rasterizer(width: self.width, height: self.height, scale: usable, cache: cache)
    surface = Surface(
      region: PixelRect(x0: 0, y0: 0, x1: self.width, y1: self.height), stripHeight: stripHeight)
    memory = FrameMemory(stripCount: surface.stripCount)
  }

  /// Draws `list` into a sink of this renderer's size.
  public func render(_ list: DisplayList, into sink: inout some FrameSink) {
    let isCurrent = begin([sink.drawing])
    sink.drawing = nil
    draw(list, onlyChanges: isCurrent) { sink.take($0) }
    sink.drawing = lastDrawing
  }

  /// Draws `list` once into all sinks, of this renderer's size; without any it is drawn all the same.
  public func render<Sink: FrameSink>(_ list: DisplayList, into sinks: inout [Sink]) {
    let isCurrent = begin(sinks.map(\.drawing))
    for index in sinks.indices { sinks[index].drawing = nil }
    draw(list, onlyChanges: isCurrent) { strip in
      for index in sinks.indices { sinks[index].take(strip) }
    }
    for index in sinks.indices { sinks[index].drawing = lastDrawing }
  }

  /// Begins a drawing; returns whether all sinks hold the last one.
  private func begin(_ drawings: [DrawingID?]) -> Bool {
    let isCurrent = lastDrawing != nil && drawings.allSatisfy { $0 == lastDrawing }
    lastDrawing = .next()
    return isCurrent
  }

  /// Draws the columns of `list` that differ from the last one's, or all, and hands over strips from the top.
  private func draw(_ list: DisplayList, onlyChanges: Bool, strips body: (DrawnStrip) -> Void) {
    prepare(list)
    defer { drawn = nil }
    let lowerCount = memory.lowerCount > 0 ? memory.commands[memory.lowerCount - 1].operationCount : 0
    for strip in 0..<surface.stripCount {
      let columns = onlyChanges && drawn == nil ? aligned(memory.changed[strip]) : 0..<width
      if columns.isEmpty { continue }
      if drawn == nil { draw(strip, columns, lowerCount) }
      body(DrawnStrip(layer: drawn ?? canvas, rows: surface.rows(ofStrip: strip), width: width, columns: columns))
    }
  }

  /// The least columns around others that strips are drawn in.
  private func aligned(_ columns: Range<Int>) -> Range<Int> {
    columns.isEmpty ? 0..<0 : columns.lowerBound & -32..<min((columns.upperBound + 31) & -32, width)
  }

  /// Prepares those commands that are not the last frame's, and finds what changes.
  private func prepare(_ list: DisplayList) {
    let digests = list.commands.map(\.digest)
    let unchanged = memory.begin(digests, surface)
    if unchanged == digests.count && unchanged == memory.commands.count { return }
    let last = unchanged > 0 ? memory.commands[unchanged - 1] : nil
    memory.commands.removeSubrange(unchanged...)
    memory.operations.removeSubrange((last?.operationCount ?? 0)...)
    rasterizer.store.release(to: last?.mark ?? EdgeStore.Mark(edges: 0, borders: 0))
    rasterizer.ahead = (list, surface, root)
    defer { rasterizer.ahead = nil }
    var prepared = OperationList(surface, background: background, memory.operations)
    memory.operations = []
    for (command, digest) in zip(list.commands, digests).dropFirst(unchanged) {
      let first = prepared.operations.count
      rasterizer.prepare(DisplayList([command]), root, opacity: 1, surface: surface, into: &prepared)
      if prepared.drawn != nil { continue }
      memory.append(
        FrameMemory.Command(
          digest: digest, bounds: prepared.operations[first...].bounds.intersection(surface.bounds),
          operationCount: prepared.operations.count, mark: rasterizer.store.mark), surface)
    }
    if prepared.drawn != nil {
      prepared.draw(rasterizer)
      rasterizer.dropUnused()
      memory = FrameMemory(stripCount: surface.stripCount)
      screens = []
      drawn = prepared.drawn
      return
    }
    memory.operations = prepared.operations
    rasterizer.effectLayers.reclaim()
    rasterizer.blurredAlphas.reclaim()
    screens = rasterizer.screens(memory.operations)
    for strip in 0..<surface.stripCount where !memory.changed[strip].isEmpty {
      memory.note(cover(ofStrip: strip), strip)
    }
  }

  /// What hides all that changes in a strip; nil where nothing does, or little changes.
  private func cover(ofStrip strip: Int) -> FrameMemory.Cover? {
    let columns = memory.changed[strip]
    guard columns.count >= Self.leastCovered else { return nil }
    let rows = surface.rows(ofStrip: strip)
    let visible = PixelRect(x0: 0, y0: rows.lowerBound, x1: width, y1: rows.upperBound)
    guard let screen = rasterizer.cover(screens, columns, strip, visible) else { return nil }
    let above = memory.operations.indices.dropFirst(screen.operation + 1).reduce(0..<0) { all, index in
      let inside = memory.operations[index].bounds.intersection(visible)
      return all.joined(with: inside.x0..<inside.x1)
    }
    return FrameMemory.Cover(color: screen.color, columns: columns, above: above)
  }

  /// Draws columns of a strip on the canvas.
  private func draw(_ strip: Int, _ columns: Range<Int>, _ lowerCount: Int) {
    let rows = surface.rows(ofStrip: strip)
    canvas.move(
      to: PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound))
    draw(strip, columns, lowerCount, memory.operations.count)
  }

  /// Draws columns of a strip up to operation `end`, without what the highest opaque one hides.
  private func draw(_ strip: Int, _ columns: Range<Int>, _ lowerCount: Int, _ end: Int) {
    guard !columns.isEmpty else { return }
    canvas.clip(columns)
    if let (first, hidden) = rasterizer.hidden(screens, lowerCount..<end, strip, canvas.visible, surface) {
      draw(strip, columns.lowerBound..<hidden.lowerBound, lowerCount, first)
      draw(strip, hidden.upperBound..<columns.upperBound, lowerCount, first)
      canvas.clip(columns)
      rasterizer.execute(memory.operations[first..<end], strip: strip, of: surface, onto: canvas)
      return
    }
    var first = lowerCount
    if lowerCount > 0 {
      drawLower(strip, lowerCount)
      if let color = memory.lowerColors[strip] {
        canvas.clear(surface.rows(ofStrip: strip), color)
      } else if let veil = rasterizer.veil(memory.operations[lowerCount..<end], strip, canvas.visible) {
        canvas.copy(lowerCanvas, under: veil)
        first += 1
      } else {
        canvas.copy(lowerCanvas)
      }
    } else {
      canvas.clear(surface.rows(ofStrip: strip), background)
    }
    rasterizer.execute(memory.operations[first..<end], strip: strip, of: surface, onto: canvas)
  }

  /// Draws the lower operations of a strip, each only once as long as they stay.
  private func drawLower(_ strip: Int, _ count: Int) {
    let drawn = memory.lowerDrawn[strip]
    if drawn == memory.lowerCount { return }
    memory.lowerDrawn[strip] = memory.lowerCount
    if lowerCanvas.bounds.isEmpty { lowerCanvas.reset(surface.bounds) }
    let rows = surface.rows(ofStrip: strip)
    if drawn == 0 {
      lowerCanvas.clear(rows, background)
      for y in rows { lowerCanvas.row(y).needsDither.pointee = 0 }
    }
    let first = drawn > 0 ? memory.commands[drawn - 1].operationCount : 0
    let new = memory.operations[first..<count]
    guard drawn == 0 || new.contains(where: { $0.bounds.y0 < rows.upperBound && $0.bounds.y1 > rows.lowerBound })
    else { return }
    rasterizer.execute(new, strip: strip, of: surface, onto: lowerCanvas)
    memory.lowerColors[strip] = lowerCanvas.onlyColor(rows)
  }
}
