import StageKit
import StageTesting
import Testing

@testable import Loaders

@Suite("A wave loader")
struct WaveLoaderTests {
  private func frame(_ parameters: String, at seconds: Double) throws -> StageFrame {
    try make(WaveLoader.self, parameters).frame(at: StageTime(seconds: seconds), Inputs())
  }

  @Test("It fills within its duration, from the bottom to the top, and reports how far it is")
  func fills() throws {
    let parameters = #"{ "duration": 2, "curve": "linear", "diameter": 80, "height": 0 }"#
    for (seconds, level, y) in [(0.0, 0.0, 90.0), (1, 0.5, 50), (2, 1, 10), (5, 1, 10)] {
      let frame = try frame(parameters, at: seconds)
      #expect(frame[WaveLoader.Parameters.named.levelOutput] == level)
      #expect(frame[WaveLoader.Parameters.named.surface] == Point(100, y))
    }
    #expect(try make(WaveLoader.self, parameters).moments.map(\.seconds) == [2])
  }

  @Test("Levels beyond 0 and 1 are clamped")
  func clamps() throws {
    let loader = try make(WaveLoader.self, "{}")
    for (given, level) in [(-1.0, 0.0), (7, 1)] {
      let frame = try loader.frame(at: StageTime(seconds: 0), Inputs(["level": .number(given)]))
      #expect(frame[WaveLoader.Parameters.named.levelOutput] == level)
    }
  }

  @Test("Its waves come again after its period, and keep to the outline")
  func loops() throws {
    let parameters = #"{ "level": 0.5, "path": "M10 10 H190 V90 H10 Z" }"#
    #expect(try frame(parameters, at: 0.3).drawing == frame(parameters, at: 3.5).drawing)
    #expect(try frame(parameters, at: 0.3).drawing != frame(parameters, at: 0.9).drawing)
    #expect(try frame(parameters, at: 0.3).drawing.bounds == Rect(x: 10, y: 10, width: 180, height: 80))
  }

  @Test("The surface is a sine within a thousandth of its height")
  func sine() throws {
    let list = try frame(#"{ "level": 0.5, "path": "M0 0 H100 V100 H0 Z", "height": 20 }"#, at: 0).drawing
    let clip = try #require(groups(list).first { $0.clip != nil })
    guard case .fill(let path, _, _, _)? = clip.content.commands.last else { throw StageError("no wave") }
    for segment in path.subpaths[0].segments {
      guard case .cubic = segment else { continue }
      let middle = segment.point(at: 0.5)
      #expect(abs(middle.y - (50 + 10 * sineAndCosine(degrees: 3.6 * middle.x).sine)) < 0.02)
    }
  }

  @Test("An outline without an inside is an error")
  func noInside() {
    #expect(throws: StageError("the outline is wider than 1000 waves", parameter: "wavelength")) {
      try make(WaveLoader.self, #"{ "wavelength": 1e-20 }"#)
    }
    #expect(throws: StageError("has no inside", parameter: "path")) {
      try make(WaveLoader.self, #"{ "path": "M0 0 H50" }"#)
    }
  }
}
