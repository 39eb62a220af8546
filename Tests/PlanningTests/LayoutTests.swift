import JobFile
import Planning
import StageKit
import Testing

/// A stage that draws a rectangle, which slides in for a second, and publishes its corner.
private struct Card: Stage, ParameterGroup {
  @Parameter("Its corner.") var corner: Point = .zero
  @Parameter("Its sides.") var size: Point = Point(2, 2)
  @Parameter("Its width times this.") var grows: Animated<Double> = 1
  @Parameter("Whether it slides in from the left.") var slides = false
  let at = Input<Point?>("Its corner.")
  let published = Output<Point>("Its corner.", name: "corner")
  static let definition = StageDefinition(Self.self, "card", version: 1, "A card.")

  var duration: Double? { max(slides ? 1 : 0, grows.settlingTime ?? 0) }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    var box = Rect(x: corner.x, y: corner.y, width: size.x, height: size.y)
    if let corner = try inputs[at] { (box.x, box.y) = (corner.x, corner.y) }
    box.width *= grows.value(at: time.seconds)
    frame.layoutBounds = box
    frame[published] = box.origin
    let slide = slides ? min(time.seconds - 1, 0) * 10 : 0
    frame.drawing.fill(.rect(box), .white, transform: .translation(slide, 0))
    return frame
  }
}

/// A stage that holds others.
private struct Holder: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "holder", version: 1, "A holder.", content: .stages)

  var duration: Double? { 0 }
  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for layer in inputs.layers { frame.drawing.append(layer.drawing) }
    return frame
  }
}

/// A stage that draws and never takes up room.
private struct Nothing: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "nothing", version: 1, "Nothing.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

/// Where jobs move their stages.
@Suite("Layout")
struct LayoutTests {
  private func plan(
    _ stages: String, canvas: String = "", job: String = ""
  ) -> (plan: RenderPlan?, messages: [String]) {
    let text = """
      {\(job) "canvas": {"size": [100, 50], "fps": 10, "duration": 3\(canvas)},
      "stages": [
      \(stages)
      ]}
      """
    let registry = StageRegistry([Card.self, Holder.self, Nothing.self])
    let reading = JobReader.read(bytes: Array(text.utf8), file: "t.json", registry: registry)
    guard let job = reading.job, reading.isValid else { return (nil, reading.diagnostics.map(\.description)) }
    let (plan, diagnostics) = Planner.plan(job, registry: registry, contexts: EmptyContexts(job: job))
    return (plan, diagnostics.map(\.description))
  }

  /// The bounds of what each stage draws at an instant, by ids.
  private func boxes(
    _ stages: String, canvas: String = "", job: String = "", at seconds: Double = 2
  ) throws -> [String: Rect] {
    let (plan, messages) = plan(stages, canvas: canvas, job: job)
    #expect(messages == [])
    let planned = try #require(plan)
    let frame = try planned.evaluate(at: seconds)
    return Dictionary(
      uniqueKeysWithValues: zip(planned.stages, frame.drawings).compactMap { stage, drawing in
        drawing?.bounds.map { (stage.entry.id, $0) }
      })
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double = 2, _ height: Double = 2) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  @Test(
    "A box goes to its anchor on the canvas",
    arguments: [
      ("\"top-left\"", Point(0, 0)), ("\"top\"", Point(49, 0)), ("\"right\"", Point(98, 24)),
      ("\"center\"", Point(49, 24)), ("\"bottom-right\"", Point(98, 48)), ("\"bottom-start\"", Point(0, 48)),
      ("[0.25, 0.5]", Point(24.5, 24)),
    ])
  func anchors(_ at: String, _ corner: Point) throws {
    let boxes = try boxes(#"{"id": "a", "stage": "card", "parameters": {"corner": [7, 9]}, "place": {"at": \#(at)}}"#)
    #expect(boxes["a"] == rect(corner.x, corner.y))
  }

  @Test("An offset counts from the anchor, and the safe area is a box like the canvas")
  func safeArea() throws {
    let boxes = try boxes(
      #"{"id": "a", "stage": "card", "place": {"at": "bottom-right", "of": "safe", "offset": [-1, -4]}}"#,
      canvas: #", "safe": {"right": 10, "bottom": 20}"#)
    #expect(boxes["a"] == rect(87, 24))
  }

  @Test("A stage stands beside another, wherever that is in the list")
  func beside() throws {
    let boxes = try boxes(
      #"""
      {"id": "b", "stage": "card", "place": {"below": "a", "gap": 3, "align": "start"}},
      {"id": "c", "stage": "card", "place": {"after": "b", "gap": 1, "align": "end"}},
      {"id": "d", "stage": "card", "place": {"above": "a", "align": "end", "offset": [5, 0]}},
      {"id": "e", "stage": "card", "place": {"leftOf": "a"}},
      {"id": "a", "stage": "card", "parameters": {"size": [20, 10]}, "place": {"at": "center"}}
      """#)
    #expect(boxes["a"] == rect(40, 20, 20, 10))
    #expect(boxes["b"] == rect(40, 33))
    #expect(boxes["c"] == rect(43, 33))
    #expect(boxes["d"] == rect(63, 18))
    #expect(boxes["e"] == rect(38, 24))
  }

  @Test("A stage is moved by one vector, by its box once it has settled")
  func settled() throws {
    let stages = #"""
      {"id": "a", "stage": "card", "place": {"at": "right"}, "parameters": {
        "grows": {"keyframes": [{"at": 0, "value": 1}, {"at": 1, "value": 5}]}, "slides": true}}
      """#
    #expect(try boxes(stages, at: 0)["a"] == rect(80, 24, 2, 2))
    #expect(try boxes(stages, at: 1)["a"] == rect(90, 24, 10, 2))
  }

  @Test("Points that a moved stage publishes move with it, and what stands there too")
  func points() throws {
    let boxes = try boxes(
      #"""
      {"id": "a", "stage": "card", "place": {"at": "center"}},
      {"id": "b", "stage": "card", "inputs": {"at": "a.corner"}},
      {"id": "c", "stage": "card", "place": {"below": "b"}}
      """#)
    #expect(boxes["b"] == rect(49, 24))
    #expect(boxes["c"] == rect(49, 26))
  }

  @Test("Stages in a group are placed in its space, and the group by what it holds then")
  func groups() throws {
    let boxes = try boxes(
      #"""
      {"id": "g", "stage": "holder", "place": {"at": "bottom-right"}, "stages": [
        {"id": "a", "stage": "card", "parameters": {"size": [10, 10]}},
        {"id": "b", "stage": "card", "place": {"rightOf": "a", "gap": 4}}
      ]}
      """#)
    #expect(boxes["b"] == rect(14, 4))
    #expect(boxes["g"] == rect(84, 40, 16, 10))
  }

  @Test("Mirrored stages go to the other side, unless they say otherwise, are led, or fill the canvas")
  func mirrored() throws {
    let boxes = try boxes(
      #"""
      {"id": "all", "stage": "card", "parameters": {"corner": [-10, -10], "size": [150, 80]}},
      {"id": "a", "stage": "card", "parameters": {"corner": [10, 5]}},
      {"id": "led", "stage": "card", "inputs": {"at": "a.corner"}},
      {"id": "own", "stage": "card", "parameters": {"corner": [10, 5]}, "mirror": false},
      {"id": "placed", "stage": "card", "place": {"at": "top-left", "offset": [3, 4]}},
      {"id": "beside", "stage": "card", "place": {"after": "placed", "gap": 1}}
      """#, canvas: #", "mirror": true"#)
    #expect(boxes["all"] == rect(-10, -10, 150, 80))
    #expect(boxes["a"] == rect(88, 5))
    #expect(boxes["led"] == rect(88, 5))
    #expect(boxes["own"] == rect(10, 5))
    #expect(boxes["placed"] == rect(95, 4))
    #expect(boxes["beside"] == rect(92, 4))
  }

  @Test("Start is where the job's language starts, and mirroring can follow it")
  func languages() throws {
    let stages = #"""
      {"id": "a", "stage": "card", "place": {"at": "top-start", "offset": [1, 0]}},
      {"id": "b", "stage": "card", "place": {"at": "top-left"}}
      """#
    #expect(try boxes(stages, job: #""locale": "de","#)["a"] == rect(1, 0))
    let arabic = try boxes(stages, job: #""locale": "ar-EG","#)
    #expect(arabic["a"] == rect(97, 0) && arabic["b"] == rect(0, 0))
    let mirrored = try boxes(stages, canvas: #", "mirror": "auto""#, job: #""locale": "he","#)
    #expect(mirrored["a"] == rect(97, 0) && mirrored["b"] == rect(98, 0))
  }

  @Test("Languages are written from the right by their script, or else as usual")
  func readingDirections() {
    for tag in ["ar", "he-IL", "FA", "ur-PK", "az-Arab", "pa-Arab-PK"] {
      #expect(ReadingDirection.isRightToLeft(tag), "\(tag)")
    }
    for tag in ["", "en", "de-CH", "zh-Hans", "ku", "ar-Latn", "uz-Latn-UZ"] {
      #expect(!ReadingDirection.isRightToLeft(tag), "\(tag)")
    }
  }

  @Test("Faults of places are reported where they are")
  func faults() {
    let messages = plan(
      #"""
      {"id": "a", "stage": "card", "place": {"below": "b"}},
      {"id": "b", "stage": "card", "place": {"below": "a"}}
      """#
    ).messages
    #expect(
      messages == [
        "t.json:4:49: stages[1].place.below: stages need each other: 'b' → 'a' → 'b'. Remove one of these connections."
      ])
    #expect(
      plan(
        #"""
        {"id": "g", "stage": "holder", "stages": [{"id": "a", "stage": "card"}]},
        {"id": "b", "stage": "card", "place": {"below": "a"}},
        {"id": "c", "stage": "card", "place": {"below": "f"}}
        """#
      ).messages == [
        "t.json:4:49: stages[1].place.below: stage 'a' is not in the same group as 'b'. "
          + "Place stages by others that the same stage holds.",
        "t.json:5:49: stages[2].place.below: there is no stage 'f'. The stages are 'g', 'a', 'b', 'c'.",
      ])
    #expect(
      plan(#"{"id": "n", "stage": "nothing", "place": {"at": "top"}}"#).messages == [
        "t.json:3:42: stages[0].place: stage 'n' (nothing), or what it is placed by, takes up no room"
      ])
    #expect(
      plan(#"{"id": "n", "stage": "card", "place": {"at": "topp", "below": "n", "gap": 2}}"#).messages == [
        "t.json:3:39: stages[0].place: 'at' and 'below' exclude each other"
      ])
    #expect(
      plan(#"{"id": "n", "stage": "card", "place": {"at": "topp", "gap": 2}}"#).messages == [
        "t.json:3:46: stages[0].place.at: unknown value 'topp'. Did you mean 'top'?",
        "t.json:3:61: stages[0].place.gap: 'gap' needs a side of another stage and not 'at'",
      ])
  }
}
