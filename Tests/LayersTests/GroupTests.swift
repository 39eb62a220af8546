import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("A group")
struct GroupTests {
  private let layers = [
    square(Rect(x: 20, y: 20, width: 40, height: 20)), square(Rect(x: 100, y: 40, width: 20, height: 40)),
  ]

  @Test("Without parameters it draws its layers as they are")
  func plain() throws {
    let list = try draw(make(LayerGroup.self, "{}"), layers: layers)
    #expect(list.commands == layers.flatMap(\.drawing.commands))
  }

  @Test("Its box is its layers' and its position that of its anchor")
  func box() throws {
    let group = try make(LayerGroup.self, #"{ "position": [100, 50], "anchor": [0, 1], "opacity": 0.5 }"#)
    let frame = try group.frame(at: StageTime(seconds: 0), Inputs(layers: layers))
    #expect(frame.layoutBounds == Rect(x: 100, y: -10, width: 100, height: 60))
    #expect(frame.values["position"] == .point(Point(100, 50)))
    #expect(
      groups(frame.drawing) == [
        Group(DisplayList(layers.flatMap(\.drawing.commands)), transform: .translation(80, -30), opacity: 0.5)
      ])
  }

  @Test("Layers that are not shown count for its box")
  func hiddenLayers() throws {
    let group = try make(LayerGroup.self, "{}")
    let known = try group.frame(at: StageTime(seconds: 0), Inputs(layers: [hidden(layers[0].box ?? .zero)]))
    #expect(known.layoutBounds == layers[0].box)
  }

  @Test("A box that is given counts instead, in the middle of the canvas unless it has a center")
  func givenBox() throws {
    let group = try make(LayerGroup.self, #"{ "box": { "size": [80, 60] }, "scale": 2, "anchor": [0, 0] }"#)
    let frame = try group.frame(at: StageTime(seconds: 0), Inputs(layers: layers))
    #expect(frame.layoutBounds == Rect(x: 60, y: 20, width: 80, height: 60))
    #expect(groups(frame.drawing).first?.transform == Transform(2, 0, -60, 0, 2, -20))
  }

  @Test("A shadow falls under all of it, in a direction of the canvas")
  func shadow() throws {
    let group = try make(
      LayerGroup.self, #"{ "rotation": 90, "shadow": { "color": "black", "offset": [0, 4], "blur": 10 } }"#)
    let outer = try #require(groups(try draw(group, layers: layers)).first)
    #expect(outer.effects == [.dropShadow(color: .black, offset: Point(0, 4), sigma: 5)])
    #expect(outer.transform == .identity)
    #expect(outer.content.commands.count == 1)
  }

  @Test("It settles with what it does itself, and never where its time runs in a loop")
  func duration() throws {
    let moving = #""opacity": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 2, "value": 1 }] }"#
    #expect(try make(LayerGroup.self, "{ \(moving) }").duration == 2)
    #expect(try make(LayerGroup.self, "{ \(moving), \"time\": { \"speed\": 2 } }").duration == 2)
    #expect(try make(LayerGroup.self, "{ \"time\": { \"loop\": true, \"length\": 1 } }").duration == nil)
  }

  @Test("What holds nothing takes up no room")
  func emptyGroupHasNoBox() throws {
    let empty = try make(LayerGroup.self, "{}").frame(at: StageTime(seconds: 0), Inputs())
    #expect(empty.layoutBounds == nil && empty.drawing.isEmpty)
    let given = try make(LayerGroup.self, #"{"box": {"size": [20, 10]}}"#).frame(at: StageTime(seconds: 0), Inputs())
    #expect(given.layoutBounds == Rect(x: 90, y: 45, width: 20, height: 10))
  }

  @Test("Where its opacity may change, what it holds blends within it alone")
  func fadingGroupIsIsolated() throws {
    let light = DisplayList([
      .group(Group(DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 9, height: 9)), .white) }, blend: .plus))
    ])
    let layer = ContentLayer(id: "light", drawing: light, box: nil)
    let fading = #"{"opacity": {"keyframes": [{"at": 0, "value": 0}, {"at": 1, "value": 1}]}}"#
    #expect(
      try draw(make(LayerGroup.self, fading), at: 1, layers: [layer])
        == DisplayList([.group(Group(light, isIsolated: true))]))
    #expect(try draw(make(LayerGroup.self, "{}"), layers: [layer]) == light)
  }
}
