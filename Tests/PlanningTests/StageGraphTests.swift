import JobFile
import Planning
import StageKit
import Testing

@Suite("The graph of stages")
struct StageGraphTests {
  @Test("Stages come after those they need and otherwise in the order of the file")
  func order() throws {
    let job = try #require(
      reading(
        """
        {"id": "c", "stage": "dot", "inputs": {"place": "b.again"}},
        {"id": "x", "stage": "source"},
        {"id": "b", "stage": "dot", "inputs": {"place": "a.place"}, "start": {"after": "x.ready"}},
        {"id": "a", "stage": "source"}
        """
      ).job)
    let graph = StageGraph(job)
    #expect(graph.order.map { job.stages[$0].id } == ["x", "a", "b", "c"])
    #expect(graph.diagnostics.isEmpty)
  }

  @Test("A cycle names its stages")
  func cycleNamesItsStages() throws {
    let job = try #require(
      reading(
        """
        {"id": "s", "stage": "source"},
        {"id": "a", "stage": "dot", "inputs": {"place": "b.again"}},
        {"id": "b", "stage": "dot", "inputs": {"place": "s.place"}, "start": {"after": "a.start"}}
        """
      ).job)
    let found = StageGraph(job).diagnostics
    #expect(found.map(\.message) == ["stages need each other: 'b' → 'a' → 'b'"])
    #expect(found.map(\.path) == ["stages[2].start.after"])
  }

  @Test("A stage that needs itself is a cycle of one")
  func selfCycle() throws {
    let job = try #require(reading(#"{"id": "a", "stage": "dot", "inputs": {"place": "a.again"}}"#).job)
    let found = StageGraph(job).diagnostics
    #expect(found.map(\.message) == ["stage 'a' needs itself"])
    #expect(found.map(\.path) == ["stages[0].inputs.place"])
  }

  @Test("Unknown stages, outputs and moments are reported with a suggestion and their positions")
  func unknownNames() throws {
    let job = try #require(
      reading(
        """
        {"id": "source", "stage": "source"},
        {"id": "a", "stage": "dot", "inputs": {"place": "sorce.place"}},
        {"id": "b", "stage": "dot", "inputs": {"place": "source.plaice"}},
        {"id": "c", "stage": "dot", "inputs": {"place": "source.place"}, "start": {"after": "source.raedy"}}
        """
      ).job)
    let diagnostics = StageGraph(job).diagnostics
    #expect(
      diagnostics.map(\.message) == [
        "there is no stage 'sorce'", "stage 'source' (source) has no output 'plaice'",
        "stage 'source' (source) has no moment 'raedy'",
      ])
    #expect(
      diagnostics.map(\.hint) == ["Did you mean 'source'?", "Did you mean 'place'?", "Did you mean 'ready'?"])
    #expect(diagnostics.compactMap(\.position?.line) == [4, 5, 6])
  }

  @Test("A value of the wrong type names both stages and both types")
  func typeMismatch() throws {
    let job = try #require(
      reading(
        """
        {"id": "s", "stage": "source"},
        {"id": "a", "stage": "dot", "inputs": {"place": "s.seconds"}}
        """
      ).job)
    #expect(
      StageGraph(job).diagnostics.map(\.message) == [
        "'s.seconds' is a number, but input 'place' of stage 'a' (dot) takes a point"
      ])
  }

  @Test("A stage that draws nothing and that nothing needs is a warning")
  func idleStage() throws {
    let job = try #require(
      reading(
        """
        {"id": "s", "stage": "source"},
        {"id": "idle", "stage": "source"},
        {"id": "a", "stage": "dot", "inputs": {"place": "s.place"}}
        """
      ).job)
    let diagnostics = StageGraph(job).diagnostics
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(diagnostics.first?.message == "stage 'idle' draws nothing and no stage needs it")
  }

  @Test(
    "A hidden stage is a warning too, but not where it is hidden by an expression", arguments: ["true", "\"= 1 < 2\""])
  func hiddenStage(hidden: String) throws {
    let job = try #require(reading("{\"id\": \"a\", \"stage\": \"dot\", \"hidden\": \(hidden)}").job)
    #expect(job.stages.map(\.isVisible) == [false])
    #expect(StageGraph(job).diagnostics.count == (hidden == "true" ? 1 : 0))
  }
}
