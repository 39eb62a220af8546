import Foundation
import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("Flexible rows and columns")
struct FlexLayoutTests {
  /// A layout of 1 to 7 boxes, and where Chromium 156 puts them: `display: flex` with `flex: grow shrink length`.
  private struct Case: Decodable {
    let row: Bool
    let items: [[Double]]
    let wrap: Bool
    let gap: Double
    let lineGap: Double
    let justify: String
    let lines: String
    let align: String
    let stretch: Bool
    let grow: [Double]
    let shrink: [Double]
    let size: [Double]
    let rects: [[Double]]

    var layout: FlexLayout? {
      guard let justify = FlexLayout.Distribution(rawValue: justify),
        let lines = FlexLayout.Distribution(rawValue: lines), let align = Alignment(rawValue: align)
      else { return nil }
      return FlexLayout(
        isRow: row, gap: gap, lineGap: lineGap, wraps: wrap, justify: justify, lines: lines, stretches: stretch,
        align: align.share, grow: grow, shrink: shrink, along: row ? size[0] : size[1], across: row ? size[1] : size[0])
    }
  }

  @Test("200 random layouts are those of a browser")
  func browser() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Data/flexible-boxes.json")
    let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    #expect(cases.count == 200)
    for (number, example) in cases.enumerated() {
      let layout = try #require(example.layout)
      let rects = layout.rects(of: example.items.map { Size($0[0], $0[1]) }).rects
      let largest = zip(rects, example.rects).map { ours, theirs in
        zip([ours.x, ours.y, ours.width, ours.height], theirs).map { abs($0 - $1) }.max() ?? 0
      }.max()
      #expect(largest ?? 1 < 0.05, "layout \(number): \(rects)")
    }
  }

  private func group(_ parameters: String, _ layers: [ContentLayer], room: Room? = nil) throws -> StageFrame {
    try make(LayerGroup.self, parameters).frame(at: StageTime(seconds: 0), Inputs(layers: layers, room: room))
  }

  @Test("A row gives its stages the room that is left")
  func rooms() throws {
    let layers = [square(Rect(x: 0, y: 0, width: 40, height: 20)), square(Rect(x: 0, y: 0, width: 20, height: 20))]
    let frame = try group(#"{ "layout": { "row": { "size": [100, 30], "grow": [1, 3], "stretch": true } } }"#, layers)
    #expect(frame.layerRooms == [Size(50, 30), Size(50, 30)])
    #expect(frame.layoutBounds == Rect(x: 50, y: 35, width: 100, height: 30))
    // Without a size there is none left.
    #expect(try group(#"{ "layout": { "row": { "grow": [1] } } }"#, layers).layerRooms == [nil, nil])
  }

  @Test("A plate takes the room that its group has, and what it holds the rest of it")
  func plateInRoom() throws {
    let layer = square(Rect(x: 0, y: 0, width: 40, height: 20))
    let frame = try group(
      #"{ "plate": { "padding": [10, 5] }, "layout": { "row": { "grow": [1] } } }"#, [layer], room: Room(Size(120, 40)))
    #expect(frame.layerRooms == [Size(100, 20)])
    #expect(frame.layoutBounds?.size == Size(120, 40))
  }
}
