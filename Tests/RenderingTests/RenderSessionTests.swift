import Foundation
import JobFile
import Rendering
import TestSupport
import Testing
import Video

@Suite("Rendering")
struct RenderSessionTests {
  @Test("The same job gives the same bytes for one, two and three workers")
  func workersDoNotMatter() throws {
    let job = try job("same", frames: 130)
    let files = try [1, 2, 3].map { workers in
      let folder = try TemporaryFolder()
      let events = render([job], to: folder, workers: workers)
      #expect(events.failures.isEmpty)
      #expect(events.frames(of: 0) == 130)
      return try #require(folder.bytes("same.mp4"))
    }
    #expect(files[0] == files[1])
    #expect(files[0] == files[2])
  }

  @Test("A video has every frame of its job, in order, and shows what was drawn")
  func decodedFrames() throws {
    let folder = try TemporaryFolder()
    #expect(render([try job("disc", frames: 61)], to: folder).failures.isEmpty)
    let reader = try MovieReader(path: folder.path + "/disc.mp4")
    var count = 0
    while let frame = try reader.next() {
      // The disc's center moves from left to right: its pixel is white, the far side is background.
      let x = min(63, count * 64 / 30)
      if x < 62 { #expect(frame.picture.bytes[24 * 64 + x] > 200) }
      if count < 15 { #expect(abs(Int(frame.picture.bytes[4 * 64 + 60]) - 53) < 6) }
      count += 1
    }
    #expect(count == 61)
  }

  @Test("A stage that fails at a frame costs its own job alone and leaves no file")
  func failingStage() throws {
    let folder = try TemporaryFolder()
    let jobs = [try job("a"), try job("bad", parameters: #"{"failsAt": 1}"#), try job("c")]
    let events = render(jobs, to: folder, workers: 3)
    #expect(folder.names == ["a.mp4", "c.mp4"])
    #expect(events.failures.count == 1)
    guard case .render(let message)? = events.failures.first else {
      Issue.record("expected a render failure")
      return
    }
    #expect(message.contains("stage 'disc' (disc) failed at "))
    #expect(message.contains("the disc is gone"))
  }

  @Test("The first failure ends a run that is to fail fast")
  func failFast() throws {
    let folder = try TemporaryFolder()
    let jobs = [try job("bad", parameters: #"{"failsAt": 0}"#), try job("b"), try job("c")]
    let events = render(jobs, to: folder, workers: 1, failFast: true)
    #expect(events.failures.count == 3)
    #expect(folder.names.isEmpty)
  }

  @Test("A range of frames and a scale give a shorter and smaller video")
  func rangeAndScale() throws {
    let folder = try TemporaryFolder()
    let events = render([try job("part")], to: folder, frames: 10...39, scale: 0.5)
    #expect(events.summaries.first?.frames == 30)
    let info = try MovieReader(path: folder.path + "/part.mp4").info
    #expect(info.width == 32 && info.height == 24)
  }

  @Test("Every output of a job gets its own file")
  func severalOutputs() throws {
    let folder = try TemporaryFolder()
    let outputs = #"{"file": "good.mp4", "crf": 10}, {"file": "sub/small.mp4", "crf": 40}"#
    let events = render([try job("two", outputs: outputs)], to: folder)
    #expect(events.summaries.first?.files.count == 2)
    let good = try #require(folder.bytes("good.mp4"))
    let small = try #require(folder.bytes("sub/small.mp4"))
    #expect(good.count > small.count)
  }

  @Test("A cancelled run leaves nothing behind")
  func cancelling() throws {
    let folder = try TemporaryFolder()
    let settings = RenderSettings(outputFolder: folder.path, workers: 2)
    final class Box: @unchecked Sendable { var run: RenderSession? }  // written before the run starts, read during it
    let box = Box()
    let run = RenderSession(jobs: [try job("long", frames: 900)], registry: registry, settings: settings) { event in
      if case .frame = event { box.run?.cancel() }
    }
    box.run = run
    run.run()
    #expect(folder.names.isEmpty)
  }

  @Test("An output folder that cannot be made is reported with its path")
  func unwritableFolder() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    let settings = RenderSettings(outputFolder: folder.path + "/file/below", workers: 1)
    nonisolated(unsafe) var failures: [JobFailure] = []  // one worker: no two threads at once
    RenderSession(jobs: [try job("a")], registry: registry, settings: settings) { event in
      if case .failed(_, let failure) = event { failures.append(failure) }
    }.run()
    guard case .render(let message)? = failures.first else {
      Issue.record("expected a render failure")
      return
    }
    #expect(message.hasSuffix("/file' is a file, not a folder"))
  }
}
