import StageKit
import Testing

@Suite("Parameters")
struct ParametersTests {
  static let width = ParameterKey.number("width", "A width.", default: 1.5, .nonnegative(.points))
  static let color = ParameterKey.color("color", "A color.", default: .white).animated
  static let limit = ParameterKey.number("limit", "A limit.").optional
  static let count = ParameterKey.integer("count", "A count.", default: 3, .range(1...9))
  static let corner = ParameterKey.object("corner", "A corner.", [width])

  @Test("A parameter that a job leaves out reads as its default")
  func absentReadsAsDefault() {
    let parameters = ParameterValues()
    #expect(parameters[Self.width] == 1.5)
    #expect(parameters[Self.count] == 3)
    #expect(parameters[Self.color].value(at: 7) == .white)
    #expect(parameters[Self.corner][Self.width] == 1.5)
  }

  @Test("An optional parameter reads as nil where it is absent and as its value where it is there")
  func optionalReads() {
    #expect(ParameterValues()[Self.limit] == nil)
    #expect(ParameterValues([("limit", .number(2))])[Self.limit] == 2)
  }

  @Test("A parameter's place names everything around it")
  func locationOfNested() {
    #expect(ParameterValues(path: "moves[1]").location(of: Self.width) == "moves[1].width")
    #expect(ParameterValues().location(of: Self.width) == "width")
  }

  @Test("A parameter without a default is required unless it is optional")
  func requiredness() {
    #expect(ParameterKey.number("a", "").declaration.isRequired)
    #expect(!Self.limit.declaration.isRequired)
    #expect(!Self.width.declaration.isRequired)
  }

  @Test("Keyframes are mixed between their times and held outside of them")
  func keyframes() {
    let size = ParameterKey.number("size", "A size.").animated
    let frames = AnimationValue(frames: [
      .init(time: 1, value: .number(10), curve: .linear), .init(time: 3, value: .number(20)),
    ])
    let animated = ParameterValues([("size", .animation(frames))])[size]
    #expect(animated.value(at: 0) == 10)
    #expect(animated.value(at: 2) == 15)
    #expect(animated.value(at: 5) == 20)
  }

  @Test("Keyframes that reverse for ever come back to their first value")
  func reversingKeyframes() {
    let size = ParameterKey.number("size", "A size.").animated
    let frames = AnimationValue(
      frames: [.init(time: 0, value: .number(0)), .init(time: 1, value: .number(8))], repeatCount: .infinity,
      autoreverse: true)
    let animated = ParameterValues([("size", .animation(frames))])[size]
    for (time, value) in [(0.0, 0.0), (0.25, 2), (1, 8), (1.5, 4), (2, 0), (20.75, 6)] {
      #expect(abs(animated.value(at: time) - value) < 1e-9)
    }
  }

  @Test("Keyframes that follow a number run as it does, also below 0, and settle as it does")
  func followingKeyframes() throws {
    let size = ParameterKey.number("size", "A size.").animated
    func animated(_ numbers: NumberSeries?) -> Animated<Double> {
      let frames = AnimationValue(
        frames: [.init(time: -1, value: .number(10)), .init(time: 1, value: .number(30))],
        follow: FollowedOutput(stage: "meter", output: "bass", numbers: numbers))
      return ParameterValues([("size", .animation(frames))])[size]
    }
    let following = animated(NumberSeries(times: [0, 1, 2, 3], values: [-2, 0, 0.5, 0.5]))
    for (time, value) in [(0.0, 10.0), (0.5, 10), (1, 20), (1.5, 22.5), (2, 25), (9, 25)] {
      #expect(following.value(at: time) == value)
    }
    #expect(following.settlingTime == 2 && !following.isConstant && following.values == [10, 30])
    #expect(animated(NumberSeries(times: [0, 1], values: [0, 1])).settlingTime == nil)
    #expect(animated(nil).value(at: 3) == 10)
  }

  @Test("A track is the id of a sound, or nil")
  func tracks() {
    let track = ParameterKey.track("track", "A sound.")
    #expect(ParameterValues([("track", .text("music"))])[track] == "music")
    #expect(ParameterValues()[track] == nil)
    #expect(!track.declaration.isRequired)
  }
}
