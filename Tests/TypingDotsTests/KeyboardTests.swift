import StageKit
import StageTesting
import Testing

@testable import TypingDots

@Suite("Keyboard")
struct KeyboardTests {
  private func keyboard(_ parameters: String) throws -> Keyboard {
    try make(Keyboard.self, "{ \(parameters) }", FakeContext(size: Size(400, 300)))
  }

  @Test("Each character has its key: capitals with that for capitals, signs with that of signs")
  func keys() {
    let layout = KeyLayout(rows: ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map(Array.init), width: 400)
    func kind(_ character: Character) -> KeyLayout.Kind { layout.keys[layout.press(character).key].kind }
    #expect(kind("a") == .letter("a") && !layout.press("a").withShift)
    #expect(kind("A") == .letter("a") && layout.press("A").withShift)
    #expect([kind(" "), kind("\n"), kind("4"), kind("é")] == [.space, .enter, .digits, .digits])
    for key in layout.keys {
      #expect(key.rect.minX >= 0 && key.rect.maxX <= 400 && key.rect.width > 10 && key.rect.maxY <= layout.size.height)
    }
    for (index, one) in layout.keys.enumerated() {
      for other in layout.keys[(index + 1)...] { #expect(one.rect.intersection(other.rect) == nil) }
    }
  }

  @Test("Letters are typed at their interval, spaces between them, and it says so")
  func times() throws {
    let stage = try keyboard(#""text": "ab c", "interval": 0.2"#)
    let cues = stage.cues(until: 9).filter { $0.name == "press" }.map(\.seconds)
    #expect(zip(cues, [0, 0.2, 0.3, 0.4]).allSatisfy { abs($0 - $1) < 1e-9 } && cues.count == 4)
    for (seconds, count) in [(0.0, 1.0), (0.19, 1), (0.21, 2), (0.31, 3), (5, 4)] {
      #expect(try stage.frame(at: StageTime(seconds: seconds), Inputs())[stage.typed] == count)
    }
    #expect(stage.moments.map(\.name) == ["done"])
  }

  @Test("A key that is down has another color, and is up again after its time")
  func pressed() throws {
    let stage = try keyboard(#""text": "q", "hold": 0.2, "balloon": false, "pressed": "red", "keys": "white""#)
    func isDown(_ seconds: Double) throws -> Bool {
      let red = Paint.color(Color(hex: 0xFF0000))
      return try flat(draw(stage, at: seconds)).contains { command in
        if case .fill(_, _, let paint, _) = command { paint == red } else { false }
      }
    }
    #expect(try [0.1, 0.3].map(isDown) == [true, false])
  }

  @Test("Other rows of letters are taken, and none is an error")
  func rows() throws {
    let layout = KeyLayout(rows: ["ضصثق", "شسيب"].map(Array.init), width: 300)
    #expect(layout.keys[layout.press("ي").key].kind == .letter("ي"))
    #expect(throws: StageError.self) { try keyboard(#""text": "a", "rows": [""]"#) }
  }
}
