import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("A copy")
struct CopyTests {
  private let drawing = DisplayList { $0.fill(.rect(Rect(x: 20, y: 20, width: 40, height: 20)), .white) }

  @Test("It shows the drawing as it is, whose bounds are its box")
  func plain() throws {
    let copy = try LayerCopy(.fields(), FakeContext())
    let frame = try copy.frame(at: StageTime(seconds: 0), Inputs(["drawing": .drawing(drawing)]))
    #expect(frame.drawing == drawing)
    #expect(frame.layoutBounds == Rect(x: 20, y: 20, width: 40, height: 20))
  }

  @Test("A reflection is a copy upside down about its lower edge")
  func reflection() throws {
    let copy = try LayerCopy(.fields(("scaleY", .number(-1)), ("anchor", .point(Point(0.5, 1)))), FakeContext())
    let list = try draw(copy, ["drawing": .drawing(drawing)])
    #expect(list.bounds == Rect(x: 20, y: 40, width: 40, height: 20))
  }
}
