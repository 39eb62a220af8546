import StageKit
import StageTesting
import Testing

@testable import TypingDots

@Suite("Typing dots")
struct TypingDotsTests {
  @Test("In the middle of a turn they look as the goldens do", arguments: ["bounce", "swell", "fade"])
  func goldens(_ motion: String) throws {
    let dots = try make(
      TypingDots.self, #"{ "motion": "\#(motion)", "bubble": {}, "highlight": "white", "period": 2, "stagger": 0.25 }"#)
    let ofMotion = try difference(draw(dots, at: 0.75), fromGolden: motion)
    #expect(ofMotion == nil)
  }

  @Test("Dots take their turns one after the other")
  func turns() throws {
    let rhythm = Rhythm(period: 2, stagger: 0.25, active: 0.5)
    for dot in 0..<3 {
      #expect(abs(rhythm.height(ofDot: dot, at: 0.5 + 0.5 * Double(dot)) - 1) < 1e-9)
      #expect(rhythm.height(ofDot: dot, at: 1.25 + 0.5 * Double(dot)) == 0)
    }
  }

  @Test("Every frame is the same after a period")
  func loop() throws {
    let dots = try make(TypingDots.self, #"{ "period": 1.2 }"#)
    for step in 0..<72 {
      let seconds = Double(step) / 60
      #expect(try draw(dots, at: seconds) == draw(dots, at: seconds + 6))
    }
  }

  @Test("The row is centered, with equal gaps, and its middle dot jumps straight up")
  func places() throws {
    let dots = try make(
      TypingDots.self, #"{ "diameter": 10, "gap": 6, "lift": 20, "period": 2, "stagger": 0.25 }"#)
    let boxes = flat(try draw(dots, at: 1)).compactMap { command -> Rect? in
      if case .fill(let path, _, _, _) = command { path.controlBounds } else { nil }
    }
    #expect(boxes.map { $0.center.x.rounded() } == [84, 100, 116])
    #expect(abs(boxes[1].center.y - 30) < 1e-6)
    #expect(abs(boxes[0].center.y - 50) < 1e-6)
  }

  @Test("The bubble is its dots' box with padding, and the dots lie over it")
  func bubble() throws {
    let dots = try make(
      TypingDots.self, #"{ "count": 1, "diameter": 10, "bubble": { "padding": [20, 15], "tail": "none" } }"#)
    let commands = flat(try draw(dots))
    #expect(commands.count == 2)
    guard case .fill(let path, _, _, _)? = commands.first else { return }
    #expect(path.controlBounds == Rect(x: 75, y: 30, width: 50, height: 40))
  }

  @Test("Each turn of each dot is a cue as it begins")
  func cues() throws {
    let dots = try make(TypingDots.self, #"{ "count": 3, "period": 2, "stagger": 0.25 }"#)
    #expect(dots.cues(until: 4.5).map(\.seconds) == [0, 0.5, 1, 2, 2.5, 3, 4])
  }
}
