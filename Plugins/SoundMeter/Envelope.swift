import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The level that counts as 1.
enum MeterReference: String, CaseIterable, ParameterChoice {
  case loudest
  case fullScale = "full-scale"
}

/// Maps powers to 0…1, evenly in decibels.
struct MeterScale: Sendable {
  /// In decibels.
  let range: Double
  let reference: MeterReference

  /// A sound whose power never exceeds this is silence.
  private static let floor = 1e-8
  /// The power of a sine of full scale.
  private static let fullScale = 0.5

  func levels(ofPowers powers: [Double]) -> [Double] {
    let top = reference == .loudest ? powers.max() ?? 0 : Self.fullScale
    guard top > Self.floor else { return powers.map { _ in 0 } }
    return powers.map { power in
      guard power > 0 else { return 0 }
      return min(max(1 + 10 * log10(power / top) / range, 0), 1)
    }
  }
}

/// A level that rises and falls at limited speeds, at every hundredth of a second.
struct Envelope: Sendable {
  private let values: [Double]

  /// - Parameters:
  ///   - levels: From 0 to 1, one for every `SoundAnalysis.step`.
  ///   - attack: The time constant of rising, in seconds.
  ///   - release: The time constant of falling, in seconds.
  init(_ levels: [Double], attack: Double, release: Double) {
    func share(_ constant: Double) -> Double { constant > 0 ? 1 - exp(-SoundAnalysis.step / constant) : 1 }
    let (up, down) = (share(attack), share(release))
    var level = levels.first ?? 0
    values = levels.map { goal in
      level += (goal - level) * (goal > level ? up : down)
      return level
    }
  }

  func value(at seconds: Double) -> Double { Self.value(of: values, at: seconds, otherwise: 0) }

  /// On a straight line between values at every `SoundAnalysis.step`; the nearest beyond their ends.
  static func value(of values: [Double], at seconds: Double, otherwise: Double) -> Double {
    guard let last = values.last else { return otherwise }
    let position = max(seconds, 0) / SoundAnalysis.step
    guard position < Double(values.count - 1) else { return last }
    let index = Int(position)
    return values[index] + (values[index + 1] - values[index]) * (position - Double(index))
  }
}
