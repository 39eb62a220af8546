import Testing
import Timing

@Suite struct MediaTimingTests {
  @Test("Local time is (parent − begin) × speed + offset")
  func localTime() {
    let timing = Timing(begin: 1, duration: 10, speed: 2, offset: 0.5)
    #expect(timing.localTime(at: 2) == 2.5)
    #expect(timing.progress(at: 2) == 0.25)
    #expect(timing.localTime(at: 0.99) == nil)
    #expect(timing.end == 5.75)
    #expect(timing.localTime(at: 5.75) == nil)
    #expect(isClose(timing.localTime(at: 5.7499), 9.9998))
  }

  @Test("Fills keep the start before and the end after")
  func fills() {
    func values(_ fill: Timing.Fill) -> [Double?] {
      let timing = Timing(begin: 1, duration: 2, fill: fill)
      return [0, 1, 2, 3, 9].map(timing.progress)
    }
    #expect(values(.none) == [nil, 0, 0.5, nil, nil])
    #expect(values(.forwards) == [nil, 0, 0.5, 1, 1])
    #expect(values(.backwards) == [0, 0, 0.5, nil, nil])
    #expect(values(.both) == [0, 0, 0.5, 1, 1])
  }

  @Test("An iteration includes its start and leaves its end to the next")
  func iterationsAreHalfOpen() {
    let timing = Timing(duration: 2, repeatCount: 3, fill: .forwards)
    #expect([0, 1, 2, 3, 4, 5, 6, 7].map(timing.progress) == [0, 0.5, 0, 0.5, 0, 0.5, 1, 1])
    let forever = Timing(begin: 0.7, duration: 1.0 / 3, repeatCount: .infinity)
    for k in 0..<10_000 {
      let progress = forever.progress(at: 0.7 + Double(k) / 3)
      #expect(isClose(progress, 0, within: 1e-9), "\(k)")
    }
    #expect(forever.end == .infinity)
  }

  @Test("Autoreverse comes back, and counts once forth and back")
  func autoreverse() {
    let timing = Timing(duration: 1, repeatCount: 2, autoreverse: true, fill: .forwards)
    #expect(timing.activeDuration == 4)
    #expect([0, 0.25, 1, 1.25, 2, 2.5, 3.5, 4, 5].map(timing.progress) == [0, 0.25, 1, 0.75, 0, 0.5, 0.5, 0, 0])
    let once = Timing(duration: 1, repeatCount: 0.5, autoreverse: true, fill: .forwards)
    #expect(once.progress(at: 3) == 1)
  }

  @Test("A fractional count ends inside a pass")
  func fractionalCount() {
    let timing = Timing(duration: 2, repeatCount: 2.5, fill: .forwards)
    #expect(timing.activeDuration == 5)
    #expect(timing.progress(at: 4.5) == 0.25)
    #expect(timing.progress(at: 5) == 0.5)
    #expect(timing.progress(at: 100) == 0.5)
    let reversed = Timing(duration: 1, repeatCount: 0.75, autoreverse: true, fill: .forwards)
    #expect(reversed.progress(at: 9) == 0.5)
  }

  @Test("A repeat duration takes the place of the count")
  func repeatDuration() {
    let timing = Timing(duration: 2, repeatCount: 9, repeatDuration: 3, fill: .forwards)
    #expect([2, 2.5, 3, 8].map(timing.progress) == [0, 0.25, 0.5, 0.5])
    #expect(Timing(duration: 2, repeatDuration: 4, fill: .forwards).progress(at: 8) == 1)
  }

  @Test("A negative speed plays from the offset back to 0")
  func negativeSpeed() {
    let timing = Timing(begin: 1, duration: 2, speed: -1, offset: 2, fill: .both)
    #expect([0, 1, 2, 3, 4].map(timing.progress) == [1, 1, 0.5, 0, 0])
    #expect(timing.end == 3)
  }

  @Test("Speed 0 stands at the offset")
  func speedZero() {
    let timing = Timing(duration: 4, speed: 0, offset: 1)
    #expect([0, 1, 1000].map(timing.progress) == [0.25, 0.25, 0.25])
    #expect(timing.end == .infinity)
  }

  @Test("A motion without duration switches as it begins")
  func noDuration() {
    let timing = Timing(begin: 1, duration: 0, repeatCount: .infinity, fill: .both)
    #expect([0, 1, 2].map(timing.progress) == [0, 1, 1])
    #expect(Timing(begin: 1, duration: 0).progress(at: 1) == nil)
  }

  @Test("A motion of endless duration has a pass time and no progress")
  func endlessDuration() {
    let timing = Timing(duration: .infinity)
    #expect(timing.passTime(at: 7) == 7)
    #expect(timing.progress(at: 7) == 0)
    #expect(TimingGroup(timing: timing).time(at: 7) == 7)
  }

  @Test("No figures make progress leave 0…1")
  func progressStaysInRange() {
    let odd = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0x1p-1074, 0, 0.7]
    for a in odd {
      for b in odd {
        for c in odd {
          for timing in [
            Timing(begin: a, duration: b, speed: c, repeatCount: .infinity, fill: .both),
            Timing(duration: a, offset: b, repeatCount: c, autoreverse: true, fill: .both),
            Timing(duration: a, speed: b, repeatDuration: c, fill: .both),
          ] {
            for t in odd {
              if let progress = timing.progress(at: t) { #expect((0...1).contains(progress), "\(timing) at \(t)") }
              #expect(timing.localTime(at: t).map(\.isNaN) != true)
            }
            #expect(!timing.activeDuration.isNaN)
          }
        }
      }
    }
  }

  @Test("Passes of a repeat fold without a seam")
  func repeatFolds() {
    #expect([0, 0.5, 1, 1.5, 2, 2.25].map(Repeat.backAndForth.progress) == [0, 0.5, 1, 0.5, 0, 0.25])
    #expect([0, 0.5, 1, 1.5].map(Repeat.forever.progress) == [0, 0.5, 0, 0.5])
    #expect([-1, 0.5, 1, 7].map(Repeat().progress) == [0, 0.5, 1, 1])
    #expect([-1, 0, 3].map(Repeat(count: 0).progress) == [0, 0, 0])
    #expect([1e300, .infinity, .nan].map(Repeat.forever.progress).allSatisfy { (0...1).contains($0) })
  }

  // MARK: Groups

  @Test("A group of 2 s makes a pause after a pulse of 1 s")
  func groupMakesPause() {
    let group = TimingGroup(timing: Timing(duration: 2, repeatCount: .infinity))
    let pulse = Timing(duration: 1)
    let values = [0, 0.5, 1, 1.5, 2, 2.5, 3.5, 1000.5].map { group.progress(of: pulse, at: $0) }
    #expect(values == [0, 0.5, nil, nil, 0, 0.5, nil, 0.5])
    // Held at its end, so that the halo does not flash through the pause.
    let fade = Timing(duration: 1, fill: .forwards)
    #expect(group.progress(of: fade, curve: .easeIn, at: 1.5) == 1)
  }

  @Test("A group cuts a child that is longer")
  func groupCuts() {
    let group = TimingGroup(timing: Timing(duration: 2, fill: .forwards))
    let child = Timing(begin: 1, duration: 4, fill: .both)
    #expect([0, 1, 1.5, 2, 5].map { group.progress(of: child, at: $0) } == [0, 0, 0.125, 0.25, 0.25])
    #expect(TimingGroup(timing: Timing(duration: 2)).progress(of: child, at: 2) == nil)
  }

  @Test("The group's curve warps its children: the fade starts at 0.471 s, not 0.6")
  func groupCurveFirst() throws {
    let group = TimingGroup(timing: Timing(duration: 3, repeatCount: .infinity), curve: .ease)
    #expect(isClose(group.time(at: 0.4709793504509059), 0.6, within: 1e-12))
    let fade = try keyframes(times: [0, 0.2, 1], values: [0.45, 0.45, 0])
    let child = Timing(duration: 3)
    func opacity(_ t: Double) throws -> Double { fade.value(at: try #require(group.progress(of: child, at: t))) }
    #expect(try opacity(0.47) == 0.45)
    #expect(try opacity(0.472) < 0.45)
    // The group's curve first, then the child's.
    let both = group.progress(of: child, curve: .easeIn, at: 1.5)
    #expect(isClose(both, Easing.easeIn.value(at: Easing.ease.value(at: 0.5) * 3 / 3), within: 1e-12))
  }

  @Test("A child that fills backwards shows the bottom of its first step")
  func stepsBeforeBegin() {
    let group = TimingGroup(timing: Timing(duration: 2))
    let child = Timing(begin: 1, duration: 1, fill: .both)
    #expect(group.progress(of: child, curve: .steps(2, .jumpStart), at: 0.5) == 0)
    #expect(group.progress(of: child, curve: .steps(2, .jumpStart), at: 1) == 0.5)
  }
}
