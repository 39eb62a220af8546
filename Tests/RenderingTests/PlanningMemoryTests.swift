import JobFile
import Planning
import StageKit
import Testing
import Text

@testable import Rendering

@Suite("What planning takes")
struct PlanningMemoryTests {
  @Test("Planning ends where the process holds more than it may, and says how much")
  func memory() throws {
    let held = try #require(MachineMemory.resident)
    #expect(held > 1 << 20)
    #expect(throws: Never.self) { try PlanningMemory(budget: .max).check() }
    #expect(throws: Never.self) { try PlanningMemory(budget: held * 4).check() }
    let error = #expect(throws: PlanningAborted.self) { try PlanningMemory(budget: -MemoryNeed.program).check() }
    #expect(error?.reason.message.hasSuffix("MiB, and may hold 0 MiB") == true)
  }

  @Test("All texts of a job together have a bound, however often one of them is laid out")
  func characters() throws {
    let job = try job("texts", frames: 1, stages: #"{"id": "disc", "stage": "disc"}"#)
    let context = JobContext(job, text: TextEngine()).context(of: job.stages[0])
    let request = TextRequest(String(repeating: " ", count: 20_000), style: TextStyle(size: 10))
    for _ in 0..<25 { _ = try context.layout(request) }
    #expect(throws: StageError.self) { try context.layout(request) }
    let fresh = JobContext(job, text: TextEngine()).context(of: job.stages[0])
    _ = try fresh.layout(request)
    _ = try fresh.layout(request)
  }
}
