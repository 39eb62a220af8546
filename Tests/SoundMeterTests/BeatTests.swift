import StageKit
import StageTesting
import Testing

@testable import SoundMeter

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Beats")
struct BeatTests {
  /// Times of clicks from a start to an end.
  private func times(_ beatsAMinute: Double, from start: Double, to end: Double) -> [Double] {
    Array(stride(from: start, to: end, by: 60 / beatsAMinute))
  }

  @Test("Each click of a steady track is a beat within 12 ms", arguments: [90.0, 120, 137])
  func clickTracks(tempo: Double) throws {
    let stage = try meter(sound(10) { clicks(tempo, start: 0.3, $0) })
    let found = stage.cues(until: 10).map(\.seconds)
    let expected = times(tempo, from: 0.3, to: 10)
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) <= 0.012, "\(a) for \(b)") }
  }

  @Test("A sound may begin with a beat")
  func immediate() throws {
    let found = try meter(sound(6) { clicks(110, start: 0, $0) }).cues(until: 6).map(\.seconds)
    let expected = times(110, from: 0, to: 6)
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) <= 0.012, "\(a) for \(b)") }
  }

  @Test("That a tone breaks off at the end is no beat")
  func end() throws {
    let found = try meter(sound(6) { clicks(120, start: 0, $0) + sine(220, $0, amplitude: 0.2) }).cues(until: 9)
    #expect(found.map(\.seconds).last ?? 0 < 5.52 && found.count == 12)
  }

  @Test("Beats go on where a click is left out, and under a louder pad", arguments: [120.0, 100])
  func rests(tempo: Double) throws {
    let stage = try meter(
      sound(10) { seconds in
        let index = Int((seconds - 0.25) * tempo / 60)
        let pad = 0.1 * (sin(2 * .pi * 220 * seconds) + sin(2 * .pi * 331 * seconds))
        return pad + ([5, 6, 11].contains(index) ? 0 : clicks(tempo, start: 0.25, seconds))
      })
    let found = stage.cues(until: 10).map(\.seconds)
    let expected = times(tempo, from: 0.25, to: 10)
    #expect(found.count == expected.count)
    for (index, (a, b)) in zip(found, expected).enumerated() where ![5, 6, 11].contains(index) {
      #expect(abs(a - b) <= 0.012, "\(a) for \(b)")
    }
  }

  @Test("There are none in silence, and none in a pad that swells")
  func none() throws {
    #expect(try meter(sound(5) { _ in 0 }).cues(until: 5).isEmpty)
    let pad = sound(8) { seconds in
      [110.0, 164.8, 220.7, 331.2].reduce(0) { $0 + sine($1, seconds, amplitude: 0.1) }
        * (0.6 + 0.4 * sin(2 * .pi * 0.2 * seconds)) * min(1, seconds / 2)
    }
    #expect(try meter(pad).cues(until: 8).isEmpty)
  }

  @Test("A beat is 1 and falls to 0 within its decay, and is counted")
  func pulse() throws {
    let stage = try meter(sound(6) { clicks(120, start: 0.5, $0) }, #"{ "decay": 0.2 }"#)
    let beats = stage.cues(until: 6).map(\.seconds)
    let second = beats[1]
    #expect(try value(SoundMeter.Parameters.named.beat, of: stage, at: second) == 1)
    #expect(abs(try value(SoundMeter.Parameters.named.beat, of: stage, at: second + 0.1) - 0.25) < 1e-9)
    #expect(try value(SoundMeter.Parameters.named.beat, of: stage, at: second + 0.2) < 1e-9)
    #expect(try value(SoundMeter.Parameters.named.beats, of: stage, at: second - 0.001) == 1)
    #expect(try value(SoundMeter.Parameters.named.beats, of: stage, at: second) == 2)
    #expect(try value(SoundMeter.Parameters.named.beats, of: stage, at: 0) == 0)
  }
}
