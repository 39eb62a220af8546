import StageKit
import Testing

@Suite("Cues")
struct CueTests {
  private static let tick = Moment("A tick.", .cue, name: "tick")

  private func seconds(
    from first: Double = 0, every period: Double, count: Double = .infinity, until end: Double = 10
  ) -> [Double] {
    Self.tick.repeated(from: first, every: period, count: count, until: end).map(\.seconds)
  }

  @Test("A cue repeats from its first time up to before the end")
  func repeats() {
    #expect(seconds(every: 2.5) == [0, 2.5, 5, 7.5])
    #expect(seconds(from: 1, every: 3, until: 7.5) == [1, 4, 7])
    #expect(seconds(from: 1, every: 3, count: 2) == [1, 4])
  }

  @Test("What comes before 0 is left out, and counts")
  func negative() {
    #expect(seconds(from: -3, every: 2, count: 3) == [1])
    #expect(seconds(from: -4, every: 2, until: 3) == [0, 2])
  }

  @Test("Sums of times are what they would be written as")
  func grid() {
    #expect(seconds(from: 0.51, every: 0.69, until: 3) == [0.51, 1.2, 1.89, 2.58])
  }

  @Test("Odd numbers give no times, and tiny periods a bounded number")
  func odd() {
    #expect(seconds(every: .nan).isEmpty && seconds(from: .infinity, every: 1).isEmpty)
    #expect(seconds(every: 1, count: 0).isEmpty && seconds(every: 1, count: .nan).isEmpty)
    #expect(seconds(every: 1, until: -1).isEmpty)
    #expect(seconds(from: 1, every: 0) == [1])
    #expect(seconds(every: 1e-300).count == 100_000)
  }

  @Test("Times at one instant keep their order")
  func order() {
    let times = [
      Moment("", name: "b").at(1), Moment("", name: "a").at(1), Moment("", name: "c").at(0),
      Moment("", name: "d").at(-1),
    ]
    #expect(times.ordered(until: 2).map(\.name) == ["c", "b", "a"])
    #expect(times.ordered(until: 1).map(\.name) == ["c"])
  }
}
