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
  /// The gamut of its pixels; colors and pictures of lists are converted to it.
  public let gamut: ColorGamut
  private let background: Pixel
  /// The background as a drawing.
  private let backgroundList: DisplayList
  /// The canvas, in points.
  private let bounds: Rect
  private let root: Transform
  private let surface: Surface
  private let rasterizer: Rasterizer
  private let canvas = PixelLayer()
  private var commands: [PreparedCommand] = []
  /// For each of `commands`, its digest and the pixels that it may touch.
  private var items: [FrameItem] = []
  /// Those of the frame before, kept with their memory.
  private var lastItems: [FrameItem] = []
  private var operations: [Operation] = []
  private var occluders: [Occluder] = []
  private var strips: StripOperations
  private var backdrop: RetainedBackdrop
  private let underlay: Underlay
  private var lastDrawing: DrawingID?
  /// The target of `render(_:)`.
  var imageSink: PlaneSink?

  /// A command of the last frame, and where the operations and edges up to and with it end.
  private struct PreparedCommand {
    let digest: Digest
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
    gamut: ColorGamut = .sRGB, cache: ResourceCache, stripHeight: Int = 16
  ) {
    let background = background.converted(to: gamut)
    self.gamut = gamut
    self.width = min(max(width, 1), 16_384)
    self.height = min(max(height, 1), 16_384)
    let usable = scale > 0 && scale.isFinite ? scale : 1
    root = .translation(Double(origin.x), Double(origin.y)) * .scale(usable)
    self.background = background.pixel()
    let bounds = Rect(
      x: -Double(origin.x) / usable, y: -Double(origin.y) / usable, width: Double(self.width) / usable,
      height: Double(self.height) / usable)
    self.bounds = bounds
    backgroundList = DisplayList { if background.alpha > 0 { $0.fill(.rect(bounds), background) } }
    rasterizer = Rasterizer(width: self.width, height: self.height, scale: usable, cache: cache)
    surface = Surface(
      region: PixelRect(x0: 0, y0: 0, x1: self.width, y1: self.height), stripHeight: stripHeight)
    backdrop = RetainedBackdrop(stripCount: surface.stripCount)
    underlay = Underlay(stripCount: surface.stripCount)
    strips = StripOperations(stripCount: surface.stripCount)
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
    // Not by a key path, which is made anew each time in a generic function.
    let isCurrent = begin(sinks.map { $0.drawing })
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
    lastItems.removeAll(keepingCapacity: true)
    lastItems += items
    prepare(list)
    let damage = onlyDamage ? Damage(from: lastItems, to: items, on: surface, root) : nil
    for strip in 0..<surface.stripCount {
      let columns = damage.map { aligned($0.columns[strip]) } ?? 0..<width
      if columns.isEmpty { continue }
      let rows = surface.rows(ofStrip: strip)
      canvas.move(
        to: PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound))
      draw(strip, columns)
      body(DrawnStrip(layer: canvas, rows: rows, width: width, columns: columns))
    }
  }

  /// Widened so that strips are drawn in whole groups of 32 columns.
  private func aligned(_ columns: Range<Int>) -> Range<Int> {
    columns.isEmpty ? 0..<0 : columns.lowerBound & -32..<min((columns.upperBound + 31) & -32, width)
  }

  /// Prepares the commands that the last frame does not begin with.
  private func prepare(_ list: DisplayList) {
    let shown = list.withoutCovered(on: bounds, pixel: 1 / rasterizer.scale)
    let list = (gamut == .sRGB ? shown : shown.converted(to: gamut)).exposingBackdrops
    let digests = list.commands.map { $0.digest }
    let common = zip(commands, digests).prefix { $0.digest == $1 }.count
    backdrop.show(common, of: items, on: surface)
    if common < commands.count || common < digests.count {
      commands.removeSubrange(common...)
      items.removeSubrange(common...)
      operations.removeSubrange((commands.last?.operationCount ?? 0)...)
      rasterizer.store.release(to: commands.last?.mark ?? EdgeStore.Mark(edges: 0, borders: 0))
      underlay.reset()
      for index in list.commands.indices.dropFirst(common) {
        add(list.commands[index], digests[index], below: list.commands[..<index])
      }
      rasterizer.blurredImages.reclaim()
      rasterizer.meshes.reclaim()
      findVisible()
    }
  }

  /// Finds what `draw` needs to know of all operations so far.
  private func findVisible() {
    occluders = Occluder.all(among: operations)
    strips.sort(operations, on: surface)
  }

  private func add(_ command: DrawCommand, _ digest: Digest, below: ArraySlice<DrawCommand>) {
    var item = digest
    let first = operations.count
    var changesInPlace = false
    if case .backdrop(let filter) = command, filter.grade != nil {
      // Where what lies below does not change, neither does its grade.
      changesInPlace = true
      rasterizer.prepare(command, root, surface, into: &operations)
    } else if case .backdrop(let filter) = command {
      if let shape = rasterizer.shape(of: filter, root, surface) {
        item = itemDigest(shape, digest)
        if let backdrop = backdrop(shape, item) { operations.append(backdrop) }
      }
    } else if command.holdsBackdrop {
      let lower = DisplayList(backgroundList.commands + below)
      operations += rasterizer.operations(of: DisplayList([command]), over: lower, root, surface)
      item = Digest { hasher in
        hasher.combine(digest)
        hasher.combine(lower)
      }
    } else {
      rasterizer.prepare(command, root, surface, into: &operations)
    }
    let bounds = operations[first...].bounds.intersection(surface.bounds)
    let isOwn = item == digest && !changesInPlace
    items.append(FrameItem(digest: item, bounds: bounds, parts: isOwn && command.hasParts ? command : nil))
    commands.append(
      PreparedCommand(digest: digest, operationCount: operations.count, mark: rasterizer.store.mark))
  }

  /// The digest of a backdrop with all that it shows.
  private func itemDigest(_ shape: BackdropShape, _ digest: Digest) -> Digest {
    let input = rasterizer.input(of: shape, surface)
    return Digest { hasher in
      hasher.combine("backdrop")
      hasher.combine(digest)
      for below in items where !below.bounds.intersection(input).isEmpty { hasher.combine(below.digest) }
    }
  }

  /// A backdrop over all operations so far.
  private func backdrop(_ shape: BackdropShape, _ key: Digest) -> Operation? {
    rasterizer.backdrop(shape, key, surface) { input, add in
      findVisible()
      for strip in surface.strips(touching: input) {
        let rows = surface.rows(ofStrip: strip)
        underlay.complete(strip, aligned(input.x0..<input.x1), upTo: operations.count, on: surface) { columns, layer in
          draw(strip, columns, upTo: operations.count, onto: layer)
        } add: { range, layer in
          execute(range, strip, onto: layer)
        }
        add(underlay.layer, rows.clamped(to: input.y0..<input.y1))
      }
    }
  }

  /// Draws columns of a strip, and goes on from the underlay where that has them.
  private func draw(_ strip: Int, _ columns: Range<Int>) {
    let part = underlay.part(strip)
    let ready = part.columns.clamped(to: columns)
    guard part.operationCount > retainedCount, !ready.isEmpty else {
      return draw(strip, columns, upTo: operations.count, onto: canvas)
    }
    draw(strip, columns.lowerBound..<ready.lowerBound, upTo: operations.count, onto: canvas)
    draw(strip, ready.upperBound..<columns.upperBound, upTo: operations.count, onto: canvas)
    draw(strip, ready, from: underlay, upTo: operations.count, onto: canvas)
  }

  /// The number of operations in the retained backdrop.
  private var retainedCount: Int { backdrop.count > 0 ? commands[backdrop.count - 1].operationCount : 0 }

  /// Draws columns of a strip up to an operation, without what the topmost occluder hides; goes on from an underlay, or
  /// from the retained backdrop.
  private func draw(
    _ strip: Int, _ columns: Range<Int>, from underlay: Underlay? = nil, upTo end: Int, onto layer: PixelLayer
  ) {
    guard !columns.isEmpty else { return }
    layer.clip(columns)
    let rows = surface.rows(ofStrip: strip)
    let shown = underlay?.part(strip).operationCount ?? retainedCount
    var first = shown
    // Drawing one color takes less than copying it, if it is all that is there.
    let visible = PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound)
    let top = rasterizer.topmostOccluder(
      occluders, among: max(shown - 1, 0)..<end, strip: strip, of: surface, visible: visible)
    if let (occluder, hidden) = top, occluder.operation >= shown || (hidden == columns && occluder.isSolid) {
      first = occluder.operation
      draw(strip, columns.lowerBound..<hidden.lowerBound, from: underlay, upTo: first, onto: layer)
      draw(strip, hidden.upperBound..<columns.upperBound, from: underlay, upTo: first, onto: layer)
      layer.clip(columns)
    } else if let underlay {
      layer.copy(underlay.layer, rows)
    } else if first > 0 {
      drawBackdrop(strip)
      layer.copy(backdrop.layer, rows)
    } else {
      layer.clear(rows, background)
    }
    execute(first..<end, strip, onto: layer)
  }

  private func execute(_ range: Range<Int>, _ strip: Int, onto layer: PixelLayer) {
    rasterizer.execute(
      operations[...], at: strips.places(among: range, in: strip), strip: strip, of: surface, onto: layer)
  }

  private func drawBackdrop(_ strip: Int) {
    backdrop.complete(strip, on: surface, background: background) { missing, layer in
      let first = missing.lowerBound > 0 ? commands[missing.lowerBound - 1].operationCount : 0
      let end = commands[missing.upperBound - 1].operationCount
      execute(first..<end, strip, onto: layer)
    }
  }
}
