import CText
import StageKit

extension LayoutBuilder {
  /// The lines below and through a line of text, from the left to the right.
  func decorations(of line: ShapedLine, from origin: Point) -> [Rect] {
    var result: [Rect] = []
    for decoration in [TextDecoration.underline, .strikethrough] {
      for var band in bands(of: line, decoration, from: origin) {
        // Ink below another letter counts, too.
        let gaps = decoration == .underline ? inkGaps(of: line, in: band, from: origin) : []
        for gap in gaps where gap.lowerBound < band.maxX && gap.upperBound > band.x {
          if gap.lowerBound > band.x {
            result.append(Rect(x: band.x, y: band.y, width: gap.lowerBound - band.x, height: band.height))
          }
          let end = band.maxX
          band.x = max(gap.upperBound, band.x)
          band.width = end - band.x
        }
        if band.width > 0 { result.append(band) }
      }
    }
    return result
  }

  /// The whole lines, where neighboring runs have the same as one.
  private func bands(of line: ShapedLine, _ decoration: TextDecoration, from origin: Point) -> [Rect] {
    var bands: [Rect] = []
    var pen = origin.x
    for run in line.runs {
      defer { pen += run.width }
      let own = run.span > 0 ? request.spans[run.span - 1].decoration : []
      guard request.style.decoration.union(own).contains(decoration), run.width > 0 else { continue }
      let (font, size) = decorationFont(decoration, of: run)
      let (middle, thickness) = font.line(decoration)
      let band = Rect(
        x: pen, y: origin.y - (middle + thickness / 2) * size, width: run.width, height: thickness * size)
      if var last = bands.last, last.y == band.y, last.height == band.height, abs(last.maxX - band.x) < 1e-6 {
        last.width = band.maxX - last.x
        bands[bands.count - 1] = last
      } else {
        bands.append(band)
      }
    }
    return bands
  }

  /// The parts of a band that letters reach into, and some room at both sides; in order, apart from each other.
  private func inkGaps(of line: ShapedLine, in band: Rect, from origin: Point) -> [ClosedRange<Double>] {
    let room = band.height
    var gaps: [ClosedRange<Double>] = []
    forEachGlyph(of: line, from: origin) { glyph, run, position in
      let outline = Path { append(glyph, run.font, size: run.size, at: position, to: &$0) }
      guard let bounds = outline.bounds, bounds.maxY > band.y, bounds.y < band.maxY else { return }
      for part in outline.extents(from: band.y, to: band.maxY) {
        gaps.append(part.lowerBound - room...part.upperBound + room)
      }
    }
    return gaps.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, gap in
      guard let last = merged.last, gap.lowerBound <= last.upperBound else { return merged.append(gap) }
      merged[merged.count - 1] = last.lowerBound...max(last.upperBound, gap.upperBound)
    }
  }
}

extension Path {
  /// The horizontal extents of the pieces of its lines within a horizontal band.
  fileprivate func extents(from top: Double, to bottom: Double) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    func add(_ a: Point, _ b: Point) {
      let (low, high) = a.y < b.y ? (a, b) : (b, a)
      guard high.y > top, low.y < bottom else { return }
      func x(at y: Double) -> Double {
        high.y > low.y ? low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y)) : low.x
      }
      let ends =
        high.y > low.y ? [x(at: max(low.y, top)), x(at: min(high.y, bottom))] : [low.x, high.x]
      result.append(min(ends[0], ends[1])...max(ends[0], ends[1]))
    }
    let steps = 8
    var (start, pen) = (Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let p): (start, pen) = (p, p)
      case .line(let p):
        add(pen, p)
        pen = p
      case .quad(let c, let p):
        let from = pen
        for step in 1...steps {
          let t = Double(step) / Double(steps)
          let next = from * ((1 - t) * (1 - t)) + c * (2 * t * (1 - t)) + p * (t * t)
          add(pen, next)
          pen = next
        }
      case .cubic(let c, let d, let p):
        let from = pen
        for step in 1...steps {
          let (t, u) = (Double(step) / Double(steps), 1 - Double(step) / Double(steps))
          let next = from * (u * u * u) + c * (3 * u * u * t) + d * (3 * u * t * t) + p * (t * t * t)
          add(pen, next)
          pen = next
        }
      case .close:
        add(pen, start)
        pen = start
      }
    }
    return result
  }
}
