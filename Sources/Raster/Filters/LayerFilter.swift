import CRasterKernels
import Graphics

/// A change of the pixels of a group's layer, strip by strip, before it is blended; alpha does not grow.
enum LayerFilter {
  case color(ColorMatrix)
  /// A color where an alpha leaves it free; it is 0 where there is none.
  case innerShadow(BlurredImage?, color: Pixel)
  case grade(PreparedGrade)
  /// Leaves what is brighter than a threshold, with its alpha.
  case highlights(above: Double)
}

extension Operation {
  /// Draws `content` on a layer of its own and filters that; nil if nothing of it shows.
  static func filter(_ filter: LayerFilter, _ content: [Operation], _ surface: Surface) -> Operation? {
    let bounds = content.bounds.intersection(surface.bounds)
    return bounds.isEmpty ? nil : .group(GroupOperation(content, bounds: bounds, filter: filter))
  }
}

extension Rasterizer {
  /// Filters a part of a layer of a surface.
  func apply(_ filter: LayerFilter, _ part: PixelRect, _ layer: PixelLayer, of surface: Surface) {
    switch filter {
    case .color(let matrix): transform(part, layer, matrix)
    case .grade(let prepared): grade(part, layer, prepared, of: surface)
    case .highlights(let threshold):
      for y in part.y0..<part.y1 { raster_highlights(Float(threshold), part.width, layer.row(y).components(part.x0)) }
    case .innerShadow(let alpha, let color):
      let color = SIMD4<Float>(color) / Float(Pixel.full)
      for y in part.y0..<part.y1 { tint(layer.row(y), at: y, columns: part.x0..<part.x1, inside: alpha, color: color) }
    }
  }

  /// Transforms the colors of a part of a layer.
  func transform(_ part: PixelRect, _ layer: PixelLayer, _ matrix: ColorMatrix) {
    let numbers = [matrix.red, matrix.green, matrix.blue].flatMap { row in
      (0..<4).map { row[$0].isNaN ? 0 : Float(min(max(row[$0], -65_536), 65_536)) }
    }
    for y in part.y0..<part.y1 { raster_transform_colors(numbers, part.width, layer.row(y).components(part.x0)) }
  }

  private func tint(
    _ row: PixelRow, at y: Int, columns: Range<Int>, inside alpha: BlurredImage?, color: SIMD4<Float>
  ) {
    shadowParts.reserve(columns.upperBound)
    let parts = shadowParts.base
    (parts + columns.lowerBound).update(repeating: 0, count: columns.count)
    let first = max(columns.lowerBound, alpha?.bounds.x0 ?? 0)
    let end = min(columns.upperBound, alpha?.bounds.x1 ?? 0)
    if let alpha, alpha.bounds.y0 <= y, y < alpha.bounds.y1, first < end {
      let shown = first..<end
      let line = alpha.row(y)
      alpha.forEachRun(line, shown) { run, variation in
        if variation == .varied {
          (parts + run.lowerBound).update(
            from: alpha.values(line, run, channel: 0, upsampling[0]), count: run.count)
          alpha.markVaried(line, run, row.ditherMask)
        } else {
          let value = alpha.value(line, run, variation, channel: 0)
          (parts + run.lowerBound).update(repeating: value, count: run.count)
          if variation == .flatRow { (row.ditherMask + run.lowerBound).update(repeating: 1, count: run.count) }
        }
      }
      row.needsDither.pointee = 1
    }
    let x = columns.lowerBound
    color.withScalars { raster_tint_inside($0, parts + x, columns.count, row.components(x)) }
  }
}
