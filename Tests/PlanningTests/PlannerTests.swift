import JobFile
import Planning
import StageKit
import Testing

@Suite("Planning")
struct PlannerTests {
  @Test("A stage starts after another's moment plus its delay")
  func absoluteStart() throws {
    let planned = try #require(
      plan(
        """
        {"id": "s", "stage": "source", "start": 0.5, "parameters": {"delay": 1.25}},
        {"id": "a", "stage": "dot", "inputs": {"place": "s.place"}, "start": {"after": "s.ready", "delay": 0.25}},
        {"id": "b", "stage": "dot", "inputs": {"place": "s.place"}, "start": {"after": "a.start"}, "duration": 0.5}
        """
      ).plan)
    #expect(planned.stages.map(\.start) == [0.5, 2, 2])
    #expect(planned.stages.map(\.end) == [nil, nil, 2.5])
  }

  @Test(
    "A stage that begins when the video has ended is a warning at its start",
    arguments: [
      (#""start": 2.9"#, []),
      (#""start": 3"#, ["t.json:3:41: warning: stages[0].start: stage 's' begins at 3 s, but the video ends at 3 s."]),
      (
        #""start": {"at": 12.5}"#,
        ["t.json:3:41: warning: stages[0].start: stage 's' begins at 12.5 s, but the video ends at 3 s."]
      ),
    ] as [(String, [String])])
  func lateStage(_ start: String, _ expected: [String]) {
    let (made, diagnostics) = plan(#"{"id": "s", "stage": "source", \#(start)}"#)
    #expect(made != nil)
    let hint = " Let it begin earlier, or give the canvas a longer duration."
    #expect(diagnostics.map(\.description) == expected.map { $0 + hint })
  }

  @Test("A stage starts after the first time that another's cue comes")
  func startAfterCue() throws {
    func start(_ after: String) -> (Double?, [String]) {
      let (made, diagnostics) = plan(
        """
        {"id": "s", "stage": "source", "start": \(after)},
        {"id": "a", "stage": "dot", "inputs": {"place": "s.place"}, "start": {"after": "s.tick", "delay": 0.25}}
        """)
      return (made?.stages[1].start, diagnostics.map(\.message))
    }
    #expect(start("1").0 == 1.75)
    #expect(start("2.5").1 == ["stage 's' never reaches 'tick'"])
  }

  @Test("Waiting for the end of a stage that goes on forever is an error")
  func endlessStage() {
    let stages = """
      {"id": "s", "stage": "source"},
      {"id": "a", "stage": "dot", "inputs": {"place": "s.place"}, "start": {"after": "s.end"}}
      """
    #expect(plan(stages).diagnostics.map(\.message) == ["stage 's' never reaches 'end'"])
    #expect(plan(stages.replacing(#""source"}"#, with: #""source", "duration": 2}"#)).plan?.stages[1].start == 2)
  }

  @Test("The first 200 stages that fail to initialize are listed, the rest are counted")
  func manyStageErrors() {
    let stages = (0..<1000).map { #"{"id": "s\#($0)", "stage": "source", "parameters": {"fails": true}}"# }
    let (made, diagnostics) = plan(stages.joined(separator: ",\n"))
    #expect(made == nil)
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.dropLast().compactMap { $0.position?.line } == Array(3..<203))
    #expect(errors.last?.description == "t.json: 800 more errors")
  }

  @Test("Warnings about unused stages are limited like errors, and do not displace errors")
  func manyWarnings() {
    let idle = (0..<300).map { #"{"id": "s\#($0)", "stage": "source"}"# }
    let warnings = StageGraph(reading(idle.joined(separator: ",")).job!).diagnostics
    #expect(warnings.count == 201)
    #expect(warnings.last?.description == "t.json: warning: 100 more warnings")
    let wrong = idle + [#"{"id": "a", "stage": "dot", "inputs": {"place": "none.place"}}"#]
    let mixed = StageGraph(reading(wrong.joined(separator: ",")).job!).diagnostics
    #expect(mixed.count { $0.severity == .error } == 1)
    #expect(mixed.last?.message == "100 more warnings")
  }

  @Test("A stage that cannot be made is reported at its parameter, and so is the next one")
  func stageErrors() {
    let (made, diagnostics) = plan(
      """
      {"id": "s", "stage": "source", "parameters": {"fails": true}},
      {"id": "r", "stage": "source",
       "parameters": {"fails": true}}
      """)
    #expect(made == nil)
    #expect(
      diagnostics.filter { $0.severity == .error }.map(\.description) == [
        "t.json:3:56: stages[0].parameters.fails: it was asked to. Say false.",
        "t.json:5:26: stages[1].parameters.fails: it was asked to. Say false.",
      ])
  }

  @Test("Drawing order is z, then the order of the file, without hidden stages")
  func drawingOrder() throws {
    let planned = try #require(
      plan(
        """
        {"id": "s", "stage": "source"},
        {"id": "top", "stage": "dot", "inputs": {"place": "s.place"}, "z": 1},
        {"id": "low", "stage": "dot", "inputs": {"place": "s.place"}},
        {"id": "none", "stage": "dot", "inputs": {"place": "s.place"}, "hidden": true}
        """
      ).plan)
    #expect(planned.drawingOrder.map { planned.stages[$0].entry.id } == ["s", "low", "top"])
  }
}

@Suite("A frame's values and drawings")
struct FrameEvaluationTests {
  static let stages = """
    {"id": "s", "stage": "source", "start": 0.5},
    {"id": "a", "stage": "dot", "inputs": {"place": "s.place", "size": "s.seconds"}, "start": 1, "duration": 1}
    """

  @Test("Before its start a stage is asked for its values at 0 and not drawn")
  func beforeTheStart() throws {
    let frame = try #require(plan(Self.stages).plan).evaluate(at: 0.25)
    #expect(frame.values[0]?["seconds"] == .number(0))
    #expect(frame.drawings[1] == nil)
    #expect(frame.picture.isEmpty)
  }

  @Test("A stage is drawn from its start, up to and without its end")
  func shownTime() throws {
    let planned = try #require(plan(Self.stages).plan)
    #expect(try planned.evaluate(at: 1).drawings[1] != nil)
    #expect(try planned.evaluate(at: 1.9).drawings[1] != nil)
    #expect(try planned.evaluate(at: 2).drawings[1] == nil)
  }

  @Test("A stage whose needed input is missing is left out of the frame")
  func missingInput() throws {
    let planned = try #require(plan(Self.stages.replacing(#", "duration": 1"#, with: "")).plan)
    #expect(try planned.evaluate(at: 2.4).drawings[1] != nil)
    let frame = try planned.evaluate(at: 2.5)
    #expect(frame.values[1] == nil)
    #expect(frame.drawings[1] == nil)
  }

  @Test("Frames are the same in any order")
  func purity() throws {
    let planned = try #require(plan(Self.stages).plan)
    let forward = try (0..<30).map { try planned.evaluate(at: Double($0) / 10).picture.digest }
    let backward = try (0..<30).reversed().map { try planned.evaluate(at: Double($0) / 10).picture.digest }
    #expect(forward == backward.reversed())
  }
}

@Suite("Segments")
struct SegmentsTests {
  @Test(
    "Segments cover all frames in order and none is longer than it may be",
    arguments: [(1, 120), (29, 120), (300, 120), (301, 250), (3600, 60), (3601, 7), (50, 1), (97, 1000)])
  func cover(_ count: Int, _ gop: Int) {
    let segments = SegmentCutter.cut(10..<10 + count, gop: gop)
    #expect(segments.first?.lowerBound == 10)
    #expect(segments.last?.upperBound == 10 + count)
    for (a, b) in zip(segments, segments.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
    #expect(segments.allSatisfy { (1...120).contains($0.count) })
  }

  @Test("With long groups of pictures segments are of equal length but for one frame")
  func equalLengths() {
    for count in [301, 997, 3601] {
      let lengths = SegmentCutter.cut(0..<count, gop: 120).map(\.count)
      #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
    }
  }

  @Test("With short groups of pictures every segment but the last has whole ones")
  func wholeGroups() {
    for gop in [1, 7, 30, 60] {
      let segments = SegmentCutter.cut(0..<1000, gop: gop)
      for segment in segments.dropLast() { #expect(segment.count % gop == 0) }
    }
  }

  @Test("A video of some seconds is cut for four workers, a short one is not cut below the least length")
  func counts() {
    #expect(SegmentCutter.cut(0..<300, gop: 120).count == 4)
    #expect(SegmentCutter.cut(0..<59, gop: 120).count == 1)
    #expect(SegmentCutter.cut(0..<60, gop: 120).count == 2)
    #expect(SegmentCutter.cut(0..<0, gop: 120).isEmpty)
  }
}
