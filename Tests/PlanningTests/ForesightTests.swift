import JobFile
import Planning
import StageKit
import Testing

@Suite("Foreseen inputs")
struct ForesightTests {
  private static func values(_ stages: String, at seconds: Double = 0) throws -> [String: Double] {
    let made = try #require(plan(stages).plan)
    let index = try #require(made.stages.firstIndex { $0.entry.id == "seer" })
    let values = try #require(try made.evaluate(at: seconds).values[index])
    return values.compactMapValues { Double($0) }
  }

  @Test("They are what frames are given, by the stage's own time, whatever the order in the file")
  func ownTime() throws {
    let seer = #"{"id": "seer", "stage": "seer", "start": 0.5, "inputs": {"number": "size.size"}}"#
    let size = #"{"id": "size", "stage": "sized", "inputs": {"factor": "s.seconds"}, "parameters": {"size": 3}}"#
    let source = #"{"id": "s", "stage": "source", "start": 0.25}"#
    for stages in [[seer, size, source], [source, size, seer]] {
      let values = try Self.values(stages.joined(separator: ","), at: 2)
      #expect(values == ["early": 1.5, "late": 5.25, "now": 5.25])
    }
  }

  @Test("Those without a value, and those that are not connected, are nil")
  func missing() throws {
    let stages = #"{"id": "s", "stage": "source"}, {"id": "seer", "stage": "seer", "inputs": {"number": "s.early"}}"#
    #expect(try Self.values(stages) == ["now": 0, "early": 2.5, "late": 15])
    #expect(try Self.values(#"{"id": "seer", "stage": "seer"}"#) == [:])
  }

  @Test("A stage cannot wait for a moment of one that foresees it")
  func cycle() {
    let stages = """
      {"id": "s", "stage": "source", "start": {"after": "seer.end"}},
      {"id": "seer", "stage": "seer", "duration": 1, "inputs": {"number": "s.seconds"}}
      """
    #expect(plan(stages).diagnostics.map(\.message).contains { $0.hasPrefix("stages need each other") })
  }
}
