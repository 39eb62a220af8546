/// The pixels of a frame's operations up to a backdrop, in the strips that it is made of.
///
/// Drawing on top of it continues from there, so that the part below a backdrop is drawn once.
final class Underlay {
  let layer = PixelLayer()
  /// For each strip how many operations it shows, and in which columns.
  private var drawn: [Part]

  struct Part {
    var operationCount = 0
    var columns = 0..<0
  }

  init(stripCount: Int) { drawn = [Part](repeating: Part(), count: stripCount) }

  /// Forgets all strips.
  func reset() { for strip in drawn.indices { drawn[strip] = Part() } }

  /// The contents of a strip.
  func part(_ strip: Int) -> Part { drawn[strip] }

  /// Draws what columns of a strip lack up to an operation. `draw` begins with columns, `add` is called with the operations
  /// to draw onto what is there.
  func complete(
    _ strip: Int, _ columns: Range<Int>, upTo end: Int, on surface: Surface, draw: (Range<Int>, PixelLayer) -> Void,
    add: (Range<Int>, PixelLayer) -> Void
  ) {
    if layer.bounds.isEmpty { layer.reset(surface.bounds) }
    let part = drawn[strip]
    if part.operationCount > 0, part.columns.clamped(to: columns) == columns {
      layer.clip(part.columns)
      add(part.operationCount..<end, layer)
      drawn[strip].operationCount = end
    } else {
      let all = part.columns.union(columns)
      layer.clip(all)
      layer.clearDither(surface.rows(ofStrip: strip))
      draw(all, layer)
      drawn[strip] = Part(operationCount: end, columns: all)
    }
  }
}
