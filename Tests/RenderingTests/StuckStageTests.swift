import Foundation
import JobFile
import Rendering
import StageKit
import Testing

/// A stage that hangs at a time, for ever as far as a test can tell.
struct Stuck: Stage {
  static let at = Parameter.number("at", "When it hangs.", .nonnegative(.seconds)).optional
  static let definition = StageDefinition(name: "stuck", version: 1, summary: "A stage that hangs.", parameters: [at])
  private static let forEver = 30.0

  let at: Double?

  init(_ parameters: Parameters, _ context: any StageContext) {
    at = parameters[Self.at]
    if at == nil { Thread.sleep(forTimeInterval: Self.forEver) }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    if let at, time.seconds >= at { Thread.sleep(forTimeInterval: Self.forEver) }
    return StageFrame()
  }
}

@Suite("Stages that hang or fail")
struct StuckStageTests {
  private func render(_ jobs: [Job], to folder: TemporaryFolder, workers: Int, reusing: Bool = true) -> [RenderEvent] {
    nonisolated(unsafe) var events: [RenderEvent] = []  // touched only while the lock is held
    let lock = NSLock()
    var settings = RenderSettings(outputFolder: folder.path, workers: workers, reusesFrames: reusing)
    settings.frameDeadline = 0.5
    RenderSession(jobs: jobs, registry: registry, settings: settings) { event in lock.withLock { events.append(event) }
    }
    .run()
    return lock.withLock { events }
  }

  @Test("A stage that never returns costs its own job alone, which names stage and frame", arguments: [1, 2])
  func neverReturns(_ workers: Int) throws {
    let folder = try TemporaryFolder()
    let stuck = try job("stuck", frames: 90, stages: #"{"id": "s", "stage": "stuck", "parameters": {"at": 1}}"#)
    let events = render([try job("a"), stuck, try job("c")], to: folder, workers: workers)
    #expect(folder.names == ["a.mp4", "c.mp4"])
    guard case .render(let message)? = events.failures.first else {
      Issue.record("expected a render failure")
      return
    }
    #expect(events.failures.count == 1)
    #expect(message == "stage 's' (stuck) at frame 30: took more than 0.5 s. Give it longer with --frame-deadline.")
  }

  @Test("A stage that is never made costs its own job alone, too")
  func neverMade() throws {
    let folder = try TemporaryFolder()
    let stuck = try job("stuck", frames: 90, stages: #"{"id": "s", "stage": "stuck"}"#)
    let events = render([stuck, try job("b")], to: folder, workers: 1)
    #expect(folder.names == ["b.mp4"])
    guard case .render(let message)? = events.failures.first else {
      Issue.record("expected a render failure")
      return
    }
    #expect(message.hasPrefix("stage 's' (stuck) while it was made: took more than 0.5 s."))
  }

  @Test("Of several failing frames the first is told, whatever the number of workers", arguments: [1, 2, 4])
  func firstFailure(_ workers: Int) throws {
    let folder = try TemporaryFolder()
    let bad = try job("bad", frames: 600, parameters: #"{"failsAt": \#(173.0 / 30)}"#)
    let events = render([bad, try job("b")], to: folder, workers: workers)
    #expect(folder.names == ["b.mp4"])
    guard case .render(let message)? = events.failures.first else {
      Issue.record("expected a render failure")
      return
    }
    #expect(message.hasPrefix("stage 'disc' (disc) failed at frame 173 ("))
  }
}
