/// The pixels of those commands that frame after frame has in common, from the bottom.
///
/// Each strip is drawn when it is first needed, and only what comes to lie on it afterwards.
struct RetainedBackdrop {
  let layer = PixelLayer()
  /// The number of commands that it shows.
  private(set) var count = 0
  /// The number of these in each strip.
  private var drawn: [Int]

  init(stripCount: Int) { drawn = [Int](repeating: 0, count: stripCount) }

  /// Shows the first `count` of the last frame's items from now on. Strips that show others are drawn again.
  mutating func show(_ count: Int, of items: [FrameItem], on surface: Surface) {
    if count < self.count {
      for item in items[count..<self.count] {
        for strip in surface.strips(touching: item.bounds) { drawn[strip] = 0 }
      }
      for strip in drawn.indices { drawn[strip] = min(drawn[strip], count) }
    }
    self.count = count
  }

  /// Draws what a strip lacks: `execute` is called with the commands to draw onto the layer.
  mutating func complete(
    _ strip: Int, on surface: Surface, background: Pixel, _ execute: (Range<Int>, PixelLayer) -> Void
  ) {
    let first = drawn[strip]
    if first == count { return }
    drawn[strip] = count
    if layer.bounds.isEmpty { layer.reset(surface.bounds) }
    if first == 0 {
      let rows = surface.rows(ofStrip: strip)
      layer.clear(rows, background)
      for y in rows { layer.row(y).needsDither.pointee = 0 }
    }
    execute(first..<count, layer)
  }
}
