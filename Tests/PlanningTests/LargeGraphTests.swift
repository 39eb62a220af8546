import JobFile
import Planning
import StageKit
import Testing

@Suite("Large graphs")
struct LargeGraphTests {
  private func dot(_ id: Int, from other: String) -> String {
    #"{"id": "s\#(id)", "stage": "dot", "inputs": {"place": "\#(other)"}}"#
  }

  @Test("A chain that is written from its end is planned from its start")
  func backwardChain() throws {
    let count = 1500
    let entries =
      (0..<count).map { dot($0, from: "s\($0 + 1).\($0 + 1 == count ? "place" : "again")") } + [
        #"{"id": "s\#(count)", "stage": "source"}"#
      ]
    let job = try #require(reading(entries.joined(separator: ",")).job)
    let graph = StageGraph(job)
    #expect(graph.order == Array((0...count).reversed()))
    #expect(graph.needs(of: 7).map(\.from) == [8])
    #expect(graph.needs(of: count).isEmpty)
  }

  @Test("Of the stages that could come next the first of the file does")
  func firstOfTheFile() throws {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<20 {
      // Each needs one of those that a random order has before it.
      let count = 60
      var shuffled = Array(0..<count)
      for index in shuffled.indices.dropFirst() { shuffled.swapAt(index, Int.random(in: 0...index, using: &numbers)) }
      var need = [Int?](repeating: nil, count: count)
      for place in 3..<count { need[shuffled[place]] = shuffled[Int.random(in: 0..<place, using: &numbers)] }
      let entries = (0..<count).map { index in
        need[index].map { #"{"id": "s\#(index)", "stage": "source", "start": {"after": "s\#($0).start"}}"# }
          ?? #"{"id": "s\#(index)", "stage": "source"}"#
      }
      let graph = StageGraph(try #require(reading(entries.joined(separator: ",")).job))
      var expected: [Int] = []
      while expected.count < count {
        let next = (0..<count).first { !expected.contains($0) && (need[$0].map(expected.contains) ?? true) }
        expected.append(try #require(next))
      }
      #expect(graph.order == expected)
    }
  }

  @Test("Stages that start after one another add up their delays, however many")
  func chainOfStarts() throws {
    let entries = (0..<800).map { index in
      index == 0
        ? #"{"id": "s0", "stage": "source"}"#
        : #"{"id": "s\#(index)", "stage": "source", "start": {"after": "s\#(index - 1).ready"}}"#
    }
    let planned = try #require(plan(entries.joined(separator: ",")).plan)
    #expect(planned.stages.map(\.start) == (0..<800).map { (index: Int) -> Double in Double(index) })
  }

  @Test("The first 200 errors are listed, the rest are counted")
  func manyFaults() throws {
    let entries = (0..<1000).map { dot($0, from: "nobody\($0).place") }
    let diagnostics = StageGraph(try #require(reading(entries.joined(separator: ",")).job)).diagnostics
    #expect(diagnostics.count == 201)
    #expect(diagnostics.last?.message == "800 more errors")
    #expect(diagnostics.last?.severity == .error)
    let failing = (0..<300).map { #"{"id": "s\#($0)", "stage": "source", "parameters": {"fails": true}}"# }
    let outcome = plan(failing.joined(separator: ","))
    #expect(outcome.plan == nil)
    #expect(outcome.diagnostics.filter { $0.message == "it was asked to" }.count == 200)
    #expect(outcome.diagnostics.contains { $0.message == "100 more errors" })
  }

  @Test("When planning is aborted, the stage and the reason are reported once, and no further stage is made")
  func end() throws {
    let job = try #require(reading((0..<9).map { #"{"id": "s\#($0)", "stage": "source"}"# }.joined(separator: ",")).job)
    var asked: [String] = []
    let contexts = EmptyContexts(job: job) { entry in
      asked.append(entry.id)
      if asked.count == 4 { throw PlanningAborted(reason: StageError("enough")) }
    }
    let outcome = Planner.plan(job, registry: registry, contexts: contexts)
    #expect(outcome.plan == nil)
    #expect(asked == ["s0", "s1", "s2", "s3"])
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["enough"])
    #expect(errors.first?.path == "stages[3]")
  }
}
