import StageKit
import Testing

@testable import PassportFlip

@Suite struct TrackTests {
  private func track(_ changes: [Change<Double>]) throws -> Track<Double> {
    try #require(Track(from: 0, changes: changes))
  }

  @Test("A change without duration is a switch at exactly its time")
  func switches() throws {
    let track = try track([Change(to: 1, start: 0.5, duration: 0, curve: .linear)])
    #expect(track.opening(at: 0.5.nextDown - 1e-8) == 0)
    #expect(track.opening(at: 0.5) == 1)
    #expect(track.closing(at: 0.5 - 1e-8) == 1)
    #expect(track.closing(at: 0.5) == 0)
  }

  @Test("The paper's color flips in the frame at half the opening")
  func colorFlips() throws {
    let stage = try passport(#"{ "timeline": [{ "do": "open", "at": 1 }] }"#)
    let card = try #require(try stage.frame(at: 1 + 29.0 / 60)[PassportFlip.Parameters.named.color])
    let sheet = try #require(try stage.frame(at: 1 + 30.0 / 60)[PassportFlip.Parameters.named.color])
    #expect(card == Color(hex: 0xECECEC))
    #expect(sheet == Color(hex: 0xF0EFEA))
  }

  @Test("Changes hold between each other and follow their own curves")
  func keyframes() throws {
    let track = try track([
      Change(to: 0.4, start: 0.1, duration: 0.2, curve: .linear),
      Change(to: 1, start: 0.5, duration: 0.5, curve: .easeIn),
    ])
    #expect(track.opening(at: 0.05) == 0)
    #expect(abs(track.opening(at: 0.2) - 0.2) < 1e-12)
    #expect(track.opening(at: 0.4) == 0.4)
    #expect(abs(track.opening(at: 0.75) - (0.4 + 0.6 * Easing.easeIn.value(at: 0.5))) < 1e-12)
    #expect(track.open == 1)
    #expect(abs(track.closing(at: 0.8) - track.opening(at: 0.2)) < 1e-12)
  }

  @Test("Overlapping changes, and ones beyond the whole, are refused")
  func overlaps() {
    #expect(
      Track(
        from: 0.0,
        changes: [
          Change(to: 1, start: 0, duration: 0.5, curve: .linear),
          Change(to: 2, start: 0.4, duration: 0.1, curve: .linear),
        ]) == nil)
    #expect(Track(from: 0.0, changes: [Change(to: 1, start: 0.6, duration: 0.5, curve: .linear)]) == nil)
    #expect(throws: StageError.self) { try passport(#"{ "motion": { "x": { "start": 0.5, "duration": 0.6 } } }"#) }
  }

  @Test("A spring goes beyond and settles at exactly its end, opening and closing")
  func springsSettle() throws {
    let spring = Easing.spring(Spring(duration: 0.5, bounce: 0.4))
    let track = try track([Change(to: 1, start: 0, duration: 1, curve: spring)])
    let values = (0...100).map { track.opening(at: Double($0) / 100) }
    #expect((values.max() ?? 0) > 1.05)
    #expect(values.last == 1)
    #expect(track.closing(at: 1) == 0)
    let closing = (0...100).map { track.closing(at: Double($0) / 100) }
    #expect((closing.min() ?? 0) < -0.05)
  }
}
