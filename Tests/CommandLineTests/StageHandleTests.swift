import StageKit
import Testing

@testable import pipeline

/// The handles of each shipped stage.
@Suite("Handles of stages")
struct StageHandleTests {
  private static let definitions = StageLoading.registry().definitions

  /// Stages of which nothing on the picture is a point, a length, an angle, a path or a place of its own, beside what all have in
  /// common.
  private static let without: Set<String> = [
    // They fill the canvas, change its colors, or draw nothing.
    "backdrop", "grade", "sound-meter",
    // Their sizes follow from what they hold or show, or from a scale.
    "device", "repeater", "passport-flip", "pin-morph", "typing-dots",
  ]

  @Test("Every stage that ships has handles where they make sense")
  func table() {
    #expect(Set(Self.definitions.filter { $0.handles.isEmpty }.map(\.name)) == Self.without)
  }

  @Test("Handles are of parameters that there are, and of their kinds")
  func parameters() {
    for definition in Self.definitions {
      for handle in definition.handles {
        #expect(handle.fault(in: definition.parameters) == nil, "\(definition.name)")
      }
      #expect(Set(definition.handles.map(\.parameter)).count == definition.handles.count, "\(definition.name)")
    }
  }

  @Test("Handles of other parameters and kinds are refused")
  func faults() throws {
    let shape = try #require(Self.definitions.first { $0.name == "shape" }).parameters
    #expect(StageHandle.point("line.from").fault(in: shape) == nil)
    #expect(
      StageHandle.point("line.middle").fault(in: shape)
        == "the handle names 'line.middle', which is not a parameter")
    #expect(
      StageHandle.length("circle.radius", from: "fill").fault(in: shape)
        == "the handle 'circle.radius' starts at 'fill', which is not a point")
    #expect(
      StageHandle.angle("line.from").fault(in: shape)
        == "the parameter 'line.from' cannot have a handle of the kind 'angle'")
  }
}
