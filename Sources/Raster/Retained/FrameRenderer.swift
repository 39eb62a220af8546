import Coding
import Geometry
import Graphics

/// Draws display lists as frames of one size.
///
/// Keeps its memory from frame to frame, so use one for each worker. Equal lists give equal bytes, whatever was drawn
/// before and however high the strips are. Only the columns of strips that differ from the last frame are drawn, and of
/// these only what is not hidden; what successive frames have in common, from the bottom, is drawn once.
public final class FrameRenderer {
  /// In pixels.
  public let width: Int
  public let height: Int
  private let background: Pixel
  private let root: Transform
  private let surface: Surface
  private let rasterizer: Rasterizer
  private let canvas = PixelLayer()
  private var commands: [PreparedCommand] = []
  private var operations: [Operation] = []
  private var occluders: [Occluder] = []
  private var backdrop: RetainedBackdrop
  private var lastDrawing: DrawingID?
  /// What `render(_:)` draws into.
  var imageSink: PlaneSink?

  /// A command of the last frame, and where the operations and edges up to and with it end.
  private struct PreparedCommand {
    let digest: Digest
    let item: FrameItem
    let operationCount: Int
    let mark: EdgeStore.Mark
  }

  /// A renderer for frames of `width` × `height` pixels, each from 1 to 16384, with `scale` pixels for a point of the
  /// canvas, which begins at the pixel `origin`.
  ///
  /// `background` lies under everything; with an alpha below 1 frames keep it. Strips of about 16 rows stay in cache;
  /// 4:2:0 needs an even `stripHeight`.
  public init(
    width: Int, height: Int, scale: Double = 1, origin: (x: Int, y: Int) = (0, 0), background: Color,
    cache: ResourceCache, stripHeight: Int = 16
  ) {
    self.width = min(max(width, 1), 16_384)
    self.height = min(max(height, 1), 16_384)
    let usable = scale > 0 && scale.isFinite ? scale : 1
    root = .translation(Double(origin.x), Double(origin.y)) * .scale(usable)
    self.background = background.pixel()
    rasterizer = Rasterizer(width: self.width, height: self.height, scale: usable, cache: cache)
    surface = Surface(
      region: PixelRect(x0: 0, y0: 0, x1: self.width, y1: self.height), stripHeight: stripHeight)
    backdrop = RetainedBackdrop(stripCount: surface.stripCount)
  }

  /// Draws `list` into a sink of this renderer's size.
  public func render(_ list: DisplayList, into sink: inout some FrameSink) {
    let isCurrent = begin([sink.drawing])
    sink.drawing = nil
    draw(list, onlyDamage: isCurrent) { sink.take($0) }
    sink.drawing = lastDrawing
  }

  /// Draws `list` once into all sinks, of this renderer's size; without any it is drawn all the same.
  public func render<Sink: FrameSink>(_ list: DisplayList, into sinks: inout [Sink]) {
    let isCurrent = begin(sinks.map(\.drawing))
    for index in sinks.indices { sinks[index].drawing = nil }
    draw(list, onlyDamage: isCurrent) { strip in
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

  /// Draws the columns of `list` that differ from the last list's, or all of them, strip by strip from the top.
  private func draw(_ list: DisplayList, onlyDamage: Bool, strips body: (DrawnStrip) -> Void) {
    let damage = prepare(list)
    for strip in 0..<surface.stripCount {
      let columns = onlyDamage ? aligned(damage.columns[strip]) : 0..<width
      if columns.isEmpty { continue }
      let rows = surface.rows(ofStrip: strip)
      canvas.move(
        to: PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound))
      draw(strip, columns, upTo: operations.count)
      body(DrawnStrip(layer: canvas, rows: rows, width: width, columns: columns))
    }
  }

  /// Widened so that strips are drawn in whole groups of 32 columns.
  private func aligned(_ columns: Range<Int>) -> Range<Int> {
    columns.isEmpty ? 0..<0 : columns.lowerBound & -32..<min((columns.upperBound + 31) & -32, width)
  }

  /// Prepares the commands that the last frame does not begin with, and finds what they change.
  private func prepare(_ list: DisplayList) -> Damage {
    let list = list.exposingBackdrops
    let digests = list.commands.map(\.digest)
    let last = commands.map(\.item)
    let common = zip(commands, digests).prefix { $0.digest == $1 }.count
    backdrop.show(common, of: last, on: surface)
    if common < last.count || common < digests.count {
      commands.removeSubrange(common...)
      operations.removeSubrange((commands.last?.operationCount ?? 0)...)
      rasterizer.store.release(to: commands.last?.mark ?? EdgeStore.Mark(edges: 0, borders: 0))
      for index in common..<digests.count {
        let added = added(list, index)
        operations += added
        let bounds = added.bounds.intersection(surface.bounds)
        var digest = digests[index]
        if case .backdrop = list.commands[index] {
          digest = Digest { hasher in for below in digests[...index] { hasher.combine(below) } }
        }
        commands.append(
          PreparedCommand(
            digest: digests[index], item: FrameItem(digest: digest, bounds: bounds),
            operationCount: operations.count, mark: rasterizer.store.mark))
      }
      rasterizer.blurredImages.reclaim()
      occluders = rasterizer.occluders(among: operations)
    }
    return Damage(from: last, to: commands.map(\.item), on: surface)
  }

  /// The operations of a command.
  private func added(_ list: DisplayList, _ index: Int) -> [Operation] {
    guard case .backdrop(let filter) = list.commands[index] else {
      return rasterizer.operations(of: DisplayList([list.commands[index]]), root, surface)
    }
    let below = DisplayList(Array(list.commands[..<index]))
    return [rasterizer.backdrop(filter, below: below, background: background, root, surface)].compactMap { $0 }
  }

  /// Draws columns of a strip up to an operation, without what the topmost occluder hides.
  private func draw(_ strip: Int, _ columns: Range<Int>, upTo end: Int) {
    guard !columns.isEmpty else { return }
    canvas.clip(columns)
    let shown = backdrop.count > 0 ? commands[backdrop.count - 1].operationCount : 0
    var first = shown
    // Drawing one color takes less than copying it from the backdrop, if it is all that the backdrop shows.
    let occluder = rasterizer.topmostOccluder(
      occluders, among: max(shown - 1, 0)..<end, strip: strip, of: surface, visible: canvas.visible)
    if let (operation, hidden) = occluder, operation >= shown || hidden == columns {
      draw(strip, columns.lowerBound..<hidden.lowerBound, upTo: operation)
      draw(strip, hidden.upperBound..<columns.upperBound, upTo: operation)
      canvas.clip(columns)
      first = operation
    } else if first > 0 {
      drawBackdrop(strip)
      canvas.copy(backdrop.layer)
    } else {
      canvas.clear(surface.rows(ofStrip: strip), background)
    }
    rasterizer.execute(operations[first..<end], strip: strip, of: surface, onto: canvas)
  }

  private func drawBackdrop(_ strip: Int) {
    backdrop.complete(strip, on: surface, background: background) { missing, layer in
      let first = missing.lowerBound > 0 ? commands[missing.lowerBound - 1].operationCount : 0
      let end = commands[missing.upperBound - 1].operationCount
      rasterizer.execute(operations[first..<end], strip: strip, of: surface, onto: layer)
    }
  }
}
