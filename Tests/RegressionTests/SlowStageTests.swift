import Foundation
import HaloPulse
import Regression
import StageKit
import TestSupport
import Testing

/// Takes some processor time for every frame, beside what it should.
private protocol Busy: Slip { static var rounds: Int { get } }

extension Busy {
  static func frame(_ frame: StageFrame) -> StageFrame {
    var sum = 0.0
    for step in 0..<rounds { sum += Double(step).squareRoot() }
    return sum < 0 ? StageFrame() : frame
  }
}

private enum AsUsual: Busy { static var rounds: Int { 20_000 } }
private enum Slower: Busy { static var rounds: Int { 26_000 } }

@Suite("A slower stage") struct SlowStageTests {
  @Test("A stage that takes 30 % more is named, and nothing else", .enabled(if: runsWholeSuite))
  func isNamed() throws {
    let folder = try TemporaryFolder()
    func run(_ stage: any Stage.Type) throws -> PerformanceRun {
      let registry = StageRegistry([stage])
      let meter = PerformanceMeter(
        registry: registry, outputFolder: "\(folder.path)/out", scale: 1, program: "test")
      return meter.measure([try job(loopText, "loop", in: folder, registry)], time: "")
    }
    let history = try (0..<8).map { _ in try run(Slipped<HaloPulse, AsUsual>.self) }
    let slower = PerformanceHistory.slower(try run(Slipped<HaloPulse, Slower>.self), after: history)
    #expect(slower.map(\.phase) == ["stage halo"], "\(slower)")
  }
}
