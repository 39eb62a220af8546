import CRasterKernels
import Coding
import Geometry

@testable import Raster

/// Edges of strips of houses: how their areas are gathered, and how colors come over rows of them.
///
/// Strips enough that no processor learns their branches by heart.
func edgeTrials() -> [Trial] {
  let (width, rows) = (1920, 16)
  let trials = [("houses seen flat", 60.0, 6.0), ("houses seen from above", 24.0, 24.0)].flatMap { name, w, h in
    var numbers = SeededNumbers(seed: 1)
    let strips = (0..<40).map { _ in
      houses(200, width: w, height: h, across: Double(width), down: Double(rows), &numbers)
    }
    let pieces = strips.joined().reduce(0) { $0 + pieceCount($1, rows) }
    let cells = CoverageCells()
    let layer = PixelLayer()
    cells.prepare(width: width, rows: rows)
    layer.reset(PixelRect(x0: 0, y0: 0, x1: width, y1: rows), background: Pixel(9000, 20_000, 30_000, 65_280))
    func deposit(_ edges: [Edge], _ isKernel: Bool) {
      var coverage = SimpleCoverage(rows: cells.rows, firstRow: 0)
      if isKernel {
        edges.withUnsafeBufferPointer { coverage.cover($0, rows: 0..<rows, width: width) }
      } else {
        for edge in edges { walk(edge, rows: 0..<rows, width: width, into: &coverage) }
      }
    }
    let spans = SpanBuffer()
    func cover(_ color: Pixel, _ isKernel: Bool) {
      for y in 0..<rows {
        if isKernel {
          composite(color, cells.row(y), from: 0, to: width, visible: 0..<width, onto: layer.row(y))
        } else {
          spans.gather(cells.row(y), from: 0, to: width, visible: 0..<width)
          Reference.composite(color, spans.all, spans.coverage, onto: layer.row(y))
        }
      }
    }
    let alphas = Scratch<Float>(capacity: width)
    let alpha = Trial("alphas: one color of \(name), for blurs", count: width * rows * strips.count) { isKernel in
      strips.reduce(0) { sum, edges in
        deposit(edges, true)
        return sum
          + seconds {
            for y in 0..<rows {
              let row = cells.row(y)
              if isKernel {
                raster_alphas(row.changes, row.touched, 0, (width + 1) >> 3, 0, width, 40_000, alphas.base)
              } else {
                spans.gather(row, from: 0, to: width, visible: 0..<width)
                Reference.alphas(40_000, spans.all, spans.coverage, count: width, into: alphas.base)
              }
            }
          }
      }
    }
    let covers = [("opaque", UInt16(65_280)), ("half clear", 32_000)].map { kind, alpha in
      Trial("cover: a color over \(name), \(kind)", count: width * rows * strips.count) { isKernel in
        strips.reduce(0) { sum, edges in
          deposit(edges, true)
          return sum + seconds { cover(Pixel(3000, 8000, 20_000, alpha), isKernel) }
        }
      }
    }
    return [
      Trial("deposit: areas of \(name)", count: pieces) { isKernel in
        strips.reduce(0) { sum, edges in
          let time = seconds { deposit(edges, isKernel) }
          cover(.zero, true)
          return sum + time
        }
      },
      alpha,
    ] + covers
  }
  return trials
}

/// The edges of houses of about a size, turned at random, in a strip.
private func houses(
  _ count: Int, width: Double, height: Double, across: Double, down: Double, _ numbers: inout SeededNumbers
)
  -> [Edge]
{
  (0..<count).flatMap { _ -> [Edge] in
    let x = Double.random(in: width...across - width, using: &numbers)
    let y = Double.random(in: -height / 2...down + height / 2, using: &numbers)
    let (w, h) = (
      width * Double.random(in: 0.2...0.7, using: &numbers), height * Double.random(in: 0.2...0.7, using: &numbers)
    )
    let lean = Double.random(in: -1...1, using: &numbers)
    let corners = [(-w, -h), (w * lean, -h * 0.9), (w, h), (-w * lean, h * 0.9)].map { dx, dy in
      (Int32((x + dx) * 256), Int32((y + dy) * 256))
    }
    return corners.indices.compactMap { i in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      return a.1 == b.1 ? nil : Edge(fromX: a.0, fromY: a.1, toX: b.0, toY: b.1)
    }
  }
}

private func pieceCount(_ edge: Edge, _ rows: Int) -> Int {
  let (top, bottom) = (max(Int(edge.y0), 0), min(Int(edge.y1), rows << 8))
  return top < bottom ? (bottom - 1) >> 8 - top >> 8 + 1 : 0
}
