import Geometry

/// A rectangle of whole pixels, from (x0, y0) up to but without (x1, y1).
struct PixelRect: Equatable {
  var x0: Int
  var y0: Int
  var x1: Int
  var y1: Int

  /// Canvases and layers have at most this many pixels on a side, so that 16.16 fixed point fits 32 bits.
  static let largestSide = 32_000

  static let empty = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)

  var width: Int { x1 - x0 }
  var height: Int { y1 - y0 }
  var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
  var rect: Rect { Rect(x: Double(x0), y: Double(y0), width: Double(width), height: Double(height)) }

  func intersection(_ other: PixelRect) -> PixelRect {
    let r = PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
    return r.isEmpty ? .empty : r
  }

  /// The least rectangle around both; an empty one adds nothing.
  func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  func grown(x: Int, y: Int) -> PixelRect { PixelRect(x0: x0 - x, y0: y0 - y, x1: x1 + x, y1: y1 + y) }

  /// Grown to multiples of a power of two.
  func aligned(to size: Int) -> PixelRect {
    PixelRect(x0: x0 & -size, y0: y0 & -size, x1: (x1 + size - 1) & -size, y1: (y1 + size - 1) & -size)
  }

  func moved(x: Int, y: Int) -> PixelRect { PixelRect(x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y) }
}
