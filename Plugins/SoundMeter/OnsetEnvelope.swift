import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The rise of a sound from step to step: the mean rise of its bands, in decibels.
struct OnsetEnvelope {
  private static let bandCount = 24
  private static let lowest = 40.0
  private static let highest = 16_000.0
  /// Bands this far below the loudest one ever, in decibels, count as silent.
  private static let depth = 60.0
  /// With how many steps before it a step is compared: tones that beat against each other rise and fall within these.
  private static let memory = 4
  /// The steps around which samples beyond the end count.
  private static let endSteps = 2
  /// The power below which a band counts as silent.
  private static let floor = 1e-9

  private let spectrum: SoundSpectrum
  private let edges: [Double]
  /// In decibels, the bands of one step after those of another.
  private var bands: [Double] = []

  init(_ spectrum: SoundSpectrum) {
    self.spectrum = spectrum
    edges = (0...Self.bandCount).map {
      Self.lowest * pow(Self.highest / Self.lowest, Double($0) / Double(Self.bandCount))
    }
  }

  /// Takes the powers of the next step.
  mutating func add(_ powers: [Double]) {
    for (low, high) in zip(edges, edges.dropFirst()) {
      bands.append(10 * log10(max(spectrum.power(powers, from: low, to: high), Self.floor)))
    }
  }

  /// One for each step, 0 or more. What begins with the sound counts as much as the strongest onset after it at most; that
  /// it breaks off at its end is none.
  func values() -> [Double] {
    let floor = (bands.max() ?? 0) - Self.depth
    var values = (0..<bands.count / Self.bandCount).map { rise(at: $0, above: floor) }
    for step in values.indices.suffix(Self.endSteps) { values[step] = 0 }
    if let strongest = values.dropFirst().max() { values[0] = min(values[0], strongest) }
    return values
  }

  private func rise(at step: Int, above floor: Double) -> Double {
    let sum = (0..<Self.bandCount).reduce(0.0) { sum, band in
      let before = (max(step - Self.memory, 0)..<step).reduce(floor) { max($0, bands[$1 * Self.bandCount + band]) }
      return sum + max(bands[step * Self.bandCount + band] - before, 0)
    }
    return sum / Double(Self.bandCount)
  }
}
