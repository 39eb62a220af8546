import Coding
import Geometry

@testable import Raster

/// Blurred alphas: filtered, brought back row by row, and drawn in a color.
func blurTrials() -> [Trial] {
  var numbers = SeededNumbers(seed: 1)
  let axis = BlurAxis(sigma: 40, shift: 0.3)
  let size = (width: 480, height: 96)
  let count = size.width * size.height
  let (samples, columns, rows) = (
    Scratch<Float>(capacity: count), Scratch<Float>(capacity: count), Scratch<Float>(capacity: count)
  )
  for i in 0..<count { samples.base[i] = Float.random(in: 0...65_280, using: &numbers) }
  let (tiles, parts) = (BlurTiles(), Scratch<Float>())
  let filter = Trial("filter: down columns and along rows", count: count) { isFast in
    seconds {
      axis.filter.blurColumns(samples.base, size, into: columns.base, tiles, isFast: isFast)
      axis.filter.blurRows(columns.base, size, into: rows.base, tiles, isFast: isFast)
    }
  }
  let times = 16
  let restore = Trial("restore: a row from thinned samples", count: rowWidth * times) { isFast in
    let line = UnsafePointer(samples.base + 20 * size.width)
    let blurred = BlurredRow(samples: line, first: -20, lines: (line, line, line, line), axis: axis, origin: 5)
    return seconds {
      for _ in 0..<times {
        blurred.forEachRun(0..<rowWidth, visible: 0..<rowWidth, scratch: parts, isFast: isFast) { _, _, _ in
        } varying: { _, _ in
        }
      }
    }
  }
  let values = (0..<rowWidth).map { Float($0 * 34) }
  let canvas = row()
  let tinted = [("a color", SIMD4<Float>(0.2, 0, 0.4, 0.5)), ("black", SIMD4(0, 0, 0, 0.5))].map { name, color in
    Trial("tint: \(name) at each pixel's part", count: rowWidth * times) { isFast in
      seconds { for _ in 0..<times { tint(color, values, 0..<rowWidth, onto: canvas.row(0), isFast: isFast) } }
    }
  }
  let mixed = Trial("mix: four thinned rows", count: size.width * times) { isFast in
    seconds {
      for i in 0..<times {
        mix(
          samples.base + i * size.width, size.width, (0.1, 0.4, 0.4, 0.1), size.width, into: rows.base, isFast: isFast)
      }
    }
  }
  let layer = PixelLayer()
  layer.reset(PixelRect(x0: 0, y0: 0, x1: rowWidth, y1: times), background: Pixel(100, 200, 3000, 20_000))
  let shadow = PixelEffect(.dropShadow(color: .white, offset: .zero, sigma: 0), stretch: .identity)
  let under = Trial("under: a shadow without blur, with all it takes", count: rowWidth * times) { isFast in
    seconds { shadow.apply(to: layer, isFast: isFast) }
  }
  return [filter, mixed, restore] + tinted + [under]
}
