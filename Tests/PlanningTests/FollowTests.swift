import JobFile
import Planning
import StageKit
import Testing

@Suite("Following numbers")
struct FollowTests {
  /// A stage that follows an output: at a value v of it, its size is 2v + 1, from -100 to 100.
  private static func follower(_ output: String, _ more: String = "", id: String = "f") -> String {
    """
    {"id": "\(id)", "stage": "sized", \(more) "parameters": {"size": {"follow": "\(output)",
      "keyframes": [{"at": -100, "value": -199}, {"at": 100, "value": 201}]}}}
    """
  }

  /// The sizes that the last stage publishes in the job's frames.
  private static func sizes(_ stages: String, outputs: String = #"{"file": "t.mp4"}"#) throws -> [Double] {
    let made = try #require(plan(stages, outputs: outputs).plan)
    let index = try #require(made.stages.firstIndex { $0.entry.id == "f" })
    return try (0..<30).map { frame in
      let values = try made.evaluate(at: made.seconds(ofFrame: frame)).values[index]
      return try #require(values?["size"].flatMap { Double($0) })
    }
  }

  private static func expect(_ sizes: [Double], _ expected: (Double) -> Double) {
    for (frame, size) in sizes.enumerated() { #expect(abs(size - (2 * expected(Double(frame) / 10) + 1)) < 1e-9) }
  }

  @Test("In every frame it is what the keyframes give for the other stage's number")
  func frames() throws {
    Self.expect(try Self.sizes(#"{"id": "s", "stage": "source"},"# + Self.follower("s.seconds"))) { $0 }
  }

  @Test("The number counts at the video's time, whenever the two stages start")
  func starts() throws {
    let source = #"{"id": "s", "stage": "source", "start": 0.5},"#
    let sizes = try Self.sizes(source + Self.follower("s.seconds", #""start": 1.03, "duration": 0.5,"#))
    Self.expect(sizes) { min(max($0, 1.03), 1.53) - 0.5 }
    let early = try Self.sizes(source + Self.follower("s.seconds", #""start": -1,"#))
    Self.expect(early) { max($0 - 0.5, 0) }
  }

  @Test("Where the number is missing, the last one stays")
  func missing() throws {
    let sizes = try Self.sizes(#"{"id": "s", "stage": "source"},"# + Self.follower("s.early"))
    Self.expect(sizes) { 10 * ($0 < 0.5 ? $0 : $0 < 1 ? 0.4 : min($0, 1.9)) }
    let late = try Self.sizes(
      #"{"id": "s", "stage": "source", "start": -0.7},"# + Self.follower("s.early"))
    Self.expect(late) { 10 * min(max($0 + 0.7, 1), 1.9) }
  }

  @Test("It may follow a stage that follows or is connected itself, from anywhere in the file")
  func chains() throws {
    let stages = """
      \(Self.follower("b.size")), \(Self.follower("s.seconds", id: "a")),
      {"id": "b", "stage": "sized", "inputs": {"factor": "a.size"}}, {"id": "s", "stage": "source"}
      """
    Self.expect(try Self.sizes(stages)) { 2 * $0 + 1 }
  }

  @Test("It is exact in frames of outputs with rates of their own")
  func rates() throws {
    let stages = #"{"id": "s", "stage": "source"},"# + Self.follower("s.seconds")
    let made = try #require(plan(stages, outputs: #"{"file": "t.mp4", "fps": 24}, {"file": "u.mp4"}"#).plan)
    let curve = try #require(Keyframes(times: [-100, 100], values: [-199.0, 201]))
    for frame in 0..<72 {
      let values = try made.evaluate(at: Double(frame) / 24).values
      #expect(values[1]?["size"].flatMap { Double($0) } == curve.value(at: Double(frame) / 24))
    }
  }

  @Test("It settles with what it follows, and parameters in lists follow too")
  func settling() throws {
    let stages = """
      {"id": "s", "stage": "source", "duration": 1},
      {"id": "f", "stage": "sized", "parameters": {"steps": [{"size": {"follow": "s.seconds",
        "keyframes": [{"at": 0, "value": 0}, {"at": 1, "value": 1}]}}]}},
      {"id": "d", "stage": "sized", "start": {"after": "f.end"}}
      """
    let made = try #require(plan(stages).plan)
    #expect(made.stages.first { $0.entry.id == "d" }?.start == 1)
  }

  @Test("Unknown stages and outputs, and what is no number, are reported with their positions")
  func faults() throws {
    let job = try #require(
      reading(
        """
        {"id": "s", "stage": "source"},
        \(Self.follower("x.seconds", id: "a")),
        \(Self.follower("s.secnds", id: "b")),
        \(Self.follower("s.place", id: "c"))
        """
      ).job)
    #expect(
      StageGraph(job).diagnostics.map(\.description) == [
        "t.json:4:66: stages[1].parameters.size.follow: there is no stage 'x'. The stages are 's', 'a', 'b', 'c'.",
        "t.json:6:66: stages[2].parameters.size.follow: stage 's' (source) has no output 'secnds'. "
          + "Did you mean 'seconds'?",
        "t.json:8:66: stages[3].parameters.size.follow: 's.place' is a point, and only numbers can be followed",
      ])
  }

  @Test("Stages that follow each other are a cycle")
  func cycle() throws {
    let job = try #require(
      reading(Self.follower("b.size", id: "a") + "," + Self.follower("a.size", id: "b")).job)
    #expect(StageGraph(job).diagnostics.map(\.message) == ["stages need each other: 'b' → 'a' → 'b'"])
    let own = try #require(reading(Self.follower("a.size", id: "a")).job)
    #expect(StageGraph(own).diagnostics.map(\.message) == ["stage 'a' needs itself"])
  }

  @Test("A stage that cannot be made is reported alone, whoever follows it")
  func failure() {
    let stages =
      #"{"id": "s", "stage": "source", "parameters": {"fails": true}},"# + Self.follower("s.seconds")
    #expect(plan(stages).diagnostics.map(\.message) == ["it was asked to"])
  }

  @Test("A value that is never there is a warning where it is taken, once a taker; one that comes late is none")
  func neverThere() {
    let stages = """
      {"id": "s", "stage": "source", "start": -5}, {"id": "late", "stage": "source", "start": -0.95},
      {"id": "n", "stage": "sized", "inputs": {"factor": "s.early"}},
      {"id": "d", "stage": "dot", "inputs": {"place": "s.place", "size": "late.early"}},
      \(Self.follower("s.early"))
      """
    #expect(
      plan(stages).diagnostics.map { "\($0.severity) \($0.message)" } == [
        "warning 's.early' has no value in any frame, so that the input 'factor' of 'n' gets none",
        "warning 's.place' has no value in any frame, so that 'd' is never drawn",
        "warning 's.early' has no value in any frame, so that 'size' does not follow it",
      ])
  }
}
