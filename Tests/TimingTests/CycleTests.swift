import Testing
import Timing

@Suite("Cycles")
struct CycleTests {
  /// Frame rates as frames in so many seconds.
  static let rates: [(Double, Double)] = [(60, 1), (25, 1), (24, 1), (30000, 1001), (24000, 1001), (120, 1), (50, 1)]

  @Test("Frames a whole number of periods apart are at the same place bit by bit", arguments: rates)
  func exactRepeats(_ frames: Double, _ seconds: Double) {
    for framesPerPeriod in [1.0, 7, 30, 414, 621, 1800] {
      let period = framesPerPeriod * seconds / frames
      for start in [0, 0.3, 1.7, 10.35] {
        for frame in stride(from: 0.0, to: 400, by: 1) {
          let first = Cycle(at: start + frame * seconds / frames - start, period: period)
          for copy in [1.0, 2, 17, 100] {
            let later = Cycle(at: start + (frame + copy * framesPerPeriod) * seconds / frames - start, period: period)
            #expect(later.fraction == first.fraction)
            #expect(later.seconds == first.seconds)
            #expect(later.index == first.index + copy)
          }
        }
      }
    }
  }

  @Test("Periods of decimals repeat on frames of 1/60 s: 0.69 s after 414 frames")
  func decimalPeriod() {
    for frame in 0..<414 {
      let places = [0, 1, 5, 40].map { Cycle(at: Double(frame + $0 * 414) / 60, period: 0.69) }
      #expect(Set(places.map(\.fraction)).count == 1)
    }
  }

  @Test("A place is the remainder of time, within a nanosecond, whatever the period")
  func closedForm() {
    for period in [0.69, 1.0 / 3, 3.14159265358979, 2.718281828, 0.001, 1e-7, 86_400] {
      for step in -500..<500 {
        let seconds = Double(step) * 0.7310585786
        let cycle = Cycle(at: seconds, period: period)
        #expect(abs(cycle.index * period + cycle.seconds - seconds) < 1e-9)
        #expect(abs(cycle.fraction * period - cycle.seconds) < 1e-9)
        #expect(cycle.fraction >= 0 && cycle.fraction < 1)
      }
    }
  }

  @Test("An end counts as reached up to 1e-9 of a period ahead; before the start indexes are below 0")
  func ends() {
    #expect(Cycle(at: 3 - 1e-10, period: 1).index == 3)
    #expect(Cycle(at: 3 - 1e-10, period: 1).fraction == 0)
    #expect(Cycle(at: 3 - 1e-6, period: 1).index == 2)
    #expect(Cycle(at: -0.25, period: 1).index == -1)
    #expect(Cycle(at: -0.25, period: 1).fraction == 0.75)
    #expect(Cycle(at: 0.1 + 0.2, period: 0.3).fraction == 0)
  }

  @Test("No figures lead out of the period")
  func oddFigures() {
    let odd = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0x1p-1074, 0, 0.7, -0.7, 1e13, 3.2e6]
    for seconds in odd {
      for period in odd {
        let cycle = Cycle(at: seconds, period: period)
        #expect((0..<1).contains(cycle.fraction), "\(seconds) \(period)")
        #expect(cycle.index.isFinite && cycle.seconds.isFinite)
      }
    }
  }

  @Test("Repeats of seconds are equal bit by bit a whole number of repetitions apart, reversed or not")
  func repeats() {
    for autoreverse in [false, true] {
      let repeats = Repeat(count: .infinity, autoreverse: autoreverse)
      let length = autoreverse ? 138 : 69
      for frame in 0..<length {
        let values = [0, 1, 7, 50].map { repeats.progress(at: Double(frame + $0 * length) / 100, duration: 0.69) }
        #expect(Set(values).count == 1)
        let share = Double(frame) / 69
        #expect(abs(values[0] - (share < 1 ? share : 2 - share)) < 1e-12)
      }
    }
  }
}
