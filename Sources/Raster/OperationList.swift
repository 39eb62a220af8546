import Graphics

/// Operations as they are prepared, for drawing onto one surface.
///
/// Where the layers of effects that they hold take too much memory, what there is so far is drawn, and they go.
struct OperationList {
  var operations: [Operation] = []
  /// What was drawn already; the operations follow.
  private(set) var drawn: PixelLayer?
  private let surface: Surface
  private let background: Pixel
  private let mark: EdgeStore.Mark
  private let layerBytes: Int

  /// For `surface`, beginning with what `rasterizer` holds already.
  init(_ surface: Surface, _ rasterizer: Rasterizer) {
    self.surface = surface
    background = .zero
    mark = rasterizer.store.mark
    layerBytes = rasterizer.layerBytes
  }

  /// For a whole frame that begins with operations of the last.
  init(_ surface: Surface, background: Pixel, _ operations: [Operation]) {
    self.operations = operations
    self.surface = surface
    self.background = background
    mark = EdgeStore.Mark(edges: 0, borders: 0)
    layerBytes = 0
  }

  /// Draws what there is where all layers take more than they may, and those of this list a good part of it.
  mutating func relieve(_ rasterizer: Rasterizer) {
    let bytes = rasterizer.layerBytes
    rasterizer.highestLayerBytes = max(rasterizer.highestLayerBytes, bytes)
    guard bytes > rasterizer.mostLayerBytes else { return }
    rasterizer.dropUnused()
    guard rasterizer.layerBytes > rasterizer.mostLayerBytes,
      rasterizer.layerBytes - layerBytes > rasterizer.mostLayerBytes / 4
    else { return }
    draw(rasterizer)
    rasterizer.dropUnused()
  }

  /// Draws the operations, and forgets them.
  mutating func draw(_ rasterizer: Rasterizer) {
    let layer = drawn ?? PixelLayer()
    if drawn == nil { layer.reset(surface.bounds, background: background) }
    drawn = layer
    for strip in 0..<surface.stripCount {
      rasterizer.execute(operations[...], strip: strip, of: surface, onto: layer)
    }
    operations.removeAll()
    rasterizer.store.release(to: mark)
  }

  /// All of it as operations.
  var all: [Operation] {
    guard let drawn else { return operations }
    let below = GroupOperation(
      .layer(drawn), bounds: surface.bounds, opacity: 65_536, blend: .normal, clip: nil, mask: nil)
    return [.group(below)] + operations
  }
}
