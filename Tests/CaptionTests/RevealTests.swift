import StageKit
import StageTesting
import Testing

@testable import Caption

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

  /// A caption that is there after 1.5 s and goes from 3 s on, in as long.
  private func leaving(_ style: String, exit: String = "") throws -> Caption {
    try make(
      Caption.self,
      """
      { "text": "AB\\nCD", "size": 20,
        "reveal": { "style": "\(style)", "duration": 1, "stagger": 0.5, "curve": "linear" },
        "exit": { "at": 3, "duration": 1, "stagger": 0.5 \(exit) } }
      """)
  }

  @Test("An exit is the entrance mirrored: as opaque after a time as the entrance that long before its end")
  func exit() throws {
    for style in ["fade", "rise"] {
      let caption = try leaving(style)
      for passed in stride(from: 0.1, to: 1.5, by: 0.1) {
        let out = groups(try draw(caption, at: 3 + passed)).dropFirst().map(\.opacity)
        let back = groups(try draw(caption, at: 1.5 - passed)).dropFirst().map(\.opacity)
        #expect(out.count == back.count)
        // The first line goes first, as it came first.
        #expect(zip(out, back.reversed()).allSatisfy { abs($0 - $1) < 1e-9 }, "\(style) \(passed)")
      }
      #expect(try draw(caption, at: 4.5).isEmpty && draw(caption, at: 9).isEmpty)
      #expect(try draw(caption, at: 2) == draw(caption, at: 3))
      #expect(caption.duration == 4.5)
    }
  }

  @Test("Lines that rose go on upward, and what was wiped on is wiped off from its start")
  func exitGoesOn() throws {
    let risen = Array(groups(try draw(leaving("rise"), at: 3.25)).dropFirst())
    #expect(risen.first?.transform == .translation(0, -3))
    let wiped = Array(groups(try draw(leaving("wipe"), at: 3.5)).dropFirst())
    guard case .fill(_, _, .linear(let from, let to, _, _), _)? = wiped.first?.mask?.content.commands.first else {
      throw StageError("no mask")
    }
    #expect([from.x, to.x] == [110, 90])
  }

  @Test("Without a reveal lines go upward at a style's choice, and none goes before it is there")
  func exitAlone() throws {
    let caption = try make(Caption.self, #"{ "text": "AB", "size": 20, "exit": { "at": 1, "curve": "linear" } }"#)
    let opacity = try #require(groups(try draw(caption, at: 1.225)).last?.opacity)
    #expect(abs(opacity - 0.5) < 1e-9)
    #expect(throws: StageError.self) {
      try make(Caption.self, #"{ "text": "AB", "size": 20, "reveal": {}, "exit": { "at": 0.5 } }"#)
    }
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

  @Test("Each line is a cue as it begins to appear and to go")
  func cues() throws {
    let times = try leaving("fade").cues(until: 10)
    #expect(times.map(\.name) == ["line", "part", "line", "part", "revealed", "leaving", "leaving"])
    #expect(times.map(\.seconds) == [0, 0, 0.5, 0.5, 1.5, 3, 3.5])
    #expect(try make(Caption.self, #"{ "text": "AB" }"#).cues(until: 10).map(\.name) == ["revealed"])
  }

  // MARK: Words and letters

  private func parts(_ reveal: String, at seconds: Double, text: String = "AB CD", _ more: String = "") throws -> [Rect]
  {
    let caption = try make(
      Caption.self,
      """
      { "text": "\(text)", "size": 20\(more),
        "reveal": { "style": "typewriter", "stagger": 1, \(reveal) } }
      """)
    return try draw(caption, at: seconds).commands.flatMap { command -> [Rect] in
      guard case .group(let placed) = command else { return [] }
      return placed.content.commands.compactMap { DisplayList([$0]).bounds }
    }
  }

  /// The left edges of what is there, from 75 on in steps of a letter.
  private func places(_ reveal: String, at seconds: Double, _ more: String = "") throws -> [Int] {
    try parts(reveal, at: seconds, more).map { Int(($0.x - 75) / 10) }.sorted()
  }

  @Test("Letters come one after the other, and spaces take no time")
  func letters() throws {
    #expect(try places(#""by": "letter""#, at: 0) == [0])
    #expect(try places(#""by": "letter""#, at: 2.5) == [0, 1, 3])
  }

  @Test("Words come as one")
  func words() throws {
    #expect(try parts(#""by": "word""#, at: 0.5).map(\.width) == [20])
    #expect(try parts(#""by": "word""#, at: 1.5).count == 1, "the whole text is one outline when it is there")
  }

  @Test("Text from the right begins at the right")
  func fromTheRight() throws {
    #expect(try places(#""by": "letter""#, at: 0, #", "direction": "right-to-left""#) == [4])
  }

  @Test(
    "Other orders",
    arguments: [
      ("backward", [4], [3, 4]), ("center", [1, 3], [0, 1, 3, 4]), ("edges", [0, 4], [0, 1, 3, 4]),
    ])
  func orders(order: String, first: [Int], second: [Int]) throws {
    let reveal = #""by": "letter", "order": "\#(order)""#
    #expect(try places(reveal, at: 0) == first)
    if order != "center", order != "edges" { #expect(try places(reveal, at: 1) == second) }
  }

  @Test("A random order has every letter once, and other seeds give others")
  func random() throws {
    let turns = (0..<8).map { StaggerOrder.random.turns(40, seed: $0) }
    for order in turns { #expect(order.sorted() == (0..<40).map { Double($0) }) }
    #expect(Set(turns).count == 8)
    #expect(StaggerOrder.random.turns(40, seed: 3) == turns[3])
  }

  @Test(
    "Every style begins with nothing and ends with the whole text",
    arguments: ["fade", "rise", "wipe", "scale", "blur", "slide", "typewriter", "wave"])
  func styles(style: String) throws {
    let caption = try make(
      Caption.self,
      """
      { "text": "AB CD", "size": 20, "reveal": { "style": "\(style)", "by": "letter", "duration": 1, "stagger": 0.5 } }
      """)
    let plain = try make(Caption.self, #"{ "text": "AB CD", "size": 20 }"#)
    if style != "typewriter", style != "slide" { #expect(try draw(caption, at: 0).isEmpty) }
    #expect(try draw(caption, at: 2.5) == draw(plain, at: 2.5))
    #expect(try draw(caption, at: 1.2) != draw(plain, at: 1.2))
  }

  @Test("Each part that comes is a cue")
  func partCues() throws {
    let caption = try make(
      Caption.self, #"{ "text": "AB C", "reveal": { "by": "letter", "stagger": 0.25 } }"#)
    #expect(caption.cues(until: 9).filter { $0.name == "part" }.map(\.seconds) == [0, 0.25, 0.5])
  }
}
