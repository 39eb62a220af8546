import Foundation

/// Finds places at which the wave of one channel jumps, as where samples are missing, wrong or cut off.
///
/// Linear prediction tells a jump from an attack. Before a jump the wave follows from what came before it, at the jump it
/// does not, and after it the same prediction holds again, or there is silence. After an attack there is more sound, of
/// another spectrum. Jumps that sound hides are not found.
struct ClickDetector {
  /// The first sample of each jump, in ascending order, at least 50 ms apart at 48,000 samples a second.
  private(set) var clicks: [Int] = []

  private static let block = 1024
  /// The number of samples around a block that are examined.
  private static let context = 3072
  private static let blockOrder = 16
  private static let order = 32
  /// Around a jump, which is found to within a few samples.
  private static let guardLength = 6
  private static let trainingLength = 2400
  private static let afterLength = 960
  private static let mergeLength = 2400
  /// In full scale: -50 dB.
  private static let minJump: Float = 0.003

  /// The least share of the level around it.
  private static let minShare: Float = 0.15

  /// The samples from `first` on.
  private var samples = [Float](repeating: 0, count: context)
  private var first = -context
  private var taken = 0

  /// Takes the next samples.
  mutating func take(_ next: some Sequence<Float>) {
    samples.append(contentsOf: next)
    while samples.count >= 2 * Self.context + Self.block {
      examine()
      samples.removeFirst(Self.block)
      first += Self.block
    }
  }

  /// Examines what is left.
  mutating func finish() {
    let end = first + samples.count
    while first + Self.context < end {
      let missing = 2 * Self.context + Self.block - samples.count
      if missing > 0 { samples.append(contentsOf: repeatElement(0, count: missing)) }
      examine(upTo: end)
      samples.removeFirst(Self.block)
      first += Self.block
    }
  }

  /// Examines the block that has the whole context on both sides.
  private mutating func examine(upTo end: Int = .max) {
    let center = Self.context..<Self.context + Self.block
    let found = samples.withUnsafeBufferPointer { samples -> Int? in
      guard samples[center].contains(where: { abs($0) > Self.minJump }) else { return nil }
      let window = center.lowerBound - Self.block / 2..<center.upperBound + Self.block / 2
      guard let model = Prediction(of: samples, window, order: Self.blockOrder) else { return nil }
      let errors = model.errors(samples, in: center)
      let mean = (errors.reduce(0) { $0 + $1 * $1 } / Float(Self.block)).squareRoot()
      // A gap has a jump at its end too.
      var left = errors
      for _ in 0..<3 {
        guard let index = left.indices.max(by: { left[$0] < left[$1] }) else { return nil }
        guard left[index] > Self.minJump, left[index] > 5 * mean else { return nil }
        if Self.isJump(samples, at: center.lowerBound + index) { return center.lowerBound + index }
        for near in max(0, index - Self.order)..<min(left.count, index + Self.order) { left[near] = 0 }
      }
      return nil
    }
    // At the very end, the sound may just stop.
    guard let found, first + found < end - Self.afterLength else { return }
    if let last = clicks.last, first + found - last < Self.mergeLength { return }
    clicks.append(first + found)
  }

  private static func isJump(_ samples: UnsafeBufferPointer<Float>, at place: Int) -> Bool {
    let before = place - guardLength - trainingLength + order..<place - guardLength
    let near = place - guardLength..<place + guardLength
    let after = place + guardLength + order..<place + guardLength + order + afterLength
    guard let model = Prediction(of: samples, before.lowerBound - order..<before.upperBound, order: order) else {
      return false
    }
    let jump = model.errors(samples, in: near).max() ?? 0
    guard jump > minJump else { return false }
    // After near silence every attack is a jump.
    let close = before.suffix(afterLength)
    guard close.contains(where: { abs(samples[$0]) > 0.3 * jump }) else { return false }
    let errorsBefore = model.errors(samples, in: before)
    let errorsAfter = model.errors(samples, in: after)
    guard let maxBefore = errorsBefore.max(), jump > 8 * maxBefore,
      let maxAfter = errorsAfter.prefix(afterLength / 5).max(), maxAfter < 1.5 * maxBefore,
      middle(errorsAfter) < 3 * middle(errorsBefore)
    else { return false }
    let (energyBefore, energyAfter) = (energy(samples, close), energy(samples, after))
    let level = (energyBefore / Float(afterLength)).squareRoot()
    return jump > minShare * level && energyAfter < 1.6 * energyBefore
  }

  private static func middle(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }

  private static func energy(_ samples: UnsafeBufferPointer<Float>, _ range: Range<Int>) -> Float {
    range.reduce(0) { $0 + samples[$1] * samples[$1] }
  }
}

/// Linear prediction of a sample from those before it, by the autocorrelation method.
private struct Prediction {
  /// The weights of the sample before, of that before it, and so on.
  private let weights: [Float]

  /// Fits samples in a range under a Hann window; nil where they are nearly silent.
  init?(of samples: UnsafeBufferPointer<Float>, _ range: Range<Int>, order: Int) {
    let count = range.count
    let window = count == Self.blockWindow.count ? Self.blockWindow : Self.trainingWindow
    let values = (0..<count).map { Double(samples[range.lowerBound + $0] * window[$0]) }
    var correlation = [Double](repeating: 0, count: order + 1)
    values.withUnsafeBufferPointer { values in
      for lag in 0...order {
        // Four sums at once are faster than one.
        var (first, second, third, fourth) = (0.0, 0.0, 0.0, 0.0)
        var index = lag
        while index + 3 < count {
          first += values[index] * values[index - lag]
          second += values[index + 1] * values[index + 1 - lag]
          third += values[index + 2] * values[index + 2 - lag]
          fourth += values[index + 3] * values[index + 3 - lag]
          index += 4
        }
        while index < count {
          first += values[index] * values[index - lag]
          index += 1
        }
        correlation[lag] = first + second + third + fourth
      }
    }
    guard correlation[0] > 1e-7 else { return nil }
    correlation[0] *= 1 + 1e-9
    guard let weights = Self.levinson(correlation) else { return nil }
    self.weights = weights
  }

  /// By how much samples in a range differ from their predictions.
  func errors(_ samples: UnsafeBufferPointer<Float>, in range: Range<Int>) -> [Float] {
    var result = [Float](repeating: 0, count: range.count)
    weights.withUnsafeBufferPointer { weights in
      var place = range.lowerBound
      while place < range.upperBound {
        var sum = samples[place]
        var lag = 0
        while lag < weights.count {
          sum -= weights[lag] * samples[place - 1 - lag]
          lag += 1
        }
        result[place - range.lowerBound] = abs(sum)
        place += 1
      }
    }
    return result
  }

  private static func levinson(_ correlation: [Double]) -> [Float]? {
    var weights = [Double](repeating: 0, count: correlation.count - 1)
    var error = correlation[0]
    for order in weights.indices {
      var sum = correlation[order + 1]
      for lag in 0..<order { sum -= weights[lag] * correlation[order - lag] }
      guard error > 0 else { return nil }
      let reflection = sum / error
      let last = weights
      weights[order] = reflection
      for lag in 0..<order { weights[lag] = last[lag] - reflection * last[order - 1 - lag] }
      error *= 1 - reflection * reflection
    }
    return weights.map(Float.init)
  }

  private static let blockWindow = hann(2048)
  private static let trainingWindow = hann(2400)

  private static func hann(_ count: Int) -> [Float] {
    (0..<count).map { index in
      // Weights samples in the middles of equal parts.
      let x = (Double(index) + 0.5) / Double(count)
      return Float(0.5 - 0.5 * cos(2 * .pi * x))
    }
  }
}
