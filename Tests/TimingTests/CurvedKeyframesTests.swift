import Foundation
import Geometry
import StageKit
import Testing
import Timing

@Suite("Keyframes on curves in space")
struct CurvedKeyframesTests {
  /// A quarter of a circle of radius 100, within 0.03 %.
  private let k = 55.228475

  private func quarter(_ curve: Easing = .linear) throws -> Keyframes<Point> {
    try #require(
      Keyframes(
        times: [0, 2], values: [Point(100, 0), Point(0, 100)], curves: [curve],
        handles: [(Point(100, k), Point(k, 100))]))
  }

  @Test("A quarter of a circle is gone along at even speed")
  func evenSpeed() throws {
    let frames = try quarter()
    for step in 0...8 {
      let angle = Double(step) / 8 * Double.pi / 2
      let point = frames.value(at: Double(step) / 4)
      #expect((point - Point(100 * cos(angle), 100 * sin(angle))).length < 0.05)
    }
  }

  @Test("The curve says how far it has come, and beyond the ends it goes straight on")
  func easing() throws {
    let half = try quarter(.steps(2, .jumpEnd)).value(at: 1.2)
    #expect((half - Point(70.71, 70.71)).length < 0.05)
    let beyond = try quarter(try Easing(parsing: "linear(0, 1.2 50%, 1)")).value(at: 1)
    // A fifth of the arc, 31.4, on along the tangent at its end.
    #expect((beyond - Point(-31.416, 100)).length < 0.05)
  }

  @Test("Colors that springs pull go on in their direction when the goal changes")
  func springsOfColors() throws {
    let spring = Easing.spring(Spring(duration: 0.5, bounce: 0.3))
    let frames = try #require(
      Keyframes(
        times: [0, 0.3, 0.45], values: [Color(0, 0, 0), Color(1, 1, 1), Color(0, 0, 0)], curves: [spring],
        mode: .springs))
    let grays = (0..<6).map { frames.value(at: 0.42 + Double($0) * 0.01).red }
    #expect(zip(grays, grays.dropFirst()).allSatisfy { $0 < $1 })
  }
}
