/// A straight piece of an outline, in 24.8 fixed point from its surface's corner, running down.
///
/// A horizontal edge (y0 = y1) has no area of its own; it connects the corners at its ends.
struct Edge: BitwiseCopyable {
  let x0: Int32
  let y0: Int32
  let x1: Int32
  /// y at the lower end, doubled, and 1 more where the outline runs up.
  private let end: Int32
  /// The change of x, in 1/65536 pixel, for a step down of 1/256 pixel.
  let slope: Double

  /// An edge from one corner to the next.
  @inline(__always)
  init(fromX ax: Int32, fromY ay: Int32, toX bx: Int32, toY by: Int32) {
    let isDown = ay <= by
    x0 = isDown ? ax : bx
    y0 = isDown ? ay : by
    x1 = isDown ? bx : ax
    end = isDown ? by &<< 1 : ay &<< 1 | 1
    slope = ay == by ? 0 : Double(x1 &- x0) / Double((end &>> 1) &- y0) * 256
  }

  @inline(__always)
  var y1: Int32 { end &>> 1 }

  /// 1 where the outline runs down along the edge, −1 where up.
  @inline(__always)
  var direction: Int { 1 &- Int(end & 1) &* 2 }
}

/// The conversion of an outline's edges to coverage.
enum CoverageMode {
  /// Overlaps are resolved inside each pixel: right for any outline.
  case exact(evenOdd: Bool)
  /// Signed areas are added up: right for outlines that do not overlap themselves, and faster.
  case simple
}

/// The edges of one outline in an `EdgeStore`, sorted into the strips of their surface.
struct EdgeSet {
  /// The pixels that may be covered, in the surface's own coordinates.
  var bounds: PixelRect
  var firstStrip: Int
  var stripCount: Int
  /// The index in the store's `borders` of the first of `stripCount + 1` borders between strips.
  var firstBorder: Int
  var mode: CoverageMode
}
