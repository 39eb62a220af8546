import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("A job as a layer")
struct JobTests {
  private let dot = DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 9, height: 9)), .white) }

  private func layer(
    _ entries: (String, ParameterValue)..., size: Size = Size(200, 100), duration: Double = 2
  ) throws -> JobLayer {
    try JobLayer(
      ParameterValues(entries),
      FakeContext(
        size: Size(200, 100),
        content: Composition(
          size: size, scale: 1, framesPerSecond: 30, duration: duration, background: Color(1, 0, 0))))
  }

  private func drawing(_ layer: JobLayer) throws -> DisplayList {
    try draw(layer, layers: [ContentLayer(id: "inner", drawing: dot, box: nil)])
  }

  @Test("On an equal canvas it is the job's picture over its background, without a layer of its own")
  func plain() throws {
    let list = try drawing(layer())
    #expect(list.commands.count == 2)
    #expect(
      list.fills.map(\.path) == [
        .rect(Rect(x: 0, y: 0, width: 200, height: 100)), .rect(Rect(x: 0, y: 0, width: 9, height: 9)),
      ])
    #expect(try drawing(layer(("background", .boolean(false)))) == dot)
  }

  @Test("A smaller canvas stands in the middle and cuts off what lies outside of it")
  func smaller() throws {
    let list = try drawing(layer(size: Size(100, 60)))
    let group = try #require(groups(list).first)
    #expect(group.clip == Clip(.rect(Rect(x: 50, y: 20, width: 100, height: 60))))
    #expect(groups(group.content).first?.transform == .translation(50, 20))
  }

  @Test("A frame with a radius is covered by the canvas, or contains it")
  func frame() throws {
    let covered = try drawing(layer(("width", .number(40)), ("height", .number(40)), ("radius", .number(5))))
    let group = try #require(groups(covered).first)
    #expect(group.clip == Clip(.roundedRect(Rect(x: 80, y: 30, width: 40, height: 40), radius: 5)))
    #expect(groups(group.content).first?.transform == Transform(0.4, 0, 60, 0, 0.4, 30))
    let contained = try drawing(layer(("width", .number(40)), ("height", .number(40)), ("fit", .text("contain"))))
    #expect(groups(contained).first?.clip == Clip(.rect(Rect(x: 80, y: 40, width: 40, height: 20))))
  }

  @Test("With a width alone its canvas keeps its proportions")
  func width() throws {
    let frame = try layer(("width", .number(100))).frame(at: StageTime(seconds: 0), Inputs())
    #expect(frame.layoutBounds == Rect(x: 50, y: 25, width: 100, height: 50))
  }

  @Test("It ends with the job, at its pace, holds the last picture then, and never ends in a loop")
  func time() throws {
    #expect(try layer().duration == 2)
    #expect(try layer().moments == [JobLayer.Parameters.named.ended.at(2)])
    #expect(try layer().timeRemap?.contentTime(at: 9) == 2 - 1e-6)
    let fast = try layer(("time", .object(.fields(("speed", .number(4)), ("offset", .number(1))))))
    #expect(fast.duration == 0.25)
    #expect(fast.timeRemap?.contentTime(at: 0.125) == 1.5)
    let looped = try layer(("time", .object(.fields(("loop", .boolean(true))))))
    #expect(looped.duration == nil)
    #expect(looped.moments.isEmpty)
    #expect(looped.timeRemap?.contentTime(at: 2.5) == 0.5)
  }
}
