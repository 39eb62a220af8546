import StageKit
import Testing

@Suite("Parameters")
struct ParametersTests {
  enum Look: String, CaseIterable, ParameterChoice { case plain, striped }

  struct Corner: ParameterGroup {
    @Parameter("A width.", .nonnegative(.points)) var width = 1.5
    @Parameter("A length.") var length: Double

    func prepare() throws {
      if width > 9 { throw StageError("too wide", parameter: $width.location) }
    }
  }

  enum Mark: ParameterVariant {
    case dot(Dot)
    case none

    struct Dot: ParameterGroup {
      @Parameter("A radius.") var radius = 2.0
    }

    static let alternatives: [Alternative<Mark>] = [
      .init("dot", "A dot.", Mark.dot), .init("none", "Nothing.") { (_: NoParameters) in .none },
    ]

    static var placeholder: Mark { .none }

    var radius: Double? { if case .dot(let dot) = self { dot.radius } else { nil } }
  }

  /// Members that a stage includes.
  struct Shared: ParameterGroup {
    @Parameter("A tilt.", .any(.degrees)) var tilt = 3.0
    let tilted = Output<Double>("The tilt.")
  }

  struct Thing: Stage, ParameterGroup {
    @Parameter("A width.", .nonnegative(.points)) var width = 1.5
    @Parameter("A color.") var color: Animated<Color> = Animated(.white)
    @Parameter("A limit.") var limit: Double?
    @Parameter("A count.", .range(1...9)) var count = 3
    @Parameter("A look.") var look = Look.plain
    @Parameter("A corner.") var corner: Corner?
    @Parameter("Corners.") var corners: [Corner] = []
    @Parameter("Points.", atLeast: 2) var points: [Point]
    @Parameter("A mark.", default: "dot") var mark: Mark
    @Parameter("Repeats.", name: "repeat", as: .repetition) var repeats = 1.0
    @Include var shared: Shared
    @Parameter("A size.") var size: Animated<Double> = 4
    @Parameter("A word.") var word: Animated<Stepped<String>> = Animated(Stepped("a"))
    @Parameter("A track.", as: .track) var track: String?

    let place = Input<Point?>("A place.")
    let speed = Output<Double>("A speed.", name: "velocity")
    let landed = Moment("It is there.", .both)
    let left = Moment("It goes.", .cue)

    static let definition = StageDefinition(Self.self, "thing", version: 1, "A thing.")

    func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
  }

  private func declaration(_ name: String) throws -> ParameterDeclaration {
    try #require(Thing.definition.parameters.first { $0.name == name })
  }

  @Test("A definition has the properties in their order, those of included groups in their place")
  func declared() {
    #expect(
      Thing.definition.parameters.map(\.name) == [
        "width", "color", "limit", "count", "look", "corner", "corners", "points", "mark", "repeat", "tilt", "size",
        "word", "track", "blend", "effects",
      ])
    #expect(Thing.definition.inputs.map(\.name) == ["place"])
    #expect(Thing.definition.outputs.map(\.name) == ["tilted", "velocity", "drawing"])
    #expect(Thing.definition.moments.map(\.name) == ["landed"])
    #expect(Thing.definition.cues.map(\.name) == ["landed", "left"])
  }

  @Test("A parameter that a job leaves out reads as its default")
  func absentReadsAsDefault() throws {
    let thing = try Thing(ParameterValues())
    #expect(thing.width == 1.5 && thing.count == 3 && thing.look == .plain && thing.repeats == 1)
    #expect(thing.color.value(at: 7) == .white)
    #expect(thing.limit == nil && thing.corner == nil && thing.corners.isEmpty && thing.mark.radius == 2)
    #expect(thing.shared.tilt == 3 && thing.word.value(at: 2).value == "a" && thing.track == nil)
  }

  @Test("A parameter reads as the value that a job gives it, by its name in jobs")
  func values() throws {
    let corner = ParameterValue.object(ParameterValues([("length", .number(2))]))
    let thing = try Thing(
      ParameterValues([
        ("width", .number(7)), ("limit", .number(2)), ("count", .number(5)), ("look", .text("striped")),
        ("corner", corner), ("points", .list([.point(.zero), .point(Point(1, 2))])),
        ("mark", .variant("none", ParameterValues())), ("repeat", .number(.infinity)), ("tilt", .number(-4)),
        ("track", .text("music")),
      ]))
    #expect(thing.width == 7 && thing.limit == 2 && thing.count == 5 && thing.look == .striped)
    #expect(thing.corner?.length == 2 && thing.corner?.width == 1.5)
    #expect(thing.points == [.zero, Point(1, 2)] && thing.mark.radius == nil && thing.repeats == .infinity)
    #expect(thing.shared.tilt == -4 && thing.track == "music")
  }

  @Test("Groups that were read from different values are independent")
  func independence() throws {
    let first = try Thing(ParameterValues([("width", .number(7))]))
    let second = try Thing(ParameterValues([("width", .number(8))]))
    #expect(first.width == 7 && second.width == 8 && Thing().width == 1.5)
  }

  @Test("A parameter's location names everything around it")
  func locations() throws {
    let corner = ParameterValue.object(ParameterValues([("length", .number(2))], path: "corners[1]"))
    let thing = try Thing(ParameterValues([("corners", .list([corner])), ("corner", corner)]))
    #expect(thing.$width.location == "width" && thing.corners[0].$length.location == "corners[1].length")
    #expect(thing.shared.$tilt.location == "tilt")
    let inner = try Thing(ParameterValues([], path: "moves[1]"))
    #expect(inner.$width.location == "moves[1].width")
    let located = #expect(throws: StageError.self) { try thing.$width.locating { throw StageError("no") } }
    #expect(located?.parameter == "width")
  }

  @Test("What a group refuses is an error with its location")
  func refusal() {
    let wide = ParameterValue.object(ParameterValues([("width", .number(10))]))
    let error = #expect(throws: StageError.self) { try Thing(ParameterValues([("corner", wide)])) }
    #expect(error?.parameter == "corner.width" && error?.message == "too wide")
  }

  @Test("A parameter without a default is required unless it is optional")
  func requiredness() throws {
    #expect(try declaration("points").isRequired && Corner.declaredNames(required: true) == ["length"])
    for name in ["limit", "width", "corner", "corners", "mark", "track"] {
      #expect(try !declaration(name).isRequired, "\(name)")
    }
  }

  @Test("Keyframes are mixed between their times and held outside of them")
  func keyframes() throws {
    let frames = AnimationValue(frames: [
      .init(time: 1, value: .number(10), curve: .linear), .init(time: 3, value: .number(20)),
    ])
    let animated = try Thing(ParameterValues([("size", .animation(frames))])).size
    #expect(animated.value(at: 0) == 10)
    #expect(animated.value(at: 2) == 15)
    #expect(animated.value(at: 5) == 20)
  }

  @Test("Keyframes of texts change at their times")
  func steps() throws {
    let frames = AnimationValue(frames: [.init(time: 0, value: .text("x")), .init(time: 1, value: .text("y"))])
    let word = try Thing(ParameterValues([("word", .animation(frames))])).word
    #expect(word.value(at: 0.9).value == "x" && word.value(at: 1).value == "y")
  }

  @Test("Keyframes that reverse for ever come back to their first value")
  func reversingKeyframes() throws {
    let frames = AnimationValue(
      frames: [.init(time: 0, value: .number(0)), .init(time: 1, value: .number(8))], repeatCount: .infinity,
      autoreverse: true)
    let animated = try Thing(ParameterValues([("size", .animation(frames))])).size
    for (time, value) in [(0.0, 0.0), (0.25, 2), (1, 8), (1.5, 4), (2, 0), (20.75, 6)] {
      #expect(abs(animated.value(at: time) - value) < 1e-9)
    }
  }

  @Test("Keyframes that follow a number run as it does, also below 0, and settle as it does")
  func followingKeyframes() throws {
    func animated(_ numbers: NumberSeries?) throws -> Animated<Double> {
      let frames = AnimationValue(
        frames: [.init(time: -1, value: .number(10)), .init(time: 1, value: .number(30))],
        follow: FollowedOutput(stage: "meter", output: "bass", numbers: numbers))
      return try Thing(ParameterValues([("size", .animation(frames))])).size
    }
    let following = try animated(NumberSeries(times: [0, 1, 2, 3], values: [-2, 0, 0.5, 0.5]))
    for (time, value) in [(0.0, 10.0), (0.5, 10), (1, 20), (1.5, 22.5), (2, 25), (9, 25)] {
      #expect(following.value(at: time) == value)
    }
    #expect(following.settlingTime == 2 && !following.isConstant && following.values == [10, 30])
    #expect(try animated(NumberSeries(times: [0, 1], values: [0, 1])).settlingTime == nil)
    #expect(try animated(nil).value(at: 3) == 10)
  }

  /// A group with other defaults where it is declared.
  struct Span: ParameterGroup {
    @Parameter var length: Double

    init() { self.init(length: 1) }
    init(length: Double) { _length = Parameter(wrappedValue: length, "A length.") }
  }

  struct Spans: ParameterGroup {
    @Parameter("A span.") var long = Span(length: 9)
    @Parameter("Another.") var usual: Span
  }

  @Test("A group that is made for its place keeps its own defaults where a job leaves fields out")
  func ownDefaults() throws {
    #expect(try Spans(ParameterValues()).long.length == 9)
    let empty = ParameterValue.object(ParameterValues())
    let spans = try Spans(ParameterValues([("long", empty), ("usual", empty)]))
    #expect(spans.long.length == 9 && spans.usual.length == 1)
  }

  @Test("A gradient along a path is refused where something is filled")
  func filling() throws {
    struct Filled: ParameterGroup {
      @Parameter("A fill.") var fill: Animated<PaintValue>?
    }
    let along = GradientValue(.along, stops: [GradientStop(0, .white)])
    let filled = try Filled(ParameterValues([("fill", .paint(.gradient(along)))]))
    let error = #expect(throws: StageError.self) { try filled.$fill.filling() }
    #expect(error?.parameter == "fill")
    #expect(try Filled(ParameterValues([("fill", .color(.white))])).$fill.filling() != nil)
  }
}

extension ParameterGroup {
  /// The names of the parameters that must be given, or of those that need not.
  fileprivate static func declaredNames(required: Bool) -> [String] {
    guard case .object(let fields) = schema else { return [] }
    return fields.filter { $0.isRequired == required }.map(\.name)
  }
}
