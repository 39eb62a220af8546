import StageKit
import StageTesting
import Testing

@testable import SoundMeter

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Levels of sounds")
struct LevelTests {
  @Test("A sine of full scale at 997 Hz has -3.01 LUFS on one side and 0 on both")
  func loudness() throws {
    let both = try meter(sound(2) { sine(997, $0) })
    #expect(abs(try value(SoundMeter.Parameters.named.loudness, of: both, at: 1.5)) < 0.02)
    let left = try meter(sound(2, right: { _ in 0 }) { sine(997, $0) })
    #expect(abs(try value(SoundMeter.Parameters.named.loudness, of: left, at: 1.5) + 3.01) < 0.02)
    #expect(abs(try value(SoundMeter.Parameters.named.loudness, of: left, at: 0.2) + 6.02) < 0.05)
    #expect(try value(SoundMeter.Parameters.named.loudness, of: try meter(sound(1) { _ in 0 }), at: 0.5) == -70)
  }

  @Test("Low tones count less, and high ones more, as the standard's curve has it")
  func weighting() throws {
    func loudness(_ frequency: Double) throws -> Double {
      try value(SoundMeter.Parameters.named.loudness, of: try meter(sound(2) { sine(frequency, $0) }), at: 1.5)
    }
    #expect(abs(try loudness(38.1) + 6.66) < 0.1)
    #expect(abs(try loudness(8000) - 3.34) < 0.1)
  }

  @Test("A level counts decibels below full scale or below the loudest moment")
  func scales() throws {
    let tone = sound(3) { sine(1000, $0, amplitude: $0 < 1.5 ? 0.1 : 0.01) }
    let full = try meter(tone, #"{ "reference": "full-scale", "range": 40, "release": 0 }"#)
    #expect(abs(try value(SoundMeter.Parameters.named.level, of: full, at: 1) - 0.5) < 1e-3)
    #expect(try value(SoundMeter.Parameters.named.level, of: full, at: 2) < 1e-3)
    let loudest = try meter(tone, #"{ "range": 40, "release": 0 }"#)
    #expect(abs(try value(SoundMeter.Parameters.named.level, of: loudest, at: 1) - 1) < 1e-3)
    #expect(abs(try value(SoundMeter.Parameters.named.level, of: loudest, at: 2) - 0.5) < 1e-3)
  }

  @Test("A tone is in its band alone")
  func bands() throws {
    for (frequency, output) in [
      (60.0, SoundMeter.Parameters.named.bass), (1000, SoundMeter.Parameters.named.mid),
      (9000, SoundMeter.Parameters.named.treble),
    ] {
      let stage = try meter(sound(1) { sine(frequency, $0) }, #"{ "reference": "full-scale" }"#)
      for other in [
        SoundMeter.Parameters.named.bass, SoundMeter.Parameters.named.mid, SoundMeter.Parameters.named.treble,
      ] {
        let level = try value(other, of: stage, at: 0.5)
        #expect(other.definition.name == output.definition.name ? level > 0.98 : level < 0.2)
      }
    }
  }

  @Test("It rises by its attack and falls by its release")
  func smoothing() {
    let levels = Array(repeating: 0.0, count: 10) + Array(repeating: 1, count: 100) + Array(repeating: 0, count: 100)
    let envelope = Envelope(levels, attack: 0.05, release: 0.2)
    #expect(envelope.value(at: 0.09) == 0)
    #expect(abs(envelope.value(at: 0.14) - (1 - exp(-1))) < 1e-9)
    let top = envelope.value(at: 1.09)
    #expect(abs(envelope.value(at: 1.29) - top * exp(-1)) < 1e-9)
    #expect(Envelope(levels, attack: 0, release: 0).value(at: 0.105) == 1)
    #expect(Envelope([], attack: 0, release: 0).value(at: 1) == 0)
  }

  @Test("What is stored reads back as it was")
  func storing() throws {
    let analysis = SoundAnalysis(of: sound(2) { clicks(120, start: 0.1, $0) }, bassUpTo: 160, trebleFrom: 4000)
    var writer = BinaryWriter()
    writer.write(analysis)
    var reader = BinaryReader(writer.bytes)
    #expect(try SoundAnalysis(from: &reader) == analysis && reader.isAtEnd)
    #expect(analysis.loudness.count == 201 && analysis.level.count == 201)
  }

  @Test("A sound that is not there, and bands the wrong way round, are reported at their parameters")
  func faults() {
    #expect(throws: StageError("there is no sound here", parameter: "track")) {
      try make(SoundMeter.self, #"{ "track": "music" }"#, FakeContext())
    }
    #expect(throws: StageError.self) { try meter(sound(1) { _ in 0 }, #"{ "bassUpTo": 500, "trebleFrom": 400 }"#) }
  }
}
