import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A bar for each band of frequencies, as loud as it is at present: it rises at once and falls evenly.
struct LiveSpectrum: WaveformContent {
  private let sound: TrackSound
  private let frame: WaveformFrame
  private let spectrum = SoundSpectrum(size: 2048)
  /// The bands' ends in Hz, one more than there are bars.
  private let edges: [Double]
  /// The power that is the full height of a band at 1 kHz.
  private let top: Double

  private static let lowest = 40.0
  private static let highest = 16_000.0
  /// In decibels from nothing to the full height.
  private static let range = 45.0
  /// The boost of higher bands, in decibels an octave, since music has less of them.
  private static let tilt = 2.0
  /// The time in which a bar falls from the full height, in seconds, and the number of steps in which its past is
  /// examined.
  private static let fall = 0.6
  private static let steps = 8
  /// The level of a full bar below the sound's loudest moment, in decibels.
  private static let headroom = 8.0

  init(of sound: TrackSound, in frame: WaveformFrame) {
    self.sound = sound
    self.frame = frame
    let count = frame.barCount
    edges = (0...count).map { Self.lowest * pow(Self.highest / Self.lowest, Double($0) / Double(count)) }
    let loudest = SlotLevels.loudestPower(of: sound)
    top = loudest * pow(10, -Self.headroom / 10) / (Double(count) / 24).squareRoot()
  }

  func x(ofTime seconds: Double) -> Double {
    sound.duration > 0 ? min(max(seconds / sound.duration, 0), 1) * frame.box.width : 0
  }

  func draw(at seconds: Double, color: PaintValue, played: PaintValue, onto list: inout DisplayList) {
    var levels = [Double](repeating: 0, count: edges.count - 1)
    // A bar that was higher a moment ago has not fallen all the way yet.
    for step in 0..<Self.steps {
      let ago = Self.fall * Double(step) / Double(Self.steps) / 2
      let past = self.levels(at: seconds - ago)
      for index in levels.indices { levels[index] = max(levels[index], past[index] - ago / Self.fall) }
    }
    let pitch = frame.box.width / Double(levels.count)
    let path = Path { path in
      for (index, level) in levels.enumerated() { frame.add(level, at: (Double(index) + 0.5) * pitch, to: &path) }
    }
    list.fill(path, played.paint(in: frame.box))
  }

  private func levels(at seconds: Double) -> [Double] {
    guard top > 0, seconds >= 0, seconds < sound.duration else {
      return [Double](repeating: 0, count: edges.count - 1)
    }
    let powers = spectrum.powers(of: sound, around: Int((seconds * Double(TrackSound.sampleRate)).rounded()))
    return zip(edges, edges.dropFirst()).map { low, high in
      let power = spectrum.power(powers, from: low, to: high)
      guard power > 0 else { return 0 }
      let raised = Self.tilt * log2((low * high).squareRoot() / 1000)
      return min(max(1 + (10 * log10(power / top) + raised) / Self.range, 0), 1)
    }
  }
}

extension SlotLevels {
  /// The mean power of the loudest twentieth of a second; 0 for silence.
  static func loudestPower(of sound: TrackSound) -> Double {
    let length = TrackSound.sampleRate / 20
    var loudest = 0.0
    for start in stride(from: 0, to: sound.left.count, by: length) {
      let end = min(start + length, sound.left.count)
      let sum = (start..<end).reduce(0.0) { sum, index in
        let (left, right) = (Double(sound.left[index]), Double(sound.right[index]))
        return sum + left * left + right * right
      }
      loudest = max(loudest, sum / Double(2 * length))
    }
    return loudest > 1e-8 ? loudest : 0
  }
}
