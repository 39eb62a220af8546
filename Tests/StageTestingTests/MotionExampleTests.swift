import Foundation
import StageKit
import StageTesting
import Testing

@Suite("The examples of the article on text, chance and shapes")
struct MotionExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test("The article's code is what is compiled here")
  func codeIsCompiled() throws {
    let article = "../../Sources/StageKit/Sources/StageKit/StageKit.docc/TextChanceAndShapes.md"
    let code = try String(contentsOf: Self.folder.appendingPathComponent("MotionExamples.swift"), encoding: .utf8)
    let blocks = try String(contentsOf: Self.folder.appendingPathComponent(article), encoding: .utf8)
      .components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 6)
    for block in blocks { #expect(code.contains(block), "\(block)") }
  }

  private func fills(_ drawing: DisplayList) -> [(bounds: Rect?, color: Paint)] {
    flat(drawing).compactMap { command in
      guard case .fill(let path, _, let paint, let transform) = command else { return nil }
      return (path.transformed(by: transform).bounds, paint)
    }
  }

  @Test("Letters bob one after the other")
  func bobbing() throws {
    let stage = try make(Bobbing.self, #"{ "text": "ABC", "size": 20, "height": 10 }"#)
    let tops = fills(try draw(stage, at: 1.1)).map { $0.bounds?.y ?? 0 }
    #expect(tops.count == 3)
    #expect(abs(tops[1] - -10) < 1e-9 && abs(tops[0] - tops[2]) < 1e-9 && tops[0] > -10)
  }

  @Test("Snow falls for ever, and differs by its seed")
  func snow() throws {
    func places(_ seed: Int, _ seconds: Double) throws -> [Rect?] {
      fills(try draw(make(Snow.self, "{ \"seed\": \(seed) }"), at: seconds)).map(\.bounds)
    }
    #expect(try places(1, 7).count == 40)
    #expect(try places(1, 7) == places(1, 7) && places(1, 7) != places(2, 7))
  }

  @Test("A lamp that drifts comes back")
  func drift() throws {
    let stage = try make(Drift.self, "{}")
    func center(_ seconds: Double) throws -> Point {
      try #require(fills(draw(stage, at: seconds)).first?.bounds).center
    }
    #expect(try (center(0) - center(4)).length < 1e-9)
    #expect(try (center(0.3) - center(2.1)).length > 1)
    #expect(try (center(1) - center(1.001)).length < 0.2)
  }

  @Test("Texts and choices change at their times")
  func signal() throws {
    let stage = try make(
      Signal.self,
      #"""
      { "light": { "keyframes": [{ "at": 0, "value": "red" }, { "at": 2, "value": "green" }] },
        "word": { "keyframes": [{ "at": 1, "value": "Wait" }, { "at": 2, "value": "Walk on" }] } }
      """#)
    func shown(_ seconds: Double) throws -> [Double] {
      fills(try draw(stage, at: seconds)).map { $0.bounds?.width ?? 0 }
    }
    #expect(try shown(0) == [40, 40] && shown(1.99) == [40, 40] && shown(2) == [40, 70])
    #expect(try fills(draw(stage, at: 1.99))[0].color == .color(Color(1, 0.2, 0.2)))
    #expect(try fills(draw(stage, at: 2))[0].color == .color(Color(0.2, 0.8, 0.4)))
  }

  @Test("A moon is drawn along the outline that the host gives")
  func moon() throws {
    let commands = flat(try draw(make(Moon.self, "{}")))
    guard case .stroke(let path, _, _, _)? = commands.first else {
      Issue.record("\(commands)")
      return
    }
    #expect(path.subpaths.count == 2)
  }

  @Test("A film lies behind a logo")
  func titled() throws {
    let stage = try make(Titled.self, #"{ "film": "a.mp4", "logo": "a.svg" }"#)
    let boxes = fills(try draw(stage, at: 1)).map(\.bounds)
    #expect(boxes == [Rect(x: 0, y: 0, width: 200, height: 100), Rect(x: 0, y: 0, width: 4, height: 2)])
    let logo = try #require(groups(draw(stage, at: 1)).last)
    #expect(logo.transform == .translation(98, 49))
  }
}
