import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("Scenes one after the other")
struct SequenceTests {
  private let canvas = Rect(x: 0, y: 0, width: 200, height: 100)

  private func scene(_ color: Color, seconds: Double) -> ContentLayer {
    ContentLayer(
      id: "scene", drawing: DisplayList { $0.fill(.rect(canvas), .color(color)) }, box: canvas, seconds: seconds)
  }

  private func drawing(_ parameters: String, _ scenes: [ContentLayer]) throws -> DisplayList {
    let stage = try make(SceneSequence.self, parameters, FakeContext(size: Size(200, 100)))
    return try stage.frame(at: StageTime(seconds: 0), Inputs(layers: scenes)).drawing
  }

  @Test("Before and after its transition a scene is drawn as it is")
  func rest() throws {
    let (red, blue) = (Color(1, 0, 0), Color(0, 0, 1))
    let parameters = #"{ "transition": { "style": "push", "duration": 0.5 } }"#
    let (first, second) = (scene(red, seconds: 3), scene(blue, seconds: 0.5))
    #expect(try drawing(parameters, [first, scene(blue, seconds: -1)]) == first.drawing)
    #expect(try drawing(parameters, [first, scene(blue, seconds: 0)]) == first.drawing)
    #expect(try drawing(parameters, [first, second]) == second.drawing)
    #expect(try drawing(parameters, [first, second, scene(red, seconds: -0.1)]) == second.drawing)
  }

  @Test("A cut takes no time, and other transitions their own", arguments: SceneTransition.Style.allCases)
  func durations(_ style: SceneTransition.Style) throws {
    let stage = try make(
      SceneSequence.self, "{ \"transition\": { \"style\": \"\(style.rawValue)\", \"duration\": 0.5 } }")
    #expect(stage.overlap(before: 1) == (style == .cut ? 0 : 0.5) && stage.overlap(before: 0) == 0)
    if style == .cut { return }
    let (first, second) = (scene(Color(1, 0, 0), seconds: 3), scene(Color(0, 0, 1), seconds: 0.25))
    let mixed = try drawing(
      "{ \"transition\": { \"style\": \"\(style.rawValue)\", \"duration\": 0.5 } }", [first, second])
    #expect(!mixed.isEmpty && mixed != first.drawing && mixed != second.drawing)
  }

  @Test("Transitions come in order, and the last one stays")
  func order() throws {
    let stage = try make(
      SceneSequence.self,
      #"{ "transitions": [{ "style": "wipe", "duration": 1 }, "cut", { "style": "iris", "duration": 2 }] }"#)
    #expect((0..<5).map { stage.overlap(before: $0) } == [0, 1, 0, 2, 2])
    let both = try make(
      SceneSequence.self, #"{ "transition": { "style": "push", "duration": 0.3 }, "transitions": ["cut"] }"#)
    #expect((0..<4).map { both.overlap(before: $0) } == [0, 0, 0.3, 0.3])
    #expect(try make(SceneSequence.self, "{}").overlap(before: 1) == SceneTransition(.dissolve).duration)
  }

  @Test("Where shares of two scenes make a whole they are added up, so that nothing below shows")
  func shares() throws {
    let scenes = [scene(Color(1, 0, 0), seconds: 3), scene(Color(0, 0, 1), seconds: 0.3)]
    let mixed = try drawing(#"{ "transition": { "style": "dissolve", "duration": 0.6 } }"#, scenes)
    guard case .group(let whole)? = mixed.commands.first, case .group(let new)? = whole.content.commands.last,
      case .group(let old)? = whole.content.commands.first
    else {
      Issue.record("no layer of two scenes")
      return
    }
    #expect(whole.isIsolated && new.blend == .plus && abs(old.opacity + new.opacity - 1) < 1e-12)
    #expect(abs(new.opacity - 0.5) < 1e-9)
  }

  @Test("Stages of a group come in one after the other, and the last to leave is gone at the end")
  func each() throws {
    let parameters = """
      { "each": { "enter": { "style": "fade", "duration": 1, "curve": "linear" }, "exit": { "style": "fade", "duration": 1, \
      "curve": "linear" }, "interval": 0.5 } }
      """
    let group = try make(LayerGroup.self, parameters, FakeContext(size: Size(200, 100)))
    func opacities(at seconds: Double) throws -> [Double] {
      let layers = (0..<3).map { index in
        ContentLayer(
          id: "\(index)", drawing: DisplayList { $0.fill(.rect(canvas), .white) }, box: canvas, seconds: seconds,
          duration: 10)
      }
      return try group.frame(at: StageTime(seconds: seconds), Inputs(layers: layers)).drawing.commands.map { command in
        if case .group(let group) = command { group.opacity } else { 1 }
      }
    }
    #expect(try opacities(at: 1) == [1, 0.5])
    #expect(try opacities(at: 5) == [1, 1, 1])
    #expect(try opacities(at: 9) == [0, 0.5, 1].filter { $0 > 0 })
    #expect(try opacities(at: 10).isEmpty)
  }

  @Test("By distance the nearest comes first, and the farthest when the last of an order would")
  func distance() throws {
    let each = try StaggeredMotion(
      ParameterValues([("enter", .text("fade")), ("interval", .number(0.1)), ("from", .point(Point(0, 0)))]))
    let delays = each.delays(of: 3) { [Point(18, 24), Point(10, 0), Point(0, 20)] }
    #expect(delays.map { ($0 * 1e6).rounded() / 1e6 } == [0.2, 0, 0.1])
  }
}
