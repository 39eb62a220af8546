#if canImport(Glibc)
  import Glibc
#endif

/// The discrete Fourier transform of a power of two of complex numbers, by Cooley and Tukey's radix-2 algorithm.
struct FourierTransform: Sendable {
  let count: Int
  /// e^(−2πi·k/count) for the first half of the circle.
  private let cosines: [Double]
  private let sines: [Double]
  private let reversed: [Int]

  /// - Parameter count: A power of two, at least 2.
  init(count: Int) {
    self.count = count
    cosines = (0..<count / 2).map { cos(2 * .pi * Double($0) / Double(count)) }
    sines = (0..<count / 2).map { -sin(2 * .pi * Double($0) / Double(count)) }
    let bits = count.trailingZeroBitCount
    reversed = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
    }
  }

  /// Replaces `count` numbers by their transform, which is not scaled.
  func apply(_ real: inout [Double], _ imaginary: inout [Double]) {
    for index in 0..<count where reversed[index] > index {
      real.swapAt(index, reversed[index])
      imaginary.swapAt(index, reversed[index])
    }
    var half = 1
    while half < count {
      let step = count / (2 * half)
      for start in stride(from: 0, to: count, by: 2 * half) {
        for offset in 0..<half {
          let (c, s) = (cosines[offset * step], sines[offset * step])
          let (a, b) = (start + offset, start + offset + half)
          let (x, y) = (real[b] * c - imaginary[b] * s, real[b] * s + imaginary[b] * c)
          real[b] = real[a] - x
          imaginary[b] = imaginary[a] - y
          real[a] += x
          imaginary[a] += y
        }
      }
      half *= 2
    }
  }
}
