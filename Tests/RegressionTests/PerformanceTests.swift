import Coding
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Regression

/// Noise with a seed.
private struct Noise {
  var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func uniform() -> Double { Double(numbers.next() >> 11) / Double(1 << 53) }

  mutating func normal() -> Double {
    (-2 * log(max(uniform(), 1e-300))).squareRoot() * cos(2 * .pi * uniform())
  }

  /// A figure as a machine at work gives it: 3 % of noise that a whole run shares, and the least of three tries of which
  /// each has 2 % of its own and one in ten is disturbed by up to 80 %.
  mutating func figure(_ cost: Double) -> Double {
    let run = exp(0.03 * normal())
    let tries = (0..<3).map { _ in exp(0.02 * normal()) * (uniform() < 0.1 ? 1 + 0.8 * uniform() : 1) }
    return cost * run * (tries.min() ?? 1)
  }
}

@Suite("The performance gate") struct PerformanceTests {
  /// True if a rise is reported after 12 runs, by all the measurements that an alarm needs.
  private func isTold(_ noise: inout Noise, rise: Double) -> Bool {
    let history = (0..<12).map { _ in noise.figure(1) }
    return (0..<PerformanceGate.measurements).allSatisfy { _ in
      PerformanceGate.limit(history).map { noise.figure(rise) > $0.limit } ?? false
    }
  }

  @Test("A run over a hundred figures gives a false alarm less than once in a thousand") func falseAlarmsAreRare() {
    var noise = Noise(seed: 1)
    // The usual tests look at a part of the runs, the whole suite at enough of them to see one in a thousand.
    let runs = runsWholeSuite ? 4000 : 60
    let alarms = (0..<runs).count { _ in (0..<100).contains { _ in isTold(&noise, rise: 1) } }
    #expect(alarms * 1000 <= runs)
  }

  @Test("What got 30 % slower is found in 99 of 100 runs") func risesAreFound() {
    var noise = Noise(seed: 2)
    let found = (0..<3000).count { _ in isTold(&noise, rise: 1.3) }
    #expect(found >= 2970)
  }

  @Test("Few runs do not judge, and odd ones do not move the limit") func historyIsRobust() throws {
    #expect(PerformanceGate.limit([1, 1, 1, 1, 1, 1, 1]) == nil)
    let calm = try #require(PerformanceGate.limit([1, 1.01, 0.99, 1, 1.02, 0.98, 1, 1.01]))
    let odd = try #require(PerformanceGate.limit([1, 1.01, 0.99, 1, 1.02, 0.98, 1, 50]))
    #expect(odd.limit < calm.limit * 1.1)
  }

  @Test("A slower stage is named; other machines and other work do not count") func namesTheStage() throws {
    func run(_ machine: String, _ work: String, _ stage: Double) -> PerformanceRun {
      PerformanceRun(
        time: "", machine: machine, program: "1", encoder: "x", peakMemory: 100,
        jobs: [
          "a": .init(
            work: work, seconds: ["drawing": 1, "stage halo": 0.01], relative: ["drawing": 30, "stage halo": stage])
        ])
    }
    let history = (0..<8).map { _ in run("m", "w", 0.3) }
    let slower = PerformanceHistory.slower(run("m", "w", 0.39), after: history)
    #expect(slower == [Slowdown(job: "a", phase: "stage halo", share: 0.39 / 0.3 - 1, runs: 8)])
    #expect(slower.first?.description == "a: stage halo: 30 % more than in the last 8 runs")
    #expect(PerformanceHistory.slower(run("m", "w", 0.31), after: history).isEmpty)
    #expect(PerformanceHistory.slower(run("other", "w", 0.9), after: history).isEmpty)
    #expect(PerformanceHistory.slower(run("m", "other", 0.9), after: history).isEmpty)
  }

  @Test("A history comes back as it was appended, without lines that are damaged") func historyRoundTrip() throws {
    let folder = try TemporaryFolder()
    let history = PerformanceHistory("\(folder.path)/below/history.jsonl")
    let run = PerformanceRun(
      time: "2030-01-02T03:04:05Z", machine: "m", program: "1", encoder: "x", peakMemory: 5,
      jobs: ["a": .init(work: "w", seconds: ["drawing": 0.25], relative: ["drawing": 7.5])])
    try history.append(run)
    try history.append(run)
    let handle = try #require(FileHandle(forWritingAtPath: history.path))
    handle.seekToEndOfFile()
    handle.write(Data("{\"time\":".utf8))
    try handle.close()
    #expect(history.runs == [run, run])
  }
}
