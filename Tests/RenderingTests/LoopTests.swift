import Formats
import JobFile
import Rendering
import TestSupport
import Testing
import Video

@Suite("Loops and held frames")
struct LoopTests {
  static let pulse = #"{"id": "pulse", "stage": "pulse", "parameters": {"period": 1.5}}"#

  private func both(_ job: Job) throws -> (events: [RenderEvent], short: TemporaryFolder, long: TemporaryFolder) {
    let (short, long) = (try TemporaryFolder(), try TemporaryFolder())
    let events = render([job], to: short)
    _ = render([job], to: long, workers: 1, reusesFrames: false)
    return (events, short, long)
  }

  @Test("A loop is drawn and encoded once, and gives the bytes of the long way")
  func loop() throws {
    let (events, short, long) = try both(try job("loop", frames: 300, stages: Self.pulse))
    #expect(events.counts == FrameCounts(drawn: 45 + 30, repeated: 225, stored: 0))
    let bytes = try #require(short.bytes("loop.mp4"))
    #expect(bytes == long.bytes("loop.mp4"))
    let reader = try MovieReader(path: short.path + "/loop.mp4")
    var frames: [FramePlanes] = []
    while let frame = try reader.next() { frames.append(frame.picture) }
    #expect(frames.count == 300)
    #expect((45..<270).allSatisfy { frames[$0] == frames[$0 - 45] })
  }

  @Test("A lead-in is drawn once before its loop, and frames that hold are drawn once")
  func leadInAndHold() throws {
    let disc = #"{"id": "disc", "stage": "disc", "duration": 2}"#
    let (events, short, long) = try both(try job("lead", frames: 240, stages: disc))
    let counts = try #require(events.counts)
    #expect(counts.drawn <= 60 + 2 && counts.drawn >= 60)
    #expect(counts.drawn + counts.repeated == 240)
    let bytes = try #require(short.bytes("lead.mp4"))
    #expect(bytes == long.bytes("lead.mp4"))
  }

  @Test("A loop between a lead-in and an end is encoded once, and gives the bytes of the long way")
  func loopInside() throws {
    let stages = """
      {"id": "disc", "stage": "disc", "duration": 2},
      {"id": "pulse", "stage": "pulse", "start": 2, "duration": 10, "parameters": {"period": 1.5}},
      {"id": "again", "stage": "disc", "start": 12}
      """
    let (events, short, long) = try both(try job("inside", frames: 420, stages: stages))
    let counts = try #require(events.counts)
    #expect(counts.drawn <= 60 + 45 + 60 + 45)
    #expect(counts.drawn + counts.repeated == 420)
    #expect(events.reasons.filter { if case .repeats = $0 { true } else { false } }.count == 5)
    let bytes = try #require(short.bytes("inside.mp4"))
    #expect(bytes == long.bytes("inside.mp4"))
  }

  @Test("Frames that come again within a segment are drawn once")
  func shortLoop() throws {
    let stage = #"{"id": "pulse", "stage": "pulse", "parameters": {"period": 0.2}}"#
    let (events, short, long) = try both(try job("short", frames: 120, stages: stage))
    #expect(try #require(events.counts).drawn == 6)
    let bytes = try #require(short.bytes("short.mp4"))
    #expect(bytes == long.bytes("short.mp4"))
  }

  @Test("Progress counts every frame once, drawn or not")
  func progress() throws {
    let folder = try TemporaryFolder()
    let events = render([try job("loop", frames: 300, stages: Self.pulse)], to: folder)
    let reused = events.reduce(0) { if case .reused(_, let frames) = $1 { $0 + frames } else { $0 } }
    #expect(events.frames(of: 0) + reused == 300)
  }

  @Test("A job that says that it loops, and does, is rendered")
  func seam() throws {
    let folder = try TemporaryFolder()
    #expect(render([try job("good", frames: 90, stages: Self.pulse, isLoop: true)], to: folder).failures.isEmpty)
    #expect(folder.names == ["good.mp4"])
  }

  @Test("A jump at the seam names the stage that causes it and its value, not those that follow it")
  func jump() throws {
    let folder = try TemporaryFolder()
    let stages = """
      {"id": "still", "stage": "pulse", "parameters": {"rest": 0}},
      {"id": "beat", "stage": "pulse", "parameters": {"period": 1.5}},
      {"id": "ring", "stage": "ring", "inputs": {"size": "beat.size"}}
      """
    let events = render([try job("bad", frames: 60, stages: stages, isLoop: true)], to: folder)
    guard case .badJob(let faults)? = events.failures.first else {
      Issue.record("expected a bad job")
      return
    }
    #expect(faults.map(\.path) == ["stages[1]"])
    let text = try #require(faults.first?.description)
    #expect(text.contains("the loop jumps: 'beat.size' is 11"))
    #expect(text.contains(" after 2.0 s and 4.0 at the start"))
    #expect(text.contains("Set 'period' to 2, or let the loop last 1.5 s, after which it repeats."))
    #expect(folder.names.isEmpty)
    #expect(render([try job("bad", frames: 60, stages: stages)], to: folder).failures.isEmpty)
  }

  @Test(
    "A jump names what makes the stage repeat, where there is something",
    arguments: [
      (#"{"id": "beat", "stage": "returner"}"#, "Set 'again' to 2."),
      (
        #"{"id": "beat", "stage": "returner", "parameters": {"again": 0.8}}"#,
        "Set 'again' to 1, or let the loop last 2.4 s"
      ),
      (
        #"{"id": "beat", "stage": "returner", "parameters": {"again": 0.8, "wait": 0.5}}"#,
        "Set 'wait' to 0, and let the loop last 2.4 s"
      ),
      (#"{"id": "beat", "stage": "disc"}"#, nil),
    ])
  func remedy(stage: String, remedy: String?) throws {
    let folder = try TemporaryFolder()
    let events = render([try job("bad", frames: 60, stages: stage, isLoop: true)], to: folder)
    guard case .badJob(let faults)? = events.failures.first, let hint = faults.first?.hint else {
      Issue.record("expected a bad job")
      return
    }
    #expect(hint.hasSuffix(".") && hint.contains("'loop' asks for an end that leads into the start"))
    if let remedy { #expect(hint.contains(remedy), "\(hint)") } else { #expect(!hint.contains("Set ")) }
  }
}
