import JobFile
import Memory
import Planning
import StageKit
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Memory of jobs")
struct MemoryTests {
  /// A job of large frames, each with glows that need a layer of their own.
  private func glows(_ name: String, _ count: Int, frames: Int = 6) throws -> Job {
    let text = """
      {"name": "\(name)", "canvas": {"size": [320, 240], "fps": 30, "duration": \(Double(frames) / 30)},
       "stages": [{"id": "glow", "stage": "glow", "parameters": {"count": \(count)}}],
       "outputs": [{"file": "\(name).mp4", "preset": "ultrafast", "gop": 2}]}
      """
    return try #require(JobReader.read(bytes: Array(text.utf8), file: "\(name).json", registry: registry).job)
  }

  @Test(
    "A job that never fits is reported with its frame and both figures, and the others are rendered", arguments: [1, 3])
  func tooLarge(_ workers: Int) throws {
    let folder = try TemporaryFolder()
    let events = render(
      [try glows("a", 1), try glows("b", 30), try glows("c", 1)], to: folder, workers: workers,
      memory: 20 << 20)
    #expect(folder.names == ["a.mp4", "c.mp4"])
    #expect(events.failures.count == 1)
    guard case .badJob(let faults)? = events.failures.first, let fault = faults.first else {
      Issue.record("expected a bad job")
      return
    }
    #expect(fault.file == "b.json")
    #expect(fault.path == "stages[0]")
    #expect(fault.message.hasPrefix("at frame 0 "), "\(fault)")
    #expect(fault.message.contains("MiB that the run may take"))
    #expect(events.summaries.count == 2)
  }

  @Test("What fits alone is rendered with any number of workers, in the same bytes, each frame reported once")
  func fitsAlone() throws {
    let roomy = try TemporaryFolder()
    let jobs = [try glows("a", 9), try glows("b", 9)]
    #expect(render(jobs, to: roomy, workers: 1).failures.isEmpty)
    for workers in [1, 4] {
      let tight = try TemporaryFolder()
      let events = render(jobs, to: tight, workers: workers, memory: 34 << 20)
      #expect(events.failures.isEmpty, "\(events.failures)")
      #expect(events.frames(of: 0) == 6)
      for name in ["a.mp4", "b.mp4"] { #expect(tight.bytes(name) == roomy.bytes(name)) }
    }
  }

  @Test("A job whose stages do not fit beside another's is postponed, and rendered when it is alone")
  func postponed() throws {
    let budget = MemoryBudget(limit: 100)
    let queue = RenderQueue(jobs: [0, 1], workers: 1)
    let account = MemoryAccount(budget)
    guard case .plan(0)? = queue.next(account, release: {}), case .plan(1)? = queue.next(account, release: {}) else {
      Issue.record("expected jobs to plan")
      return
    }
    #expect(queue.postpone(0, whilePlanning: true))
    queue.dropped(job: 0)
    queue.ended(.plan(job: 0))
    queue.dropped(job: 1)
    queue.ended(.plan(job: 1))
    guard case .plan(0)? = queue.next(account, release: {}) else {
      Issue.record("expected the postponed job")
      return
    }
    #expect(!queue.postpone(0, whilePlanning: true))
    queue.dropped(job: 0)
    queue.ended(.plan(job: 0))
    #expect(queue.next(account, release: {}) == nil)
  }

  @Test("Planning ends where the process holds more than it may, and says how much")
  func planning() throws {
    let job = try job("full", frames: 1, stages: #"{"id": "disc", "stage": "disc"}"#)
    func context(_ limit: Int) -> JobContext {
      JobContext(job, text: TextEngine(), memory: MemoryAccount(MemoryBudget(limit: limit)))
    }
    #expect(throws: Never.self) { try context(.max).checkResidentMemory() }
    let error = #expect(throws: PlanningAborted.self) { try context(0).checkResidentMemory() }
    #expect(error?.reason.message.hasSuffix("MiB, and may hold 0 MiB") == true)
  }

  @Test("All texts of a job together have a bound, however often one of them is laid out")
  func characters() throws {
    let job = try job("texts", frames: 1, stages: #"{"id": "disc", "stage": "disc"}"#)
    let context = JobContext(job, text: TextEngine()).context(of: job.stages[0], heard: [])
    let request = TextRequest(String(repeating: " ", count: 20_000), style: TextStyle(size: 10))
    for _ in 0..<25 { _ = try context.layout(request) }
    #expect(throws: StageError.self) { try context.layout(request) }
    let fresh = JobContext(job, text: TextEngine()).context(of: job.stages[0], heard: [])
    _ = try fresh.layout(request)
    _ = try fresh.layout(request)
  }
}
