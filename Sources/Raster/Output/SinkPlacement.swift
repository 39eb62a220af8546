import Coding
import Graphics

/// The place of the drawing in a sink's pictures, and the color around it.
public struct SinkPlacement: Hashable, Sendable, Digestible {
  /// The column of the pictures where the drawing begins, in pixels; even, and below 0 where columns are cut off.
  public var x: Int
  /// The row of the pictures where the drawing begins, in pixels; even, and below 0 where rows are cut off.
  public var y: Int
  /// The color around the drawing.
  public var background: Color
  /// True if the background lies under the drawing too, which then is drawn on a clear one.
  public var isComposited: Bool

  public init(x: Int, y: Int, background: Color, isComposited: Bool) {
    self.x = x
    self.y = y
    self.background = background
    self.isComposited = isComposited
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(x)
    hasher.combine(y)
    background.digest(into: &hasher)
    hasher.combine(isComposited)
  }
}

extension SinkPlacement {
  /// The part of a drawn strip that pictures of a size show, where they show it, on the background; nil for none. Its
  /// pixels are those of `layer`, in the gamut.
  func place(_ strip: DrawnStrip, width: Int, height: Int, in layer: PixelLayer, _ gamut: ColorGamut) -> DrawnStrip? {
    let rows = (strip.rows.lowerBound + y..<strip.rows.upperBound + y).clamped(to: 0..<height)
    let columns = (strip.columns.lowerBound + x..<strip.columns.upperBound + x).clamped(to: 0..<width)
    if rows.isEmpty || columns.isEmpty { return nil }
    layer.move(
      to: PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound))
    let below = background.converted(to: gamut).pixel()
    for row in rows {
      let (source, target) = (strip.layer.row(row - y), layer.row(row))
      target.needsDither.pointee = source.needsDither.pointee
      (target.ditherMask + columns.lowerBound).update(
        from: source.ditherMask + columns.lowerBound - x, count: columns.count)
      if isComposited {
        for column in columns { target.pixels[column] = over(widened(source.pixels[column - x]), below) }
      } else {
        (target.pixels + columns.lowerBound).update(
          from: source.pixels + columns.lowerBound - x, count: columns.count)
      }
    }
    return DrawnStrip(layer: layer, rows: rows, width: width, columns: columns)
  }

  /// Strips of nothing but the background, for all rows of pictures of a size, in a gamut.
  func backgroundStrips(width: Int, height: Int, _ gamut: ColorGamut) -> [DrawnStrip] {
    let color = background.converted(to: gamut).pixel()
    return stride(from: 0, to: height, by: 16).map { first in
      let rows = first..<min(first + 16, height)
      let layer = PixelLayer()
      layer.reset(PixelRect(x0: 0, y0: rows.lowerBound, x1: width, y1: rows.upperBound), background: color)
      return DrawnStrip(layer: layer, rows: rows, width: width, columns: 0..<width)
    }
  }
}
