import JobFile
import Planning
import StageKit
import Testing

@Suite("Expressions of what stages publish")
struct ComputedParameterTests {
  private static let source = #"{"id": "s", "stage": "source"}"#

  private static func sized(_ size: String, id: String = "f", _ more: String = "") -> String {
    #"{"id": "\#(id)", "stage": "sized", \#(more) "parameters": {"size": "\#(size)"}}"#
  }

  /// The sizes that a stage publishes in the job's frames.
  private static func sizes(_ stages: String, of id: String = "f") throws -> [Double] {
    let made = plan(stages)
    #expect(made.diagnostics.map(\.description) == [])
    let plan = try #require(made.plan)
    let index = try #require(plan.stages.firstIndex { $0.entry.id == id })
    return try (0..<30).map { frame in
      let values = try plan.evaluate(at: plan.seconds(ofFrame: frame)).values[index]
      return try #require(values?["size"].flatMap { Double($0) })
    }
  }

  private static func expect(_ sizes: [Double], _ expected: (Double) -> Double) {
    for (frame, size) in sizes.enumerated() { #expect(abs(size - expected(Double(frame) / 10)) < 1e-9, "\(frame)") }
  }

  @Test("It is what the other stage publishes now, or at another time")
  func times() throws {
    Self.expect(try Self.sizes(Self.sized("= 2 * value(s.seconds)") + "," + Self.source)) { 2 * $0 }
    Self.expect(try Self.sizes(Self.sized("= value(s.seconds, time - 0.5)") + "," + Self.source)) { max($0 - 0.5, 0) }
    Self.expect(try Self.sizes(Self.sized("= value(s.seconds, mod(time - 0.5, canvas.duration))") + "," + Self.source))
    {
      $0 < 0.5 - 1e-9 ? $0 + 2.5 : $0 - 0.5
    }
    Self.expect(try Self.sizes(Self.sized("= value(s.place, 1.5).x + frame") + "," + Self.source)) { 1.5 + $0 * 10 }
  }

  @Test("Its time counts from its own start")
  func starts() throws {
    let stages = Self.sized("= value(s.seconds, time)", #""start": 1.03, "duration": 1,"#) + "," + Self.source
    Self.expect(try Self.sizes(stages)) { min(max($0, 1.03), 2.03) }
  }

  @Test("Where the other stage has no value, the one before stays, or the first that comes")
  func missing() throws {
    Self.expect(try Self.sizes(Self.sized("= value(s.early)") + "," + Self.source)) {
      10 * ($0 < 0.5 ? $0 : $0 < 1 ? 0.4 : min($0, 1.9))
    }
    #expect(
      plan(Self.sized("= value(s.place, 2.5).x") + "," + Self.source).diagnostics.map(\.description) == [
        "t.json:3:55: stages[0].parameters.size: 's.place' has no value in any frame"
      ])
  }

  @Test("It may take what expressions and inputs gave other stages, from anywhere in the file")
  func chains() throws {
    let stages = """
      \(Self.sized("= value(a.size) + value(b.size, time - 1)")), \(Self.sized("= value(b.size) * 2", id: "a")),
      \(Self.sized("= value(s.seconds)", id: "b")), \(Self.source)
      """
    Self.expect(try Self.sizes(stages)) { 2 * $0 + max($0 - 1, 0) }
  }

  @Test("Values in lists are computed, too")
  func lists() throws {
    let stages = """
      {"id": "f", "stage": "sized", "parameters": {"steps": [{"size": "= value(s.seconds) + 1"}]}}, \(Self.source)
      """
    Self.expect(try Self.sizes(stages)) { $0 + 1 }
  }

  @Test("Unknown names and wrong types are reported in the string")
  func faults() throws {
    func faults(_ size: String) -> [String] {
      let stages = Self.sized(size) + "," + Self.source
      let read = reading(stages)
      guard read.isValid, let job = read.job else { return read.diagnostics.map(\.description) }
      let graph = StageGraph(job).diagnostics
      return (graph.isEmpty ? plan(stages).diagnostics : graph).filter { $0.severity == .error }.map(\.description)
    }
    #expect(
      faults("= 1 + value(x.seconds)") == [
        "t.json:3:68: stages[0].parameters.size: there is no stage 'x'. The stages are 'f', 's'."
      ])
    #expect(
      faults("= value(s.secnds)") == [
        "t.json:3:64: stages[0].parameters.size: stage 's' (source) has no output 'secnds'. Did you mean 'seconds'?"
      ])
    #expect(
      faults("= value(s.seconds.x)") == [
        "t.json:3:64: 'value' takes a stage and its output, found 's.seconds.x'. Write value(s.seconds).x."
      ])
    #expect(faults("= value(s.place)") == ["t.json:3:55: stages[0].parameters.size: expected a number, found a point"])
    #expect(faults("= 1 / value(s.seconds)") == ["t.json:3:60: stages[0].parameters.size: a division by 0"])
  }

  @Test("Stages that take each other's values are a cycle")
  func cycles() throws {
    let pair = Self.sized("= value(b.size, time - 1)", id: "a") + "," + Self.sized("= value(a.size)", id: "b")
    let job = try #require(reading(pair).job)
    #expect(StageGraph(job).diagnostics.map(\.message) == ["stages need each other: 'b' → 'a' → 'b'"])
    let own = try #require(reading(Self.sized("= value(f.size, time - 1)")).job)
    #expect(StageGraph(own).diagnostics.map(\.message) == ["stage 'f' needs itself"])
  }
}
