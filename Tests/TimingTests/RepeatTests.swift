import Testing
import Timing

@Suite struct RepeatTests {
  private func values(_ repeats: Repeat, _ times: [Double]) -> [Double] {
    times.map { repeats.progress(at: $0, duration: 1) }
  }

  @Test("Passes of a repeat fold without a seam")
  func repeatFolds() {
    #expect(values(.backAndForth, [0, 0.5, 1, 1.5, 2, 2.25]) == [0, 0.5, 1, 0.5, 0, 0.25])
    #expect(values(Repeat(count: .infinity), [0, 0.5, 1, 1.5]) == [0, 0.5, 0, 0.5])
    #expect(values(.once, [-1, 0.5, 1, 7]) == [0, 0.5, 1, 1])
    #expect(values(Repeat(count: 0), [-1, 0, 3]) == [0, 0, 0])
  }

  @Test("After its last pass a repeat stays where that ended")
  func staysAtItsEnd() {
    #expect(values(Repeat(count: 2, autoreverse: true), [1, 2, 3, 4, 9]) == [1, 0, 1, 0, 0])
    #expect(values(Repeat(count: 2.5), [2.25, 2.5, 9]) == [0.25, 0.5, 0.5])
    #expect(values(Repeat(count: 0.75, autoreverse: true), [1, 1.25, 1.5, 9]) == [1, 0.75, 0.5, 0.5])
  }

  @Test("Every time gives a progress within 0…1")
  func staysWithinRange() {
    #expect(values(Repeat(count: .infinity), [1e300, .infinity, .nan]).allSatisfy { (0...1).contains($0) })
  }
}
