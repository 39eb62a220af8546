import Foundation
import JobFile
import StageKit
import Synchronization
import TestSupport
import Testing

@testable import Rendering

/// Drawings that are made once, for every output format.
@Suite("Reuse in every output format")
struct FormatReuseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Twelve frames, in segments of four where the format has groups.
  private func job(_ test: FormatTests.Case) throws -> Job {
    var job = try test.job(frames: 12)
    if job.outputs[0].codec.options.contains(where: { $0.name == "gop" }) {
      job.outputs[0].options = ParameterValues(
        job.outputs[0].options.entries.map { ($0.name, $0.value) } + [("gop", .number(4))])
    }
    return job
  }

  private func run(_ job: Job, _ purpose: RunPurpose, to output: String, store: String? = "store") -> [RenderEvent] {
    let events = Mutex<[RenderEvent]>([])
    var settings = RenderSettings(
      outputFolder: folder.file(output), workers: 2,
      store: store.map { StoreSettings(folder: folder.file($0), limit: .max) })
    settings.purpose = purpose
    RenderSession(jobs: [job], registry: registry, settings: settings) { event in
      events.withLock { $0.append(event) }
    }.run()
    return events.withLock { $0 }
  }

  private func files(_ output: String) -> [String: Data] { folder.files(below: output) }

  @Test(
    "What a share kept is not drawn by the run that goes on, and a join of it draws nothing; all give the same bytes",
    arguments: FormatTests.all)
  func sharesAndResumption(_ test: FormatTests.Case) throws {
    let job = try job(test)
    #expect(run(job, .deliver, to: "plain", store: nil).failures.isEmpty)
    let plain = files("plain")
    #expect(!plain.isEmpty)
    let share = run(job, .store(try #require(Share("0/2"))), to: "nothing")
    let kept = share.counts?.drawn ?? 0
    #expect(kept > 0 && folder.files(below: "nothing").isEmpty)
    let resumed = run(job, .deliver, to: "resumed")
    #expect(resumed.counts?.stored ?? 0 >= kept)
    #expect(files("resumed") == plain)
    let joined = run(job, .join(nil), to: "joined")
    #expect(joined.failures.isEmpty && joined.counts?.drawn == 0)
    #expect(joined.reasons.allSatisfy { $0 == .stored || $0.isRepeat })
    #expect(files("joined") == plain)
  }

  @Test("A run knows before it begins what the cache has of it", arguments: FormatTests.all)
  func forecast(_ test: FormatTests.Case) throws {
    let job = try job(test)
    let settings = RenderSettings(
      outputFolder: folder.file("out"), workers: 1, store: StoreSettings(folder: folder.file("store"), limit: .max))
    let planned = try PlannedJob(job, registry: registry)
    let layout = try planned.segmentLayout(settings)
    let before = try planned.forecast(layout, settings)
    #expect(before.stored == 0 && before.framesToDraw > 0)
    #expect(run(job, .deliver, to: "out").counts?.drawn == before.framesToDraw)
    let after = try planned.forecast(layout, settings)
    #expect(after.stored == after.segments && after.framesToDraw == 0)
  }

  @Test("A finished animated picture is kept, and not encoded again", arguments: ["gif", "apng", "webp", "avif"])
  func finishedPictures(ending: String) throws {
    let job = try job(FormatTests.Case(file: "a.\(ending)", background: "clear"))
    #expect(run(job, .deliver, to: "out").failures.isEmpty)
    let first = try #require(folder.bytes("out/a.\(ending)"))
    // The file that is kept is the one written, though another encoder would have made it.
    let kept = files("store/preparations").values.filter { $0.range(of: first) != nil }
    #expect(kept.count == 1)
    #expect(run(job, .deliver, to: "again").counts?.drawn == 0)
    #expect(folder.bytes("again/a.\(ending)") == first)
    var changed = job
    changed.outputs[0].options = ParameterValues([("plays", .number(3)), ("quality", .number(20))])
    #expect(run(changed, .deliver, to: "again").counts?.drawn == 0)
    #expect(folder.bytes("again/a.\(ending)") != first)
  }
}
