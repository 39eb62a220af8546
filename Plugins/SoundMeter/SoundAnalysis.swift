import StageKit

/// The measurements of a sound, kept from run to run.
struct SoundAnalysis: Storable, Hashable {
  /// The step from one measurement to the next, in samples and in seconds.
  static let hop = 480
  static let step = Double(hop) / Double(TrackSound.sampleRate)

  /// Powers at every step: of all, and of the bands.
  let level: [Double]
  let bass: [Double]
  let mid: [Double]
  let treble: [Double]
  /// In LUFS, at every step.
  let loudness: [Double]
  /// When beats come, in seconds, in order.
  let beats: [Double]

  init(of sound: TrackSound, bassUpTo low: Double, trebleFrom high: Double) {
    let spectrum = SoundSpectrum()
    let end = Double(TrackSound.sampleRate) / 2
    var onsets = OnsetEnvelope(spectrum)
    var (level, bass, mid, treble): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for sample in stride(from: 0, through: sound.left.count, by: Self.hop) {
      let powers = spectrum.powers(of: sound, around: sample)
      level.append(powers.reduce(0, +))
      bass.append(spectrum.power(powers, from: 0, to: low))
      mid.append(spectrum.power(powers, from: low, to: high))
      treble.append(spectrum.power(powers, from: high, to: end))
      onsets.add(powers)
    }
    (self.level, self.bass, self.mid, self.treble) = (level, bass, mid, treble)
    loudness = Loudness.momentary(of: sound, step: Self.hop)
    let tracker = BeatTracker(onsets.values())
    beats = tracker.beats.map { BeatTracker.refined($0, in: sound) }
  }

  func write(to writer: inout BinaryWriter) {
    for numbers in [level, bass, mid, treble, loudness, beats] {
      writer.write(numbers.count)
      for number in numbers { writer.write(number) }
    }
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    level = try reader.doubles(try reader.count(of: 8))
    bass = try reader.doubles(try reader.count(of: 8))
    mid = try reader.doubles(try reader.count(of: 8))
    treble = try reader.doubles(try reader.count(of: 8))
    loudness = try reader.doubles(try reader.count(of: 8))
    beats = try reader.doubles(try reader.count(of: 8))
  }
}
