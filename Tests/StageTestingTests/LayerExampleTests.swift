import Foundation
import StageKit
import StageTesting
import Testing

@Suite("The examples of the article on layers")
struct LayerExampleTests {
  private static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/StageKit/Sources/StageKit/StageKit.docc/DrawingInLayers.md")
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("LayerExamples.swift")

  @Test("The article's code is what is compiled here")
  func codeIsCompiled() throws {
    let code = try String(contentsOf: Self.examples, encoding: .utf8)
    let blocks = try String(contentsOf: Self.article, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 6)
    let own = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    for block in blocks { #expect(code.contains(block) || own.contains(block), "\(block)") }
  }

  @Test("A clip cuts, and what is cut moves as one")
  func badge() throws {
    let group = try #require(groups(draw(make(Badge.self, "{}"))).first)
    #expect(group.clip?.path == .circle(center: Point(50, 50), radius: 40))
    #expect(group.content.commands.count == 4)
  }

  @Test("A mask may be inverted")
  func wipe() throws {
    let group = try #require(groups(draw(make(Wipe.self, #"{"progress": 0.25}"#))).first)
    #expect(group.mask?.isInverted == true)
    #expect(group.mask?.content.bounds == Rect(x: 0, y: 0, width: 200, height: 100))
  }

  @Test("A blend adds light")
  func lamp() throws {
    let group = try #require(groups(draw(make(Lamp.self, "{}"))).first)
    #expect(group.blend == .plus && group.effects == [.blur(sigma: 12)])
  }

  @Test("A drawing is an input like any other")
  func mirror() throws {
    let tree = ContentLayer.square("tree", Rect(x: 10, y: 20, width: 20, height: 40)).drawing
    let drawing = try draw(make(Mirror.self, "{}"), ["drawing": .drawing(tree)])
    #expect(drawing.commands.first == tree.commands.first)
    #expect(drawing.bounds == Rect(x: 10, y: 20, width: 20, height: 80))
  }

  @Test("Layers are turned about a point below them")
  func fan() throws {
    let cards = (0..<3).map { ContentLayer.square("card \($0)", Rect(x: 80, y: 20, width: 40, height: 60)) }
    let drawing = try draw(make(Fan.self, #"{"angle": 90}"#), layers: cards)
    let boxes = groups(drawing).map { DisplayList([.group($0)]).bounds }
    #expect(boxes.count == 3)
    #expect(boxes[1] == cards[1].box)
    #expect(abs((boxes[0]?.center.x ?? 0) - 10) < 1e-9)
    #expect(abs((boxes[2]?.center.x ?? 0) - 190) < 1e-9)
  }
}
