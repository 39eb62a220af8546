import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("A layout")
struct LayoutTests {
  private let layers = [
    square(Rect(x: 0, y: 0, width: 40, height: 20)), hidden(Rect(x: 5, y: 5, width: 20, height: 30)),
    square(Rect(x: 90, y: 50, width: 30, height: 10)),
  ]

  /// Where the layers that show something go, and the group's box.
  private func places(_ parameters: String, at seconds: Double = 0) throws -> (boxes: [Rect], box: Rect?) {
    let group = try make(LayerGroup.self, parameters)
    let frame = try group.frame(at: StageTime(seconds: seconds), Inputs(layers: layers))
    return (frame.drawing.commands.map { DisplayList([$0]).bounds ?? .zero }, frame.layoutBounds)
  }

  @Test("A row is centered on the canvas, and a layer that is not shown keeps its place")
  func row() throws {
    let (boxes, box) = try places(#"{ "layout": { "row": { "gap": 10 } } }"#)
    #expect(box == Rect(x: 45, y: 35, width: 110, height: 30))
    #expect(boxes == [Rect(x: 45, y: 40, width: 40, height: 20), Rect(x: 125, y: 45, width: 30, height: 10)])
  }

  @Test("Where the canvas is mirrored a row runs from the right, and a column starts there")
  func mirrored() throws {
    let context = FakeContext(size: Size(200, 100), isMirrored: true)
    let row = try make(LayerGroup.self, #"{ "layout": { "row": { "gap": 10 } } }"#, context)
    let frame = try row.frame(at: StageTime(seconds: 0), Inputs(layers: layers))
    #expect(frame.drawing.commands.map { DisplayList([$0]).bounds?.x } == [115, 45])
    let column = try make(LayerGroup.self, #"{ "layout": { "column": { "align": "start" } } }"#, context)
    let places = try column.frame(at: StageTime(seconds: 0), Inputs(layers: layers)).drawing.commands
    #expect(places.map { DisplayList([$0]).bounds?.maxX } == [120, 120])
  }

  @Test("A column aligns its layers across", arguments: [("start", 80.0, 80.0), ("center", 80, 85), ("end", 80, 90)])
  func column(_ align: String, _ first: Double, _ last: Double) throws {
    let (boxes, box) = try places("{ \"layout\": { \"column\": { \"gap\": 5, \"align\": \"\(align)\" } } }")
    #expect(box == Rect(x: 80, y: 15, width: 40, height: 70))
    #expect(boxes.map(\.origin) == [Point(first, 15), Point(last, 75)])
  }

  @Test("A grid's columns are as wide as their widest layer and its rows as high as their highest")
  func grid() throws {
    let (boxes, box) = try places(#"{ "layout": { "grid": { "columns": 2, "gap": 4, "rowGap": 6, "align": "end" } } }"#)
    #expect(box == Rect(x: 68, y: 27, width: 64, height: 46))
    #expect(boxes == [Rect(x: 68, y: 37, width: 40, height: 20), Rect(x: 78, y: 63, width: 30, height: 10)])
  }

  @Test("A position takes the block there by its anchor, and a box its center")
  func position() throws {
    let corner = #"{ "layout": { "row": {} }, "position": [10, 20], "anchor": [0, 0] }"#
    #expect(try places(corner).box == Rect(x: 10, y: 20, width: 90, height: 30))
    let box = #"{ "layout": { "row": { "align": "start" } }, "box": { "size": [100, 50], "center": [60, 40] } }"#
    #expect(try places(box).box == Rect(x: 10, y: 15, width: 100, height: 50))
    #expect(try places(box).boxes.first == Rect(x: 15, y: 25, width: 40, height: 20))
  }

  @Test("A gap may have keyframes")
  func gap() throws {
    let layout =
      #""layout": { "row": { "gap": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 1, "value": 10 }] } } }"#
    #expect(try places("{ \(layout) }", at: 0.5).box?.width == 100)
    #expect(try make(LayerGroup.self, "{ \(layout) }").duration == 1)
  }

  @Test("A layer without a box stays where it is, and takes no room")
  func noBox() throws {
    let group = try make(LayerGroup.self, #"{ "layout": { "row": {} } }"#)
    let bare = ContentLayer(id: "bare", drawing: layers[0].drawing, box: nil)
    let frame = try group.frame(at: StageTime(seconds: 0), Inputs(layers: [bare, layers[2]]))
    #expect(frame.layoutBounds == Rect(x: 85, y: 45, width: 30, height: 10))
    #expect(frame.drawing.commands.first == layers[0].drawing.commands.first)
    let alone = try group.frame(at: StageTime(seconds: 0), Inputs(layers: [bare]))
    #expect(alone.drawing == bare.drawing)
  }
}
