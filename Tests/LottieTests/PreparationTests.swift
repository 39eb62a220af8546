import StageKit
import Testing

@testable import LottieFiles

@Suite("Preparation of Lottie shapes")
struct PreparationTests {
  private let fading = Animations.red.replacing(
    #""o": { "k": 100 }"#, with: #""o": { "k": [{ "t": 0, "s": [0] }, { "t": 9, "s": [9] }] }"#)
  private let square = Animations.square(0, 0, 4)
  private let merge = #"{ "ty": "mm", "mm": 2 }"#
  private let trim = #"{ "ty": "tm", "s": { "k": 0 }, "e": { "k": [{ "t": 0, "s": [0] }, { "t": 9, "s": [90] }] } }"#

  private func group(_ shapes: String...) -> String {
    #"{ "ty": "gr", "it": [\#(shapes.joined(separator: ",")), { "ty": "tr" }] }"#
  }

  private func content(_ shapes: String...) throws -> Layer.Content {
    let text = "{ \"layers\": [\(Animations.layer(shapes.joined(separator: ",")))] }"
    let reader = try DocumentReader(Array(text.utf8), name: "a.json", animation: nil)
    _ = try reader.addComposition(try reader.objects("layers", of: reader.root), size: Size(9, 9))
    return try #require(reader.compositions.first?.layers.first).content
  }

  private func items(_ shapes: String...) throws -> [ShapeItem] {
    guard case .shapes(let items) = try content(shapes.joined(separator: ",")) else { return [] }
    return items
  }

  private func isFixed(_ item: ShapeItem?) -> Bool { if case .fixed = item { true } else { false } }

  @Test("The shapes of a layer that never change are drawn once")
  func constantShapes() throws {
    guard case .drawing(let drawing) = try content(square, Animations.red) else {
      Issue.record("its shapes are drawn for each frame")
      return
    }
    #expect(try !drawing.list { first, _, _, _ in first }.isEmpty)
    guard case .shapes = try content(square, fading) else {
      Issue.record("an opacity with keyframes counts as constant")
      return
    }
  }

  @Test("Outlines that never change are combined once, when a frame shows them")
  func constantCombination() throws {
    let log = CombinationLog()
    let resources = Animations.resources { first, _, operation, _ in
      log.add(operation)
      return first
    }
    let other = Animations.square(2, 2, 4)
    let animation = try Animations.make(
      Animations.layer([square, other, merge, Animations.red].joined(separator: ",")), "", resources)
    #expect(log.count == 0)
    let first = try animation.drawing(at: 0)
    let later = try animation.drawing(at: 1)
    #expect(first == later)
    #expect(log.count == 1)
  }

  @Test("A group that never changes is drawn once beside one that does")
  func constantGroup() throws {
    let items = try items(group(square, fading), group(square, Animations.red))
    #expect(items.count == 2)
    #expect(!isFixed(items.first))
    #expect(isFixed(items.last))
  }

  @Test("A group whose paths entries behind it take or change is drawn with them")
  func followedGroup() throws {
    #expect(try !isFixed(items(group(square, Animations.red), fading).first))
    #expect(try !isFixed(items(group(square, Animations.red), trim).first))
  }

  @Test("Paths and groups that nothing draws are left out")
  func unseen() throws {
    #expect(try items(group(square, fading), group(group(Animations.red)), square).count == 1)
    #expect(try items(group(square, fading), group(group(square, trim))).count == 1)
    // A trim in sequence counts the length of all paths before it.
    #expect(try items(group(square, fading), square, trim).count == 3)
  }
}
