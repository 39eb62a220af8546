import StageKit

@testable import Raster

/// Gradients and images as rows of colors, and these over a row.
func colorTrials() -> [Trial] {
  let (colors, varied, places) = (
    Scratch<Pixel>(capacity: rowWidth), Scratch<UInt8>(capacity: rowWidth), Scratch<Double>()
  )
  let height = 16
  var trials: [Trial] = []
  let gradients: [(String, Paint)] = [
    ("linear", .linear(from: Point(5, 3), to: Point(1800, 20), stops: stops)),
    ("radial", .radial(center: Point(900, 8), radius: 800, stops: stops)),
  ]
  for (name, paint) in gradients {
    guard case .gradient(let gradient) = GradientPaint.source(paint, transform: .identity, opacity: 1) else { continue }
    trials.append(
      Trial("ramp: a \(name) gradient", count: rowWidth * height) { isFast in
        seconds {
          for y in 0..<height {
            gradient.shade(
              columns: 0..<rowWidth, y: y, into: colors.base, varied.base, places: places, isFast: isFast)
          }
        }
      })
  }
  var numbers = SeededNumbers(seed: 1)
  let bytes = (0..<512 * 512 * 4).map { _ in UInt8.random(in: 0...255, using: &numbers) }.enumerated().map {
    $0.offset % 4 == 3 ? 255 : $0.element
  }
  let images: [(String, Transform)] = [
    ("enlarged", Transform(3.9, 0.2, 0, -0.2, 3.9, 90)), ("at half its size", Transform(0.5, 0, 0, 0, 0.5, 0)),
    ("in perspective", Transform(3, 0.4, 100, 0, 0.9, 0, 0.0005, 0.001, 1)),
  ]
  let footprints = Scratch<ImagePaint.Footprint>()
  for (name, transform) in images {
    guard let image = Image(width: 512, height: 512, premultiplied: bytes),
      case .image(let paint) = ImagePaint.source(
        image, transform: transform, spread: .pad, opacity: 1, cache: PreparationCache()),
      let inside = columns(transform, height)
    else { continue }
    trials.append(
      Trial("image: one \(name)", count: inside.count * height) { isFast in
        seconds {
          for y in 120..<120 + height {
            paint.shade(
              columns: inside, y: y, into: colors.base, varied.base, places: places, footprints: footprints,
              isFast: isFast)
          }
        }
      })
  }
  let source = row()
  let below = row()
  let coverages = (0..<rowWidth).map { Int32(1 + $0 * 34) }
  for (name, coverage) in [("each pixel its coverage", Int32(0)), ("covered wholly", 65_536)] {
    trials.append(
      Trial("colors over a row, \(name)", count: rowWidth * height) { isFast in
        let span = Span(x: 0, count: Int32(rowWidth), coverage: coverage)
        let from = source.row(0)
        return seconds {
          for _ in 0..<height {
            composite(from.pixels, varied: from.varied, span, coverages, onto: below.row(0), isFast: isFast)
          }
        }
      })
  }
  return trials
}

private let stops = [
  GradientStop(0, Color(hex: 0x336699)), GradientStop(0.4, Color(hex: 0xFFAA00, alpha: 0.5)), GradientStop(1, .white),
]

/// The columns of rows from 120 on in which an image of 512 × 512 lies, all of them inside.
private func columns(_ transform: Transform, _ height: Int) -> Range<Int>? {
  guard let inverse = transform.inverse else { return nil }
  let all = (0..<rowWidth).filter { x in
    [120.0, 121 + Double(height)].allSatisfy { y in
      let p = inverse.apply(Point(Double(x) + 0.5, y))
      return p.x > 10 && p.y > 10 && p.x < 500 && p.y < 500
    }
  }
  guard let first = all.first, let last = all.last else { return nil }
  return first..<last + 1
}
