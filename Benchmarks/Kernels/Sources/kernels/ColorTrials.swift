import StageKit

@testable import Raster

/// Gradients as rows of colors, and these over a row.
func colorTrials() -> [Trial] {
  let (colors, ditherMask, places) = (
    Scratch<Pixel>(capacity: rowWidth), Scratch<UInt8>(capacity: rowWidth), Scratch<Double>(capacity: rowWidth)
  )
  let height = 16
  var trials: [Trial] = []
  if let ramp = GradientRamp(stops, opacity: 1) {
    let positions = (0..<rowWidth).map { Double($0) / Double(rowWidth) }
    trials.append(
      Trial("ramp: a gradient", count: rowWidth * height) { isKernel in
        seconds {
          for _ in 0..<height {
            for (i, position) in positions.enumerated() { places.base[i] = position }
            if isKernel {
              ramp.shade(places.base, count: rowWidth, spread: .pad, into: colors.base, ditherMask: ditherMask.base)
            } else {
              Reference.shade(ramp, places.base, rowWidth, .pad, into: colors.base, ditherMask.base)
            }
          }
        }
      })
  }
  let source = row()
  let below = row()
  let coverages = (0..<rowWidth).map { Int32(1 + $0 * 34) }
  let shining = row()
  for x in 0..<rowWidth { shining.row(0).pixels[x].w = 30_000 }
  let rows = [
    ("colors over a row, each pixel its coverage", source, Int32(0)),
    ("colors over a row, covered wholly", source, 65_536),
    ("half clear colors over a row, covered wholly", shining, 65_536),
  ]
  for (name, source, coverage) in rows {
    trials.append(
      Trial(name, count: rowWidth * height) { isKernel in
        let cover = isKernel ? composite(_:ditherMask:_:_:onto:) : Reference.composite(_:ditherMask:_:_:onto:)
        let span = Span(x: 0, count: Int32(rowWidth), coverage: coverage)
        let from = source.row(0)
        return seconds {
          for _ in 0..<height {
            cover(from.pixels, from.ditherMask, span, coverages, below.row(0))
          }
        }
      })
  }
  return trials
}

private let stops = [
  GradientStop(0, Color(hex: 0x336699)), GradientStop(0.4, Color(hex: 0xFFAA00, alpha: 0.5)), GradientStop(1, .white),
]
