/// The similarity of the structure of two planes of samples, 1 for equal ones, after Wang, Bovik, Sheikh and Simoncelli
/// (2004): the mean over windows of 8 × 8 samples that are 4 apart, with K1 = 0.01 and K2 = 0.03, as FFmpeg's `ssim`
/// filter and x264 measure it.
///
/// A plane with a side below 8 is one window. Other samples beyond the last multiple of 4 do not count.
func structuralSimilarity(_ a: [UInt8], _ b: [UInt8], width: Int, height: Int) -> Double {
  guard a != b, a.count == width * height, b.count == a.count else { return a == b ? 1 : 0 }
  guard width >= 8, height >= 8 else {
    return WindowSums(a, b, a.indices).similarity
  }
  var above: [WindowSums] = []
  var total = 0.0
  for row in 0..<height / 4 {
    let blocks = (0..<width / 4).map { column in
      (row * 4..<row * 4 + 4).reduce(into: WindowSums()) { sums, y in
        let start = y * width + column * 4
        sums += WindowSums(a, b, start..<start + 4)
      }
    }
    if row > 0 {
      for column in 1..<blocks.count {
        total += (blocks[column - 1] + blocks[column] + above[column - 1] + above[column]).similarity
      }
    }
    above = blocks
  }
  return total / Double((width / 4 - 1) * (height / 4 - 1))
}

/// The sums over the samples of a window that its means, variances and covariance follow from.
private struct WindowSums {
  var count = 0
  var a = 0
  var b = 0
  var squares = 0
  var products = 0

  init() {}

  init(_ first: [UInt8], _ second: [UInt8], _ samples: Range<Int>) {
    count = samples.count
    for index in samples {
      let (x, y) = (Int(first[index]), Int(second[index]))
      a += x
      b += y
      squares += x * x + y * y
      products += x * y
    }
  }

  static func + (x: WindowSums, y: WindowSums) -> WindowSums {
    var sum = x
    sum += y
    return sum
  }

  static func += (x: inout WindowSums, y: WindowSums) {
    x.count += y.count
    x.a += y.a
    x.b += y.b
    x.squares += y.squares
    x.products += y.products
  }

  var similarity: Double {
    let c1 = (0.01 * 0.01 * 255 * 255 * Double(count) + 0.5).rounded(.down)
    let c2 = (0.03 * 0.03 * 255 * 255 * Double(count * (count - 1)) + 0.5).rounded(.down)
    let variances = Double(squares * count - a * a - b * b)
    let covariance = Double(products * count - a * b)
    return (2 * Double(a * b) + c1) * (2 * covariance + c2) / ((Double(a * a + b * b) + c1) * (variances + c2))
  }
}
