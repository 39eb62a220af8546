import Rendering
import TestSupport
import Testing

@Suite("Timings")
struct JobTimingsTests {
  @Test("A run that measures time reports every phase and stage")
  func phases() throws {
    let folder = try TemporaryFolder()
    let summaries = render([try job("timed")], to: folder, measuresTime: true).summaries
    let timings = try #require(summaries.first?.timings)
    #expect(timings.frames == 90)
    #expect(timings.stages.map(\.id) == ["disc"])
    #expect(timings.stages.map(\.definition) == ["disc"])
    let parts =
      [timings.planning, timings.comparing, timings.drawing, timings.encoding, timings.writing]
      + timings.stages.map(\.seconds)
    for part in parts { #expect(part > 0) }
    #expect(abs(timings.total - timings.storing - parts.reduce(0, +)) < 1e-9)
  }

  @Test("A run that does not measure time reports none, and gives the same bytes")
  func off() throws {
    let (timed, plain) = (try TemporaryFolder(), try TemporaryFolder())
    _ = render([try job("same")], to: timed, measuresTime: true)
    let summaries = render([try job("same")], to: plain).summaries
    #expect(summaries.count == 1)
    #expect(summaries.first?.timings == nil)
    #expect(plain.bytes("same.mp4") == timed.bytes("same.mp4"))
  }
}
