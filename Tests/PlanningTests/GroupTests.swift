import Foundation
import JobFile
import Planning
import StageKit
import Synchronization
import Testing

/// A stage that holds others, moves them by its place, and may remap their time; it publishes how many it draws.
private struct Holder: Stage, ParameterGroup {
  @Parameter("How far it moves them.") var x = 0.0
  @Parameter() var time: TimeParameters?
  let place = Input<Point?>("More.")
  let count = Output<Double>("How many.")
  static let definition = StageDefinition(Self.self, "holder", version: 1, "A holder.", content: .stages)

  private(set) var timeRemap: TimeRemap?

  mutating func prepare(_ context: any StageContext) throws { timeRemap = try time?.remap(duration: nil) }

  var duration: Double? { 0 }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let moved = x + (try inputs[place]?.x ?? 0)
    for layer in inputs.layers { frame.drawing.append(layer.drawing) }
    if moved != 0, !frame.drawing.isEmpty {
      frame.drawing = DisplayList([.group(Group(frame.drawing, transform: .translation(moved, 0)))])
    }
    frame[count] = Double(inputs.layers.filter { !$0.drawing.isEmpty }.count)
    return frame
  }
}

/// A stage that shows a job.
private struct Show: Stage, ParameterGroup {
  @Parameter("The job.", as: .job) var file: FileReference
  @Parameter("Its variables.", as: .variables) var variables: String?
  @Parameter() var time: TimeParameters?
  static let definition = StageDefinition(Self.self, "show", version: 1, "A job.", content: .job)

  private(set) var timeRemap: TimeRemap?

  mutating func prepare(_ context: any StageContext) throws {
    timeRemap = try (time ?? TimeParameters()).remap(duration: context.contentComposition?.duration)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame(inputs.layers[0].drawing) }
}

/// A stage that shows another's drawing.
private struct Again: Stage, ParameterGroup {
  let drawing = Input<DisplayList>("A drawing.")
  static let definition = StageDefinition(Self.self, "again", version: 1, "Again.")

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame { StageFrame(try inputs[drawing]) }
}

private let stages = StageRegistry([
  Source.self, Dot.self, Sized.self, Holder.self, Show.self, Again.self, Seer.self,
])

private func read(_ list: String, file: String = "t.json", duration: Int = 3, more: String = "") -> JobReadResult {
  let text = """
    {"name": "t", "canvas": {"size": [16, 16], "fps": 10, "duration": \(duration)}, \(more)
    "stages": [\(list)]}
    """
  return JobReader.read(bytes: Array(text.utf8), file: file, registry: stages)
}

private func planned(_ list: String, file: String = "t.json", duration: Int = 3) throws -> RenderPlan {
  let reading = read(list, file: file, duration: duration)
  try #require(reading.isValid, "\(reading.diagnostics)")
  let job = try #require(reading.job)
  let (plan, diagnostics) = Planner.plan(job, registry: stages, contexts: EmptyContexts(job: job))
  return try #require(plan, "\(diagnostics)")
}

/// The messages of a job, mostly of one that cannot be planned.
private func faults(_ list: String, file: String = "t.json") -> [String] {
  let reading = read(list, file: file)
  guard let job = reading.job, reading.isValid else { return reading.diagnostics.map(\.message) }
  return Planner.plan(job, registry: stages, contexts: EmptyContexts(job: job)).diagnostics.map(\.message)
}

extension RenderPlan {
  fileprivate func value(_ stage: String, _ output: String, at seconds: Double) throws -> Double? {
    let index = try #require(stages.firstIndex { $0.entry.id == stage })
    return try evaluate(at: seconds).values[index]?[output].flatMap { Double($0) }
  }

  fileprivate func stage(_ id: String) throws -> PlannedStage { try #require(stages.first { $0.entry.id == id }) }
}

@Suite("Stages that hold others")
struct GroupTests {
  private let dot = #"{"id": "dot", "stage": "dot", "inputs": {"place": "s.place"}}"#
  private let source = #"{"id": "s", "stage": "source"}"#

  @Test("A stage that waits too long is a warning, and what it holds is none")
  func lateGroup() {
    let late = #"{"id": "g", "stage": "holder", "start": {"after": "s.start", "delay": 4}, "stages": [\#(dot)]}"#
    #expect(faults("\(source), \(late)") == ["stage 'g' begins at 4 s, but the video ends at 3 s"])
  }

  @Test("Each stage is watched while it is asked for a frame, also one that is anchored outside of what holds it")
  func watched() throws {
    var plan = try planned(#"\#(source), {"id": "g", "stage": "holder", "stages": [\#(dot)]}"#)
    let watched = Mutex<[String?]>([])
    plan.watch = { entry, _ in watched.withLock { $0.append(entry?.id) } }
    _ = try plan.evaluate(at: 0)
    #expect(watched.withLock { $0 } == ["s", "g", "dot", "g", nil])
  }

  @Test("What a stage holds is drawn by it alone, in its space")
  func draws() throws {
    let plan = try planned(#"\#(source), {"id": "g", "stage": "holder", "parameters": {"x": 3}, "stages": [\#(dot)]}"#)
    let alone = try planned("\(source), \(dot)")
    let content = try alone.evaluate(at: 1).picture
    #expect(
      try plan.evaluate(at: 1).picture
        == DisplayList([.group(Group(content, transform: .translation(3, 0)))]))
    #expect(plan.drawingOrder.map { plan.stages[$0].entry.id } == ["s", "g"])
  }

  @Test("What a stage draws by itself lies where the stages around it show it, and nothing else is in it")
  func separateDrawings() throws {
    let dots = #"\#(dot), {"id": "more", "stage": "dot", "inputs": {"place": "s.place"}}"#
    let plan = try planned(
      #"""
      \#(source), {"id": "g", "stage": "holder", "parameters": {"x": 3}, "stages": [
        {"id": "h", "stage": "holder", "parameters": {"x": 4}, "stages": [\#(dots)]}]},
      {"id": "a", "stage": "again", "inputs": {"drawing": "more.drawing"}},
      {"id": "free", "stage": "dot", "inputs": {"place": "s.place"}}
      """#)
    let drawn = try planned("\(source), \(dot)").evaluate(at: 1).picture
    func moved(_ drawing: DisplayList, _ x: Double) -> DisplayList {
      DisplayList([.group(Group(drawing, transform: .translation(x, 0)))])
    }
    var separate = try SeparateDrawings(plan, at: 1)
    let expected = ["dot": moved(moved(drawn, 4), 3), "more": drawn, "free": drawn, "g": DisplayList()]
    // Each leaves the others as they were.
    for id in ["dot", "more", "free", "g", "dot", "free"] {
      let index = try #require(plan.stages.firstIndex { $0.entry.id == id })
      #expect(try separate.picture(of: index) == expected[id], "\(id)")
      #expect(try separate.picture(of: index, lettersAlone: true) == DisplayList(), "\(id)")
    }
  }

  @Test("Values cross the border in both directions: a holder can move with what it holds")
  func crossesBorder() throws {
    let plan = try planned(
      #"{"id": "g", "stage": "holder", "inputs": {"place": "dot.again"}, "stages": [\#(source), \#(dot)]}"#)
    guard case .group(let group)? = try plan.evaluate(at: 1).picture.commands.first else {
      Issue.record("no group")
      return
    }
    #expect(group.transform == .translation(1, 0))
  }

  @Test("What is foreseen counts by the stage's own time on both sides of the border")
  func foresees() throws {
    let seer = #"{"id": "seer", "stage": "seer", "inputs": {"number": "s.seconds"}}"#
    func holder(_ stage: String) -> String {
      #"{"id": "g", "stage": "holder", "start": 1, "stages": [\#(stage)]}"#
    }
    let inside = try planned("\(seer), \(holder(source))")
    #expect(try inside.value("seer", "early", at: 2) == 0)
    #expect(try inside.value("seer", "late", at: 2) == 0.5)
    let outside = try planned("\(holder(seer)), \(source)")
    #expect(try outside.value("seer", "early", at: 2) == 1.25)
    #expect(try outside.value("seer", "now", at: 2.5) == outside.value("seer", "late", at: 2.5))
  }

  @Test("Times inside count from the holder's start, and moments cross the border in both directions")
  func moments() throws {
    let plan = try planned(
      #"""
      {"id": "g", "stage": "holder", "start": 0.5, "stages": [
        {"id": "in", "stage": "source", "start": 0.25},
        {"id": "late", "stage": "source", "start": {"after": "out.ready"}},
        {"id": "own", "stage": "source", "start": {"after": "g.start", "delay": 0.1}}
      ]},
      {"id": "out", "stage": "source", "start": {"after": "in.ready"}}
      """#)
    #expect(try plan.stage("in").start == 0.75)
    #expect(try plan.stage("out").start == 1.75)
    #expect(try plan.stage("late").start == 2.75)
    #expect(abs(try plan.stage("own").start - 0.6) < 1e-12)
    #expect(try plan.value("in", "seconds", at: 1) == 0.25)
  }

  @Test("A holder ends when all that it holds has settled")
  func end() throws {
    let plan = try planned(
      #"""
      {"id": "g", "stage": "holder", "start": 0.5, "parameters": {"time": {"speed": 2}}, "stages": [
        {"id": "in", "stage": "source", "start": 1, "parameters": {"lasts": 1}}]},
      {"id": "out", "stage": "source", "start": {"after": "g.end"}}
      """#)
    #expect(try plan.stage("out").start == 1.5)
  }

  @Test("A holder ends where its time stops before all that it holds has settled")
  func endOfTime() throws {
    let plan = try planned(
      #"""
      {"id": "g", "stage": "holder", "start": 0.5, "parameters": {"time": {"length": 1.25}}, "stages": [
        {"id": "in", "stage": "source", "start": 1, "parameters": {"lasts": 1}}]},
      {"id": "out", "stage": "source", "start": {"after": "g.end"}}
      """#)
    #expect(try plan.stage("out").start == 1.75)
  }

  @Test("A remapped holder evaluates what it holds at another instant")
  func remap() throws {
    let plan = try planned(
      #"""
      {"id": "g", "stage": "holder", "start": 1, "parameters": {"time": {"offset": 0.5, "speed": 2}}, "stages": [
        {"id": "in", "stage": "source"},
        {"id": "half", "stage": "source", "start": 0.5}]},
      {"id": "out", "stage": "source", "start": {"after": "half.ready"}}
      """#)
    #expect(try plan.value("in", "seconds", at: 0) == 0.5)
    #expect(try plan.value("in", "seconds", at: 1) == 0.5)
    #expect(try plan.value("in", "seconds", at: 1.5) == 1.5)
    #expect(try plan.value("half", "seconds", at: 1.5) == 1)
    // 'ready' comes 1 s after 0.5 s of the content, so half a second after the holder's start.
    #expect(try plan.stage("out").start == 1.5)
    #expect(try plan.stage("half").videoStart == 1)
  }

  @Test(
    "What is seen backward, or not at its start, is not late",
    arguments: [#"{"reverse": true, "length": 3}"#, #"{"offset": 1}"#])
  func reversedStage(time: String) {
    #expect(faults(#"{"id": "g", "stage": "holder", "parameters": {"time": \#(time)}, "stages": [\#(source)]}"#) == [])
  }

  @Test("Cues of what loops come in each pass")
  func loopedCues() throws {
    let plan = try planned(
      #"{"id": "g", "stage": "holder", "parameters": {"time": {"length": 1, "loop": true}}, "stages": [\#(source)]}"#)
    let held = try #require(plan.stages.first { $0.entry.id == "s" })
    #expect(held.cues(until: 3).filter { $0.name == "tick" }.map(\.seconds) == [0.5, 1.5, 2.5])
  }

  @Test("A loop repeats what is held, bit by bit")
  func loop() throws {
    let plan = try planned(
      #"""
      {"id": "g", "stage": "holder", "parameters": {"time": {"length": 0.7, "loop": true}}, "stages": [
        \#(source), \#(dot)]}
      """#)
    for frame in 0..<7 {
      let (a, b) = (plan.seconds(ofFrame: frame), plan.seconds(ofFrame: frame + 21))
      #expect(try plan.evaluate(at: a).picture.digest == plan.evaluate(at: b).picture.digest)
    }
    #expect(try plan.evaluate(at: 0.1).picture.digest != plan.evaluate(at: 0.2).picture.digest)
  }

  @Test("z orders what one stage holds, and no more")
  func localOrder() throws {
    let plan = try planned(
      #"""
      \#(source),
      {"id": "g", "stage": "holder", "z": -1, "stages": [
        {"id": "a", "stage": "dot", "z": 5, "inputs": {"place": "s.place"}},
        {"id": "b", "stage": "dot", "inputs": {"place": "s.place"}}]},
      {"id": "c", "stage": "dot", "inputs": {"place": "s.place"}}
      """#)
    #expect(plan.drawingOrder.map { plan.stages[$0].entry.id } == ["g", "s", "c"])
    #expect(try plan.stage("g").layers.map(\.id) == ["b", "a"])
  }

  @Test("A stage whose drawing is taken is not drawn where it stands, unless the job says so")
  func taken() throws {
    let again = #"{"id": "x", "stage": "again", "inputs": {"drawing": "dot.drawing"}}"#
    let plan = try planned("\(source), \(dot), \(again)")
    #expect(plan.drawingOrder.map { plan.stages[$0].entry.id } == ["s", "x"])
    #expect(try plan.evaluate(at: 1).picture.commands.count == 1)
    let both = try planned("\(source), \(dot.dropLast()), \"hidden\": false}, \(again)")
    #expect(try both.evaluate(at: 1).picture.commands.count == 2)
  }

  @Test("A matte masks by what another stage draws, and hides all while that is not shown")
  func matte() throws {
    let masked =
      #"{"id": "m", "stage": "dot", "inputs": {"place": "s.place"}, "matte": {"from": "dot", "channel": "luminance"}}"#
    let plan = try planned("\(source), \(dot.dropLast()), \"start\": 1}, \(masked)")
    let content = try planned("\(source), \(dot)").evaluate(at: 1).picture
    #expect(
      try plan.evaluate(at: 1).picture
        == DisplayList([.group(Group(content, mask: Mask(content, channel: .luminance)))]))
    guard case .group(let early)? = try plan.evaluate(at: 0.5).picture.commands.first else {
      Issue.record("no group")
      return
    }
    #expect(early.mask?.content.isEmpty == true)
    let inverted = try planned(
      "\(source), \(dot), \(masked.replacing("\"luminance\"", with: "\"alpha\", \"inverted\": true"))")
    guard case .group(let group)? = try inverted.evaluate(at: 1).picture.commands.first else {
      Issue.record("no group")
      return
    }
    #expect(group.mask?.isInverted == true)
  }

  @Test("Keyframes follow what a held stage publishes, by the time of the stage that follows")
  func follow() throws {
    let plan = try planned(
      #"""
      {"id": "g", "stage": "holder", "parameters": {"time": {"speed": 2}}, "stages": [{"id": "in", "stage": "source"}]},
      {"id": "f", "stage": "sized", "parameters": {"size": {"follow": "in.seconds", "keyframes": [
        {"at": 0, "value": 0}, {"at": 10, "value": 10}]}}}
      """#)
    #expect(try #require(try plan.value("f", "size", at: 1)) == 2)
  }

  @Test("What cannot be is reported")
  func faultsAreReported() {
    #expect(faults(#"{"id": "d", "stage": "source", "stages": []}"#) == ["'source' holds no stages"])
    #expect(faults(#"{"id": "g", "stage": "holder"}"#) == ["'stages' is missing"])
    #expect(
      faults(#"{"id": "g", "stage": "holder", "stages": [{"id": "g", "stage": "source"}]}"#)
        == ["the id 'g' is used twice"])
    #expect(
      faults(
        #"{"id": "g", "stage": "holder", "stages": [{"id": "x", "stage": "again", "inputs": {"drawing": "g.drawing"}}]}"#
      ) == ["stages need each other: 'x' → 'g' → 'x'"])
    #expect(
      faults(
        #"{"id": "g", "stage": "holder", "stages": [{"id": "x", "stage": "sized", "start": {"after": "g.end"}}]}"#
      ) == ["stage 'x' needs itself"])
    #expect(
      faults(#"{"id": "x", "stage": "sized", "matte": "y"}, {"id": "y", "stage": "source"}"#)
        == ["stage 'y' (source) draws nothing"])
    #expect(
      faults(#"{"id": "g", "stage": "holder", "parameters": {"time": {"loop": true}}, "stages": []}"#)
        == ["'loop' needs 'length'"])
  }
}

@Suite("Jobs that stages show")
struct NestedJobTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nested-\(UUID().uuidString)")

  private func write(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  private let inner = #"""
    {"canvas": {"size": [16, 16], "fps": 10, "duration": 2}, "variables": {"x": 4},
     "stages": [{"id": "g", "stage": "holder", "parameters": {"x": "$x"}, "stages": [
       {"id": "s", "stage": "source"}, {"id": "dot", "stage": "dot", "inputs": {"place": "s.place"}}]}]}
    """#

  @Test(
    "A remapped job equals the job itself at the remapped instants, frame by frame",
    arguments: [
      ("{}", 0), (#"{"speed": 0.5}"#, 1), (#"{"offset": 0.5, "speed": 2}"#, 2), (#"{"reverse": true}"#, 3),
      (#"{"freeze": 1.3}"#, 4),
      (#"{"remap": {"keyframes": [{"at": 0, "value": 1}, {"at": 3, "value": 0.25}]}}"#, 5),
    ])
  func remapped(time: String, kind: Int) throws {
    let end = 2 - 1e-6
    func instant(_ t: Double) -> Double {
      [min(t, end), t / 2, min(0.5 + 2 * t, end), max(min(2 - t - 1e-6, end), 0), 1.3, 1 - t / 4][kind]
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(inner, "inner.json")
    let plan = try planned(
      #"{"id": "j", "stage": "show", "parameters": {"file": "inner.json", "time": \#(time)}}"#,
      file: folder.path + "/t.json")
    let alone = try #require(plan.stages[0].nested)
    for frame in 0..<30 {
      let seconds = plan.seconds(ofFrame: frame)
      let shown = try plan.evaluate(at: seconds).picture
      #expect(try shown == alone.evaluate(at: TimeGrid.snapped(instant(seconds))).picture, "at \(seconds)")
    }
  }

  @Test("A job is evaluated only while its stage is shown")
  func unseen() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(inner, "inner.json")
    let plan = try planned(
      #"{"id": "j", "stage": "show", "parameters": {"file": "inner.json"}, "start": 1, "duration": 1}"#,
      file: folder.path + "/t.json")
    let evaluated = try [0.9, 1, 1.9, 2].map { try !plan.evaluate(at: $0).nested.isEmpty }
    #expect(evaluated == [false, true, true, false])
  }

  @Test("A looped job repeats its own frames, bit by bit")
  func looped() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(inner, "inner.json")
    let plan = try planned(
      #"{"id": "j", "stage": "show", "parameters": {"file": "inner.json", "time": {"loop": true}}}"#,
      file: folder.path + "/t.json", duration: 6)
    let alone = try #require(plan.stages[0].nested)
    for frame in 0..<60 {
      let shown = try plan.evaluate(at: plan.seconds(ofFrame: frame)).picture
      #expect(try shown.digest == alone.evaluate(at: alone.seconds(ofFrame: frame % 20)).picture.digest)
    }
  }

  @Test("Variables are handed in; unknown ones are reported at their place")
  func variables() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(inner, "inner.json")
    let file = folder.path + "/t.json"
    let plan = try planned(
      #"{"id": "j", "stage": "show", "parameters": {"file": "inner.json", "variables": {"x": 7}}}"#, file: file)
    guard case .group(let group)? = try plan.evaluate(at: 0).picture.commands.first else {
      Issue.record("no group")
      return
    }
    #expect(group.transform == .translation(7, 0))
    #expect(
      faults(
        #"{"id": "j", "stage": "show", "parameters": {"file": "inner.json", "variables": {"y": 7}}}"#, file: file)
        == ["'inner.json' has no variable 'y'"])
    #expect(
      faults(
        #"{"id": "j", "stage": "show", "parameters": {"file": "inner.json", "variables": {"x": "far"}}}"#, file: file)
        == ["inner.json:2:64: stages[0].parameters.x: expected a number, found a string"])
  }

  @Test("Jobs that show each other, or themselves, are refused")
  func cycles() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func job(_ file: String) -> String {
      #"""
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 1},
       "stages": [{"id": "j", "stage": "show", "parameters": {"file": "\#(file)"}}]}
      """#
    }
    try write(job("b.json"), "a.json")
    try write(job("a.json"), "b.json")
    try write(job("own.json"), "own.json")
    for (name, message) in [
      ("a.json", "jobs show each other: 'a.json' → 'b.json' → 'a.json'"), ("own.json", "the job shows itself"),
    ] {
      let path = folder.appendingPathComponent(name)
      let reading = JobReader.read(bytes: Array(try Data(contentsOf: path)), file: path.path, registry: stages)
      #expect(reading.diagnostics.count == 1)
      #expect(reading.diagnostics.first?.message.hasSuffix(message) == true, "\(reading.diagnostics)")
    }
  }

  @Test("A file that is missing, and errors in it, are reported where it is named")
  func errors() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(#"{"canvas": {"size": [16, 16], "duration": 1}, "stages": [{"id": "s", "stage": "sorce"}]}"#, "bad.json")
    let reading = read(
      #"""
      {"id": "a", "stage": "show", "parameters": {"file": "bad.json"}},
      {"id": "b", "stage": "show", "parameters": {"file": "gone.json"}}
      """#, file: folder.path + "/t.json")
    #expect(
      reading.diagnostics.map { "\($0.path): \($0.message)" } == [
        "stages[0].parameters.file: bad.json:1:79: stages[0].stage: unknown stage 'sorce'",
        "stages[1].parameters.file: there is no file '\(folder.path)/gone.json'",
      ])
  }
}
