import StageKit

enum WaveformMeasure: String, CaseIterable, ParameterChoice { case rms, peak }

/// The loudness of a sound in slots of equal length, from 0 to 1 for the loudest.
struct SlotLevels: Storable, Hashable {
  let values: [Double]

  /// Kept from run to run.
  static func stored(
    of sound: TrackSound, slot: Double, measure: WaveformMeasure, _ context: any StageContext
  ) throws -> SlotLevels {
    let key = Digest { hasher in
      hasher.combine("waveform 1")
      hasher.combine(sound.digest)
      hasher.combine(slot)
      hasher.combine(measure.rawValue)
    }
    return try context.cachedOnDisk(key) { SlotLevels(of: sound, slot: slot, measure: measure) }
  }

  init(of sound: TrackSound, slot: Double, measure: WaveformMeasure) {
    let length = slot * Double(TrackSound.sampleRate)
    let count = length > 0 ? Int((Double(sound.left.count) / length - 1e-6).rounded(.up)) : 0
    let levels = (0..<max(count, 0)).map { index in
      let start = min(Int((Double(index) * length).rounded()), sound.left.count)
      let end = min(max(Int((Double(index + 1) * length).rounded()), start), sound.left.count)
      return Self.level(of: sound, start..<end, measure)
    }
    // Quieter than -80 dB is silence.
    let loudest = levels.max() ?? 0
    values = levels.map { loudest > 1e-4 ? $0 / loudest : 0 }
  }

  private static func level(of sound: TrackSound, _ samples: Range<Int>, _ measure: WaveformMeasure) -> Double {
    switch measure {
    case .peak:
      return samples.reduce(0.0) { max($0, Double(max(abs(sound.left[$1]), abs(sound.right[$1])))) }
    case .rms:
      let sum = samples.reduce(0.0) { sum, index in
        let (left, right) = (Double(sound.left[index]), Double(sound.right[index]))
        return sum + left * left + right * right
      }
      return samples.isEmpty ? 0 : (sum / Double(2 * samples.count)).squareRoot()
    }
  }

  func write(to writer: inout BinaryWriter) {
    writer.write(values.count)
    for value in values { writer.write(value) }
  }

  init(from reader: inout BinaryReader) throws(BinaryError) { values = try reader.doubles(try reader.count(of: 8)) }
}
