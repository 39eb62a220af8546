import Rendering
import TestSupport
import Testing

@Suite("Stages that fail")
struct FailingStageTests {
  @Test("Of several failing frames the first is reported, whatever the number of workers", arguments: [1, 2, 4])
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
