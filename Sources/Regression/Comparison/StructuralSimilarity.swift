import Foundation

/// The mean structural similarity of two pictures (Wang, Bovik, Sheikh and Simoncelli, 2004): an 11 × 11 Gaussian window
/// with a standard deviation of 1.5, K1 = 0.01, K2 = 0.03, over all places where the window fits, the mean of red, green
/// and blue.
///
/// Pictures smaller than the window are compared as one window. Cost: about 1 µs for a pixel.
func structuralSimilarity(width: Int, height: Int, before: [UInt8], after: [UInt8]) -> Double {
  let radius = min(5, (min(width, height) - 1) / 2)
  let weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
  let total = weights.reduce(0, +)
  let kernel = weights.map { $0 / total }
  let channels = (0..<3).map { channel in
    SimilarityWindow(kernel: kernel, width: width, height: height).mean(before, after, channel: channel)
  }
  return channels.reduce(0, +) / 3
}

private struct SimilarityWindow {
  let kernel: [Double]
  let width: Int
  let height: Int

  func mean(_ before: [UInt8], _ after: [UInt8], channel: Int) -> Double {
    let count = width * height
    var a = [Double](repeating: 0, count: count)
    var b = a
    for pixel in 0..<count {
      a[pixel] = Double(before[pixel * 4 + channel])
      b[pixel] = Double(after[pixel * 4 + channel])
    }
    if a == b { return 1 }
    let meanA = blurred(a)
    let meanB = blurred(b)
    let squareA = blurred(zip(a, a).map { $0 * $1 })
    let squareB = blurred(zip(b, b).map { $0 * $1 })
    let product = blurred(zip(a, b).map { $0 * $1 })
    let (c1, c2) = ((0.01 * 255) * (0.01 * 255), (0.03 * 255) * (0.03 * 255))
    var sum = 0.0
    for index in meanA.indices {
      let (ma, mb) = (meanA[index], meanB[index])
      let (va, vb, covariance) = (squareA[index] - ma * ma, squareB[index] - mb * mb, product[index] - ma * mb)
      sum += (2 * ma * mb + c1) * (2 * covariance + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
    }
    return sum / Double(meanA.count)
  }

  /// Weighted means of all windows that fit.
  private func blurred(_ values: [Double]) -> [Double] {
    let (columns, rows) = (width - kernel.count + 1, height - kernel.count + 1)
    var across = [Double](repeating: 0, count: columns * height)
    for row in 0..<height {
      for column in 0..<columns {
        var sum = 0.0
        for tap in kernel.indices { sum += kernel[tap] * values[row * width + column + tap] }
        across[row * columns + column] = sum
      }
    }
    var result = [Double](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for tap in kernel.indices {
        let (source, target) = ((row + tap) * columns, row * columns)
        for column in 0..<columns { result[target + column] += kernel[tap] * across[source + column] }
      }
    }
    return result
  }
}
