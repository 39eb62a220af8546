import Foundation

/// A feedback delay network of eight lines with a Householder matrix: a smooth room for two channels.
struct Reverb {
  private var lines: [[Double]]
  private var positions: [Int]
  private var damped: [Double]
  private let gains: [Double]
  private let damping: Double

  /// - Parameters:
  ///   - seconds: How long a sound takes to fall by 60 dB.
  ///   - brightness: The frequency in hertz above which echoes lose more.
  ///   - size: The length of the lines, 1 for about 50 ms.
  init(rate: Double, seconds: Double, brightness: Double, size: Double = 1) {
    let lengths = [0.0297, 0.0371, 0.0411, 0.0437, 0.0503, 0.0557, 0.0613, 0.0671].map {
      max(1, Int(($0 * size * rate).rounded()))
    }
    lines = lengths.map { Array(repeating: 0, count: $0) }
    positions = Array(repeating: 0, count: lengths.count)
    damped = Array(repeating: 0, count: lengths.count)
    gains = lengths.map { pow(0.001, Double($0) / rate / seconds) }
    damping = 1 - exp(-2 * Double.pi * brightness / rate)
  }

  /// The room's answer to one sample of two channels, without the sample itself.
  mutating func next(left: Double, right: Double) -> (left: Double, right: Double) {
    var sum = 0.0
    var outputs = (left: 0.0, right: 0.0)
    for index in lines.indices {
      damped[index] += damping * (lines[index][positions[index]] - damped[index])
      sum += damped[index] * gains[index]
      if index % 2 == 0 { outputs.left += damped[index] } else { outputs.right += damped[index] }
    }
    for index in lines.indices {
      let input = index % 2 == 0 ? left : right
      lines[index][positions[index]] = input + damped[index] * gains[index] - sum / 4
      positions[index] = (positions[index] + 1) % lines[index].count
    }
    return (outputs.left / 2, outputs.right / 2)
  }
}
