import Foundation
import JobFile
import StageKit
import Store
import Synchronization
import TestSupport
import Testing
import Text
import Video

@testable import Rendering

@Suite("Preparations in the cache")
struct PreparationTests {
  let folder: TemporaryFolder
  let cache: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
  }

  private func star(_ seed: Int) throws -> Job {
    try job("star", frames: 30, stages: #"{"id": "star", "stage": "star", "parameters": {"seed": \#(seed)}}"#)
  }

  private func run(_ job: Job, verified: Double = 0) -> [RenderEvent] {
    render([job], to: folder, store: StoreSettings(folder: cache.path, verifiedShare: verified))
  }

  private func files(_ kind: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: cache.path + "/" + kind)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.count > 4 }.map { "\(cache.path)/\(kind)/\($0)" }
  }

  private func madeCount(_ seed: Int) -> Int { Star.made.withLock { $0[seed] ?? 0 } }

  @Test("What a stage prepares for one variant of a job, the next ones take over")
  func variants() throws {
    let stages = #"{"id": "star", "stage": "star", "parameters": {"seed": 77}}"#
    let jobs = try (0..<3).map { try job("variant-\($0)", frames: 10 + $0, stages: stages) }
    #expect(render(jobs, to: folder).failures.isEmpty)
    #expect(madeCount(77) == 1)
    let shared = SharedPlanning()
    for job in jobs { _ = try PlannedJob(job, registry: registry, shared: shared) }
    #expect(madeCount(77) == 2)
  }

  @Test("What a stage and the drawing prepare is stored; without segments, it gives the same bytes")
  func stored() throws {
    _ = run(try star(1))
    #expect(madeCount(1) == 1)
    #expect(files("preparations").count == 2)
    let first = try #require(folder.bytes("star.mp4"))
    for file in files("segments") { try FileManager.default.removeItem(atPath: file) }
    let events = run(try star(1))
    #expect(events.counts?.drawn == 30)
    #expect(madeCount(1) == 1)
    #expect(folder.bytes("star.mp4") == first)
    let plain = try TemporaryFolder()
    _ = render([try star(1)], to: plain)
    #expect(plain.bytes("star.mp4") == first)
    #expect(ContentStore(folder: cache.path, limit: .max).status().kinds[.preparations]?.entries == 2)
  }

  @Test("Damaged preparations are found, reported, and made again")
  func damage() throws {
    _ = run(try star(2))
    let first = folder.bytes("star.mp4")
    for file in files("segments") { try FileManager.default.removeItem(atPath: file) }
    for file in files("preparations") {
      var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      bytes[bytes.count - 40] ^= 1
      try bytes.write(to: URL(fileURLWithPath: file))
    }
    let events = run(try star(2))
    #expect(events.notes.count { $0.contains("a preparation in the cache") } == 2)
    #expect(madeCount(2) == 2)
    #expect(folder.bytes("star.mp4") == first)
    #expect(run(try star(2)).notes.isEmpty)
    #expect(madeCount(2) == 2)
  }

  @Test("Another key is made again, and so is everything while the cache is verified")
  func keys() throws {
    _ = run(try star(3))
    _ = run(try star(4))
    #expect(madeCount(4) == 1)
    let events = run(try star(3), verified: 1)
    #expect(events.failures.isEmpty)
    #expect(madeCount(3) == 2)
  }

  @Test("A decoded picture is read from the cache, until its file's bytes change")
  func picture() throws {
    let notes = Mutex(0)
    let store = SegmentStore(StoreSettings(folder: cache.path)) { _ in notes.withLock { $0 += 1 } }
    let text =
      #"{"name": "p", "canvas": {"size": [8, 8], "duration": 1}, "stages": [{"id": "d", "stage": "disc"}],"#
      + #" "outputs": [{"file": "p.mp4"}]}"#
    let job = try #require(
      JobReader.read(bytes: Array(text.utf8), file: folder.path + "/p.json", registry: registry).job)
    let path = folder.path + "/p.png"
    func image() throws -> Image {
      try JobContext(job, text: TextEngine(), diskCache: PreparationDiskCache(store)).context(
        of: job.stages[0], heard: []
      )
      .image(FileReference(literal: "p.png", path: path))
    }
    func write(_ level: UInt8) throws {
      let image = try #require(Image(width: 4, height: 3, premultiplied: Array(repeating: level, count: 48)))
      try writePNG(image, to: path)
    }
    try write(10)
    let first = try image()
    #expect(files("preparations").count == 1)
    #expect(try image() == first)
    try write(200)
    #expect(try image() != first)
    #expect(files("preparations").count == 2)
    #expect(notes.withLock { $0 } == 0)
  }

  @Test("The program's identity is of StageKit's library too")
  func identity() {
    #expect(ProgramIdentity.mappedFiles.contains { $0.hasSuffix("/libStageKit.so") })
  }

  @Test("A forecast counts what is in the cache")
  func forecast() throws {
    let job = try job("pulse", frames: 240, stages: LoopTests.pulse)
    let prepared = try PlannedJob(job, registry: registry)
    let settings = RenderSettings(
      outputFolder: folder.path, workers: 1, store: StoreSettings(folder: cache.path))
    let layout = try prepared.segmentLayout(settings)
    let before = try prepared.forecast(layout, settings)
    #expect(before.segments == layout.segments.count)
    #expect(before.stored == 0)
    let drawn = try #require(run(job).counts?.drawn)
    #expect(before.framesToDraw == drawn)
    let after = try prepared.forecast(layout, settings)
    #expect(after == RenderForecast(segments: layout.segments.count, stored: layout.segments.count, framesToDraw: 0))
    try FileManager.default.removeItem(atPath: try #require(files("segments").min()))
    let partly = try prepared.forecast(layout, settings)
    #expect(partly.stored < after.stored)
    #expect(partly.framesToDraw > 0 && partly.framesToDraw < before.framesToDraw)
  }
}
