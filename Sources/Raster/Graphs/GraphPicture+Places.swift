import Geometry
import Graphics

extension GraphPicture {
  /// Moved by a distance in pixels.
  func moved(_ dx: Double, _ dy: Double) -> GraphPicture {
    func whole(_ value: Double) -> Double { abs(value - value.rounded()) < 1e-3 ? value.rounded() : value }
    let (dx, dy) = (whole(dx), whole(dy))
    return placed { x, y in color(Double(x) - dx, Double(y) - dy, pixel) }
  }

  /// A part of it again and again, in pixels.
  func tiled(_ tile: Rect) -> GraphPicture {
    guard tile.width >= 1, tile.height >= 1 else { return GraphPicture(bounds, isLinear: isLinear) }
    func place(_ value: Int, _ start: Double, _ side: Double) -> Int {
      let number = ((Double(value) + 0.5 - start) / side).rounded(.down)
      let shift = (number * side).rounded()
      // Nothing of a tile so far away is seen.
      return abs(shift) < 1e9 ? value - Int(shift) : Int.min / 2
    }
    let columns = (bounds.x0..<bounds.x1).map { place($0, tile.x, tile.width) }
    let rows = (bounds.y0..<bounds.y1).map { place($0, tile.y, tile.height) }
    return placed { x, y in pixel(columns[x - bounds.x0], rows[y - bounds.y0]) }
  }

  /// The greatest or least components within radii, in pixels, which are rounded up as browsers do.
  func morphed(isDilation: Bool, _ x: Double, _ y: Double) -> GraphPicture {
    turned(isDilation, x).turned(isDilation, y)
  }

  /// With rows for columns.
  private func turned(_ isDilation: Bool, _ radius: Double) -> GraphPicture {
    let (width, height) = (bounds.width, bounds.height)
    let result = GraphPicture(
      PixelRect(x0: bounds.y0, y0: bounds.x0, x1: bounds.y1, y1: bounds.x1), isLinear: isLinear)
    let radius = max(Int(min(radius - 1e-3, Double(width)).rounded(.up)), 0)
    // In time that does not depend on the window's width (van Herk, Gil and Werman).
    let window = 2 * radius + 1
    let size = (width + 2 * radius + window - 1) / window * window
    var padded = [SIMD4<Float>](repeating: .zero, count: size)
    var (forward, backward) = (padded, padded)
    func extreme(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      isDilation ? pointwiseMax(a, b) : pointwiseMin(a, b)
    }
    for y in 0..<height {
      let row = pixels + y * width
      guard (0..<width).contains(where: { row[$0] != .zero }) else { continue }
      for x in 0..<width { padded[x + radius] = row[x] }
      for x in 0..<size { forward[x] = x % window == 0 ? padded[x] : extreme(forward[x - 1], padded[x]) }
      for x in stride(from: size - 1, through: 0, by: -1) {
        backward[x] = x % window == window - 1 ? padded[x] : extreme(backward[x + 1], padded[x])
      }
      for x in 0..<width { result.pixels[x * height + y] = extreme(backward[x], forward[x + 2 * radius]) }
    }
    return result
  }

  /// Taken from as far away as another picture says.
  func displaced(
    by map: GraphPicture, _ horizontal: FilterGraph.Channel, _ vertical: FilterGraph.Channel, _ length: Size
  ) -> GraphPicture {
    placed { x, y in
      let way = straight(map.pixel(x, y))
      let (dx, dy) = (
        length.width * (Double(way[horizontal.rawValue]) - 0.5), length.height * (Double(way[vertical.rawValue]) - 0.5)
      )
      // The nearest pixel, as browsers take it.
      guard abs(dx) < 1e6, abs(dy) < 1e6 else { return .zero }
      return pixel(x + Int((dx + 0.5).rounded(.down)), y + Int((dy + 0.5).rounded(.down)))
    }
  }

  /// Sums around each pixel, of pixels at a distance; `part` is where the picture ends.
  func convolved(_ convolution: FilterGraph.Convolution, _ unit: Size, in part: PixelRect) -> GraphPicture {
    let columns = max(convolution.columns, 1)
    let rows = convolution.matrix.count / columns
    let end = bounds.intersection(part)
    guard rows > 0, convolution.divisor != 0, !end.isEmpty else { return self }
    func distance(_ count: Int, _ unit: Double) -> Double {
      let value = Double(count) * unit
      return abs(value - value.rounded()) < 1e-3 ? value.rounded() : value
    }
    var terms: [(x: Double, y: Double, factor: Float)] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let factor = convolution.matrix[(rows - 1 - row) * columns + columns - 1 - column] / convolution.divisor
        guard factor != 0 else { continue }
        terms.append(
          (
            distance(column - convolution.targetX, unit.width), distance(row - convolution.targetY, unit.height),
            Float(factor)
          ))
      }
    }
    func fetched(_ x: Int, _ y: Int) -> SIMD4<Float> {
      if x >= end.x0, x < end.x1, y >= end.y0, y < end.y1 {
        return pixels[(y - bounds.y0) * bounds.width + x - bounds.x0]
      }
      switch convolution.edge {
      case .clear: return .zero
      case .duplicate: return pixel(min(max(x, end.x0), end.x1 - 1), min(max(y, end.y0), end.y1 - 1))
      case .wrap:
        func place(_ value: Int, _ start: Int, _ side: Int) -> Int {
          let rest = (value - start) % side
          return start + (rest < 0 ? rest + side : rest)
        }
        return pixel(place(x, end.x0, end.width), place(y, end.y0, end.height))
      }
    }
    let (keeps, bias) = (convolution.preservesAlpha, Float(convolution.bias))
    return placed { x, y in
      guard x >= end.x0, x < end.x1, y >= end.y0, y < end.y1 else { return .zero }
      var sum = SIMD4<Float>.zero
      for term in terms {
        let taken = color(Double(x) + term.x, Double(y) + term.y, fetched)
        sum += (keeps ? straight(taken) : taken) * term.factor
      }
      let alpha = pixel(x, y).w
      if keeps {
        sum += bias
        sum.w = alpha
        return premultiplied(sum)
      }
      sum += bias
      let clamped = sum.clamped(lowerBound: .zero, upperBound: .one)
      return pointwiseMin(clamped, SIMD4(repeating: clamped.w))
    }
  }
}
