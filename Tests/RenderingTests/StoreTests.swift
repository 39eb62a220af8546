import Foundation
import JobFile
import Rendering
import StageKit
import Store
import TestSupport
import Testing

@Suite("Rendering with a store")
struct StoreTests {
  let folder: TemporaryFolder
  let cache: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
  }

  private func run(_ job: Job, verified: Double = 0, workers: Int = 2) -> [RenderEvent] {
    render(
      [job], to: folder, workers: workers, store: StoreSettings(folder: cache.path, verifiedShare: verified))
  }

  private func plain(_ job: Job) throws -> Data {
    let other = try TemporaryFolder()
    _ = render([job], to: other)
    return try #require(other.bytes("\(job.name).mp4"))
  }

  /// The files of all stored segments, in no order.
  private var segmentFiles: [String] {
    (FileManager.default.enumerator(atPath: cache.path + "/segments")?.compactMap { $0 as? String } ?? [])
      .map { cache.path + "/segments/" + $0 }
      .filter {
        ((try? FileManager.default.attributesOfItem(atPath: $0))?[.type] as? FileAttributeType) == .typeRegular
      }
  }

  @Test("A second run draws nothing and gives the same bytes, which are those without a store")
  func secondRun() throws {
    let job = try job("same", frames: 130)
    #expect(run(job).counts == FrameCounts(drawn: 130, repeated: 0, stored: 0))
    let first = try #require(folder.bytes("same.mp4"))
    let events = run(job, workers: 1)
    #expect(events.counts == FrameCounts(drawn: 0, repeated: 0, stored: 130))
    #expect(events.reasons.allSatisfy { $0 == .stored })
    #expect(folder.bytes("same.mp4") == first)
    #expect(try plain(job) == first)
  }

  @Test("A change of the last frames renders only the segments that it touches, and reports them")
  func change() throws {
    func version(_ changes: Double) throws -> Job {
      try job(
        "cut", frames: 130,
        stages: #"{"id": "p", "stage": "pulse", "parameters": {"period": 9, "changes": \#(changes)}}"#)
    }
    _ = run(try version(1000))
    let events = run(try version(4))
    #expect(events.reasons == [.stored, .stored, .framesChanged(120...129)])
    #expect(try folder.bytes("cut.mp4") == plain(try version(4)))
    #expect(run(try version(1000)).counts?.stored == 130)
  }

  @Test("What was encoded for one output is used for another of equal settings; other settings are reported")
  func settings() throws {
    _ = run(try job("a", outputs: #"{"file": "a.mp4", "crf": 30, "preset": "veryfast"}"#))
    let other = try job(
      "b", outputs: #"{"file": "b.mp4", "crf": 30, "preset": "veryfast"}, {"file": "a.mp4", "crf": 10}"#)
    let events = run(other)
    #expect(events.reasons.allSatisfy { $0 == .settingsChanged })
    let status = ContentStore(folder: cache.path, limit: .max).status()
    #expect(status.entries == 2 * events.reasons.count + 2)
    #expect(run(other).counts?.stored == 90)
  }

  @Test("Another background or scale is another key")
  func canvas() throws {
    let stage = #"{"id": "disc", "stage": "disc"}"#
    _ = run(try job("c", frames: 60, stages: stage))
    let events = run(try job("c", frames: 60, stages: stage, background: "#000000"))
    #expect(events.reasons.allSatisfy { $0 == .canvasChanged })
  }

  @Test("A damaged segment is found, reported, and rendered again")
  func damage() throws {
    let job = try job("hurt", frames: 130)
    _ = run(job)
    let first = folder.bytes("hurt.mp4")
    let file = try #require(segmentFiles.min())
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    let events = run(job)
    #expect(events.reasons.count { $0 == .damaged } == 1)
    #expect(events.reasons.count { $0 == .stored } == events.reasons.count - 1)
    #expect(events.notes.count == 1)
    #expect(events.notes.first?.contains("damaged in the cache") == true)
    #expect(folder.bytes("hurt.mp4") == first)
    #expect(run(job).counts?.stored == 130)
  }

  @Test("Segments that are gone are reported and rendered again")
  func gone() throws {
    let job = try job("gone", frames: 130)
    _ = run(job)
    for file in segmentFiles { try FileManager.default.removeItem(atPath: file) }
    #expect(run(job).reasons.allSatisfy { $0 == .evicted })
  }

  @Test("Verifying renders what was stored and finds it equal")
  func verified() throws {
    let job = try job("sure", frames: 130)
    _ = run(job)
    let events = run(job, verified: 1)
    #expect(events.failures.isEmpty)
    #expect(events.reasons.allSatisfy { $0 == .verified })
  }

  @Test("Verifying fails loudly where a whole entry holds other frames")
  func wrongEntry() throws {
    let job = try job("wrong", frames: 60)
    _ = run(job)
    // Another drawing's segments under this one's keys, as a program that draws otherwise would have left them.
    let (a, b) = (segmentFiles, try TemporaryFolder())
    _ = render(
      [try self.otherJob()], to: folder, store: StoreSettings(folder: b.path))
    let other = ContentStore(folder: b.path, limit: .max)
    let mine = ContentStore(folder: cache.path, limit: .max)
    let foreign = try #require(
      Self.keys(in: b.path).compactMap { key in
        if case .hit(let bytes) = other.read(.segments, key) { bytes } else { nil }
      }.first)
    #expect(!a.isEmpty)
    for key in Self.keys(in: cache.path) { try mine.write(.segments, key, foreign) }
    let events = run(job, verified: 1)
    guard case .render(let message)? = events.failures.first else {
      Issue.record("expected a failure")
      return
    }
    #expect(message.contains("cannot trust the cache"))
    #expect(run(job, verified: 1).failures.count <= 1)
    #expect(run(job, verified: 1).failures.isEmpty)
  }

  private func otherJob() throws -> Job {
    try job("other", frames: 60, parameters: ##"{"color": "#FF0000"}"##)
  }

  private static func keys(in folder: String) -> [Digest] {
    let names = FileManager.default.enumerator(atPath: folder + "/segments")?.compactMap { $0 as? String } ?? []
    return names.compactMap { name in
      let digits = name.replacing("/", with: "")
      guard digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
        let low = UInt64(digits.suffix(16), radix: 16)
      else { return nil }
      return Digest(high: high, low: low)
    }
  }

  @Test("A store that cannot be written is reported once, and the video is the same")
  func unwritable() throws {
    let job = try job("slow", frames: 130)
    try Data().write(to: URL(fileURLWithPath: cache.path + "/segments"))
    let events = run(job)
    #expect(events.notes.count == 1)
    let reason = "the cache '\(cache.path)' cannot be written: '\(cache.path)/segments' is a file, not a folder. "
    #expect(events.notes.first?.hasPrefix(reason) == true)
    #expect(try folder.bytes("slow.mp4") == plain(job))
  }

  @Test("A limit below what a job needs makes its next run slower, not wrong")
  func tinyLimit() throws {
    let job = try job("tiny", frames: 130)
    for _ in 0..<2 {
      let events = render([job], to: folder, store: StoreSettings(folder: cache.path, limit: 3000))
      #expect(events.failures.isEmpty)
      #expect(try folder.bytes("tiny.mp4") == plain(job))
    }
    #expect(ContentStore(folder: cache.path, limit: .max).status().bytes <= 3000)
  }

  @Test("A cancelled run's finished segments are found by the next one")
  func resuming() throws {
    let job = try job("long", frames: 900)
    let settings = RenderSettings(
      outputFolder: folder.path, workers: 1, store: StoreSettings(folder: cache.path))
    final class Box: @unchecked Sendable { var run: RenderSession? }  // written before the run starts, read during it
    let box = Box()
    nonisolated(unsafe) var drawn = 0  // one worker: no two threads at once
    let cancelled = RenderSession(jobs: [job], registry: registry, settings: settings) { event in
      if case .frame = event { drawn += 1 }
      if drawn == 400 { box.run?.cancel() }
    }
    box.run = cancelled
    cancelled.run()
    #expect(folder.names.isEmpty)
    let stored = cancelled.storedSegments
    #expect(stored.count > 1 && stored.count < stored.total)
    let events = run(job)
    #expect(events.reasons.count { $0 == .stored } == stored.count)
    #expect(try folder.bytes("long.mp4") == plain(job))
  }

  @Test("Runs at the same time on one store give the same bytes")
  func concurrent() throws {
    let job = try job("many", frames: 200)
    let expected = try plain(job)
    let folders = try (0..<4).map { _ in try TemporaryFolder() }
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      _ = render([job], to: folders[index], store: StoreSettings(folder: cache.path))
    }
    for folder in folders { #expect(folder.bytes("many.mp4") == expected) }
  }
}
