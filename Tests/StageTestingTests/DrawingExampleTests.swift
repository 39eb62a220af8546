import Foundation
import StageKit
import StageTesting
import Testing

@Suite("The example of the article on drawing")
struct DrawingExampleTests {
  @Test("The article's code is what is compiled here")
  func codeIsCompiled() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let code = try String(contentsOf: folder.appendingPathComponent("DrawingExamples.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: folder.appendingPathComponent(
        "../../Sources/StageKit/Sources/StageKit/StageKit.docc/DrawingAPicture.md"), encoding: .utf8)
    let block = try #require(
      article.components(separatedBy: "```swift\n").last?.components(separatedBy: "\n```").first)
    #expect(code.contains(block))
  }

  @Test("A board, an arrow and letters lie upon each other")
  func sign() throws {
    let drawing = try draw(make(Sign.self, #"{"size": 40}"#))
    #expect(drawing.commands.count == 3)
    #expect(DisplayList([drawing.commands[0]]).bounds == Rect(x: 0, y: 0, width: 60, height: 40))
  }
}
