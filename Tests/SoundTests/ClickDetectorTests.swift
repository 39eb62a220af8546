import Coding
import Foundation
import Testing

@testable import Sound

@Suite("Clicks are found, and attacks are not taken for them")
struct ClickDetectorTests {
  private static let rate = 48_000.0
  private static let count = 48_000
  private static let place = 24_000

  private func sine(_ frequency: Double, _ level: Double = 0.5, count: Int = count) -> [Float] {
    (0..<count).map { Float(level * sin(2 * .pi * frequency * Double($0) / Self.rate + 0.3)) }
  }

  private var chord: [Float] {
    let notes = [(220.0, 0.15), (277.2, 0.15), (329.6, 0.15), (880.0, 0.05)].map { sine($0.0, $0.1) }
    return (0..<Self.count).map { index in notes.reduce(0) { $0 + $1[index] } }
  }

  private func clicks(_ samples: [Float]) -> [Int] {
    var detector = ClickDetector()
    for begin in stride(from: 0, to: samples.count, by: 1111) {
      detector.take(samples[begin..<min(begin + 1111, samples.count)])
    }
    detector.finish()
    return detector.clicks
  }

  /// Adds sounds that begin every quarter of a second.
  private func adding(_ sound: [Float], to bed: [Float]) -> [Float] {
    var result = bed
    for begin in stride(from: 57, to: result.count, by: 12_000) {
      for index in 0..<min(sound.count, result.count - begin) { result[begin + index] += sound[index] }
    }
    return result
  }

  @Test("A wrong sample is found", arguments: [60.0, 440, 3000, 8000])
  func wrongSamples(frequency: Double) {
    var samples = sine(frequency)
    samples[Self.place] += 0.1
    #expect(clicks(samples) == [Self.place])
  }

  @Test("Missing samples are found", arguments: [110.0, 440, 1000])
  func missingSamples(frequency: Double) {
    let samples = sine(frequency)
    let found = clicks(Array(samples[..<Self.place] + samples[(Self.place + 71)...]))
    #expect(found.count == 1 && found.allSatisfy { abs($0 - Self.place) <= 1 })
  }

  @Test("A gap is found once, where it begins", arguments: [110.0, 440, 1000])
  func gaps(frequency: Double) {
    var samples = sine(frequency)
    for index in Self.place..<Self.place + 480 { samples[index] = 0 }
    let found = clicks(samples)
    #expect(found.count == 1 && found.allSatisfy { abs($0 - Self.place) <= 1 })
  }

  @Test("In music they are found too")
  func clicksInMusic() {
    var samples = chord
    samples[Self.place] += 0.2
    #expect(clicks(samples) == [Self.place])
    #expect(clicks(Array(chord[..<Self.place] + chord[(Self.place + 64)...])).count == 1)
  }

  @Test("Ticks, bursts of noise and drums are not", arguments: [false, true])
  func attacks(isOverMusic: Bool) {
    let bed = isOverMusic ? chord : [Float](repeating: 0, count: Self.count)
    var numbers = SeededNumbers(seed: 3)
    let noise = (0..<3000).map { (index: Int) -> Float in
      let level: Double = (numbers.unit() * 2 - 1) * 0.3
      return Float(level * exp(-Double(index) / 1500) * min(1, Double(3000 - index) / 500))
    }
    #expect(clicks(adding(noise, to: bed)) == [])
    for frequency in [2000.0, 5000, 9000] {
      for decay in [100.0, 500, 1000] {
        let tick = sine(frequency, 0.4, count: 8000).enumerated().map { $1 * Float(exp(-Double($0) / decay)) }
        #expect(clicks(adding(tick, to: bed)) == [], "\(frequency) Hz, \(decay) samples")
      }
    }
    let drum = (0..<9000).map { index -> Float in
      let time = Double(index) / Self.rate
      let level = 0.6 * exp(-time / 0.1) * min(1, Double(9000 - index) / 2400)
      return Float(level * sin(2 * .pi * (50 * time + 3.6 * (1 - exp(-time / 0.03)))))
    }
    #expect(clicks(adding(drum, to: bed)) == [])
  }

  @Test("Waves that jump all the time are as they should be")
  func jumpingWaves() {
    #expect(clicks((0..<Self.count).map { $0 / 218 % 2 == 0 ? 0.3 : -0.3 }) == [])
    #expect(clicks((0..<Self.count).map { Float($0 % 583) / 1000 - 0.29 }) == [])
  }
}
