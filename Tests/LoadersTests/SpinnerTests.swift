import StageKit
import StageTesting
import Testing

@testable import Loaders

@Suite("A spinner")
struct SpinnerTests {
  private func spinner(_ kind: SpinnerKind, _ more: String = "") throws -> Spinner {
    try make(Spinner.self, #"{ "kind": "\#(kind.rawValue)"\#(more) }"#)
  }

  @Test("Each kind begins again after its period, bit by bit, and moves in between", arguments: SpinnerKind.allCases)
  func loops(kind: SpinnerKind) throws {
    let spinner = try spinner(kind)
    for seconds in [0, 0.21, 0.4, 0.93] {
      let first = try draw(spinner, at: seconds)
      #expect(try draw(spinner, at: TimeGrid.snapped(seconds + 3 * kind.period)) == first)
      #expect(try draw(spinner, at: seconds + 0.37 * kind.period) != first)
    }
  }

  @Test("Each kind stays within its size", arguments: SpinnerKind.allCases)
  func extent(kind: SpinnerKind) throws {
    let spinner = try spinner(kind, #", "size": 40"#)
    for step in 0..<50 {
      guard let bounds = try draw(spinner, at: Double(step) * kind.period / 50).bounds else { continue }
      // Round caps and control points reach a little further than what is drawn.
      #expect(bounds.minX > 79 && bounds.maxX < 121 && bounds.minY > 29 && bounds.maxY < 71, "\(kind) \(bounds)")
    }
  }

  @Test("The arc turns without a jump: its ends move by less than a tenth of a turn in a hundredth of its period")
  func arc() throws {
    func ends(_ phase: Double) throws -> (Point, Point) {
      let list = DisplayList {
        SpinnerKind.arc.draw(phase, SpinnerLook(color: .white, track: .black, width: 0.1), onto: &$0)
      }
      guard case .stroke(let path, _, _, _)? = list.commands.last, let sub = path.subpaths.first else {
        throw StageError("no arc")
      }
      return (sub.start, sub.segments.last?.end ?? sub.start)
    }
    for step in 0..<100 {
      let (a, b) = (try ends(Double(step) / 100), try ends(Double(step + 1) / 100 - (step == 99 ? 1 : 0)))
      #expect((a.0 - b.0).length < 0.63)
      #expect((a.1 - b.1).length < 0.63)
    }
  }

  @Test("A period of the job's own")
  func period() throws {
    let spinner = try spinner(.ring, #", "period": 2"#)
    #expect(spinner.cues(until: 7).map(\.seconds) == [2, 4, 6])
    #expect(try draw(spinner, at: 0.5) == draw(spinner, at: 2.5))
  }
}
