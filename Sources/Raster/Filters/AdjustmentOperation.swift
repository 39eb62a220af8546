import Geometry
import Graphics

/// Grades what a layer has, in place, as far as an outline covers.
final class AdjustmentOperation {
  let grade: PreparedGrade
  let outline: [Operation]
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// In 1/65536.
  let opacity: UInt32

  init(_ grade: PreparedGrade, _ outline: [Operation], bounds: PixelRect, opacity: UInt32) {
    (self.grade, self.outline, self.bounds, self.opacity) = (grade, outline, bounds, opacity)
  }
}

extension Rasterizer {
  /// The operation of a backdrop filter that grades; nil if it is not visible.
  func adjustment(_ filter: BackdropFilter, _ transform: Transform, _ surface: Surface) -> AdjustmentOperation? {
    guard let grade = filter.grade, let shape = shape(of: filter, transform, surface) else { return nil }
    let prepared = PreparedGrade(grade, transform * filter.transform, scale, cache: cache)
    return AdjustmentOperation(prepared, shape.outline, bounds: shape.bounds, opacity: shape.opacity)
  }

  /// Grades a strip's rows of a layer.
  func draw(_ adjustment: AdjustmentOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = adjustment.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    guard !part.isEmpty else { return }
    if adjustment.opacity == 65_536, let edges = adjustment.outline.opaqueOutline,
      edgeCount(of: edges, strip) <= Self.maxEdges,
      opaqueColumns(of: edges, strip: strip, visible: part) == part.x0..<part.x1
    {
      return grade(part, layer, adjustment.grade, of: surface)
    }
    let (source, factors) = stripLayers.take()
    defer { stripLayers.giveBack() }
    factors.reserve(part.width * part.height)
    cover(
      adjustment.outline, opacity: adjustment.opacity, in: part, factors: factors.base, strip: strip, of: surface,
      with: source)
    source.move(to: part)
    source.copy(layer, part.y0..<part.y1)
    grade(part, source, adjustment.grade, of: surface)
    for y in part.y0..<part.y1 {
      replace(
        layer.row(y), by: source.row(y), factors.base + (y - part.y0) * part.width - part.x0, part.x0..<part.x1)
    }
  }
}

extension [Operation] {
  /// The outline of the only operation, where that hides all below it.
  var opaqueOutline: EdgeSet? {
    guard count == 1, case .fill(let edges, .solid(let color)) = self[0].kind, UInt32(color.w) == Pixel.full else {
      return nil
    }
    return edges
  }
}

extension DisplayList {
  /// The same without what only changes what lies below it: its alpha is nearly the same.
  var withoutAdjustments: DisplayList {
    DisplayList(
      commands.compactMap { command in
        switch command {
        case .backdrop(let filter) where filter.isAdjustment: return nil
        case .group(var group) where command.holdsBackdrop:
          group.content = group.content.withoutAdjustments
          return .group(group)
        default: return command
        }
      })
  }
}
