import CRasterKernels
import Graphics

/// Blends a row of a group's layer onto what lies below it, each pixel times its factor in 1/65536.
func blend(
  _ mode: BlendMode, _ source: PixelRow, _ factors: UnsafePointer<UInt32>, columns: Range<Int>, onto row: PixelRow
) {
  let x = columns.lowerBound
  if let kernel = mode.kernel {
    raster_blend_layer(kernel, source.components(x), factors + x, columns.count, row.components(x))
  } else {
    raster_over(source.components(x), factors + x, columns.count, row.components(x))
  }
  carryDither(of: source, factors: factors, columns: columns, to: row)
}

/// Adds to the dither mask where a source that is to be dithered shows.
private func carryDither(
  of source: PixelRow, factors: UnsafePointer<UInt32>, columns: Range<Int>, to row: PixelRow
) {
  guard source.needsDither.pointee != 0 else { return }
  let x = columns.lowerBound
  raster_carry_dither(source.components(x), source.ditherMask + x, factors + x, columns.count, row.ditherMask + x)
  row.needsDither.pointee = 1
}

extension BlendMode {
  /// The formula in `CRasterKernels/blending.c`; nil for source-over, which has a kernel of its own.
  fileprivate var kernel: raster_blend_mode? {
    switch self {
    case .normal: nil
    case .multiply: RASTER_MULTIPLY
    case .screen: RASTER_SCREEN
    case .overlay: RASTER_OVERLAY
    case .plus: RASTER_PLUS
    case .darken: RASTER_DARKEN
    case .lighten: RASTER_LIGHTEN
    case .colorDodge: RASTER_COLOR_DODGE
    case .colorBurn: RASTER_COLOR_BURN
    case .hardLight: RASTER_HARD_LIGHT
    case .softLight: RASTER_SOFT_LIGHT
    case .difference: RASTER_DIFFERENCE
    case .exclusion: RASTER_EXCLUSION
    case .hue: RASTER_HUE
    case .saturation: RASTER_SATURATION
    case .color: RASTER_COLOR
    case .luminosity: RASTER_LUMINOSITY
    }
  }
}
