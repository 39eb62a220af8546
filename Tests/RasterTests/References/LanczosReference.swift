import Foundation

/// A picture of one component, resampled in floating point by Lanczos' kernel with three lobes.
struct LanczosReference {
  let values: [Double]
  let width: Int
  var height: Int { values.count / width }

  init(_ values: [Double], width: Int) { (self.values, self.width) = (values, width) }

  static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    return abs(x) < 3 ? 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x) : 0
  }

  /// Texels and weights that add up to 1 for the position `center`, in texels with centers at halves.
  private static func weights(_ center: Double, span: Double) -> [(Int, Double)] {
    let span = max(span, 1)
    let first = Int((center - 0.5 - 3 * span).rounded(.up))
    let last = Int((center - 0.5 + 3 * span).rounded(.down))
    let weights = (first...last).map { ($0, kernel((Double($0) + 0.5 - center) / span)) }
    let sum = weights.reduce(0) { $0 + $1.1 }
    return weights.map { ($0.0, $0.1 / sum) }
  }

  /// The whole picture on so many pixels, its edges going on outside.
  func resampled(width newWidth: Int, height newHeight: Int) -> LanczosReference {
    let (xSpan, ySpan) = (Double(width) / Double(newWidth), Double(height) / Double(newHeight))
    let across = (0..<newWidth).map { Self.weights((Double($0) + 0.5) * xSpan, span: xSpan) }
    var rows: [Double] = []
    for y in 0..<height {
      for weights in across {
        rows.append(weights.reduce(0) { $0 + values[y * width + min(max($1.0, 0), width - 1)] * $1.1 })
      }
    }
    var result: [Double] = []
    for y in 0..<newHeight {
      let down = Self.weights((Double(y) + 0.5) * ySpan, span: ySpan)
      for x in 0..<newWidth {
        let sum = down.reduce(0) { $0 + rows[min(max($1.0, 0), height - 1) * newWidth + x] * $1.1 }
        result.append(min(max(sum, 0), 255))
      }
    }
    return LanczosReference(result, width: newWidth)
  }

  /// At one position, with a kernel turned by `turn` around it.
  func sample(_ u: Double, _ v: Double, span: Double, turn: Double) -> Double {
    let reach = 3 * span * 2.0.squareRoot()
    let (c, s) = (cos(turn) / span, sin(turn) / span)
    var (sum, total) = (0.0, 0.0)
    for y in Int((v - 0.5 - reach).rounded(.up))...Int((v - 0.5 + reach).rounded(.down)) {
      for x in Int((u - 0.5 - reach).rounded(.up))...Int((u - 0.5 + reach).rounded(.down)) {
        let (dx, dy) = (Double(x) + 0.5 - u, Double(y) + 0.5 - v)
        let weight = Self.kernel(dx * c + dy * s) * Self.kernel(dy * c - dx * s)
        sum += weight * values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
        total += weight
      }
    }
    return min(max(sum / total, 0), 255)
  }

  /// The mean square of differences between neighbors, apart from `margin` pixels around.
  func gradientEnergy(margin: Int = 2) -> Double {
    var sum = 0.0
    for y in margin..<height - margin {
      for x in margin..<width - margin {
        let (here, right, below) = (values[y * width + x], values[y * width + x + 1], values[(y + 1) * width + x])
        sum += (right - here) * (right - here) + (below - here) * (below - here)
      }
    }
    return sum / Double((width - 2 * margin) * (height - 2 * margin))
  }
}
