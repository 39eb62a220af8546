import Caption
import StageKit
import StageTesting
import Testing

@Suite("Revealed text")
struct RevealTests {
  private func caption(
    _ style: String, text: String = "AB\\nCD", _ direction: TextDirection = .automatic
  ) throws -> Caption {
    try make(
      Caption.self,
      """
      { "text": "\(text)", "size": 20, "direction": "\(direction.rawValue)",
        "reveal": { "style": "\(style)", "duration": 1, "stagger": 0.5, "curve": "linear" } }
      """)
  }

  /// The groups of the lines, inside the caption's own.
  private func lines(
    _ style: String, at seconds: Double, text: String = "AB\\nCD", _ direction: TextDirection = .automatic
  ) throws -> [Group] {
    Array(groups(try draw(caption(style, text: text, direction), at: seconds)).dropFirst())
  }

  @Test("Each line starts later than the one before it")
  func stagger() throws {
    #expect(try draw(caption("fade"), at: 0).isEmpty)
    #expect(try lines("fade", at: 0.5).map(\.opacity) == [0.5])
    #expect(try lines("fade", at: 0.75).map(\.opacity) == [0.75, 0.25])
  }

  @Test("Lines that rise come up from 0.6 of the text's size")
  func rise() throws {
    #expect(try lines("rise", at: 0.25).map(\.transform) == [.translation(0, 9)])
  }

  @Test("A wipe's soft edge runs from the side where reading starts")
  func wipe() throws {
    func edge(_ direction: TextDirection) throws -> [Double] {
      let mask = try lines("wipe", at: 0.5, text: "AB", direction).first?.mask
      guard case .fill(_, _, .linear(let from, let to, _, _), _)? = mask?.content.commands.first else {
        throw StageError("no mask")
      }
      return [from.x, to.x]
    }
    // The line runs from 90 to 110, the edge is 20 wide.
    #expect(try edge(.leftToRight) == [90, 110])
    #expect(try edge(.rightToLeft) == [110, 90])
  }

  @Test("Once all lines are there the text is drawn as without a reveal")
  func end() throws {
    let plain = try make(Caption.self, #"{ "text": "AB\nCD", "size": 20 }"#)
    for style in ["fade", "rise", "wipe"] {
      let caption = try caption(style)
      #expect(caption.duration == 1.5)
      #expect(caption.moments.map(\.seconds) == [1.5])
      #expect(try draw(caption, at: 1.5) == draw(plain))
    }
  }
}
