import Foundation
import JobFile
import StageKit
import Synchronization
import TestSupport
import Testing

@testable import Rendering

@Suite("Shares of runs")
struct ShareTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func jobs() throws -> [Job] {
    [
      try job("long", frames: 400),
      try job("short", frames: 12),
      try job("two", frames: 130, outputs: #"{"file": "a.mp4", "preset": "veryfast"}, {"file": "b.mkv"}"#),
      try job("loop", frames: 300, stages: #"{"id": "pulse", "stage": "pulse"}"#),
    ]
  }

  /// Renders for a purpose; returns how the jobs failed, by their index.
  @discardableResult
  private func run(
    _ jobs: [Job], _ purpose: RunPurpose, workers: Int = 2, store: String = "store", to output: String = "out"
  ) -> (failures: [Int: JobFailure], session: RenderSession) {
    let failures = Mutex<[Int: JobFailure]>([:])
    var settings = RenderSettings(
      outputFolder: folder.url.appendingPathComponent(output).path, workers: workers,
      store: StoreSettings(folder: folder.url.appendingPathComponent(store).path, limit: .max))
    settings.purpose = purpose
    let session = RenderSession(jobs: jobs, registry: registry, settings: settings) { event in
      if case .failed(let job, let failure) = event { failures.withLock { $0[job] = failure } }
    }
    session.run()
    return (failures.withLock { $0 }, session)
  }

  private func files(_ folder: String) throws -> [String: Data] {
    let names = self.folder.names(below: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try Data(contentsOf: self.folder.url.appendingPathComponent("\(folder)/\(name)")))
      })
  }

  @Test("Any number of shares, joined, gives the bytes of a run on one machine", arguments: [1, 3, 4, 25])
  func join(_ count: Int) throws {
    let jobs = try jobs()
    #expect(run(jobs, .deliver, store: "other", to: "whole").failures.isEmpty)
    for index in (0..<count).reversed() {
      let share = try #require(Share("\(index)/\(count)"))
      #expect(run(jobs, .store(share)).failures.isEmpty)
    }
    #expect(folder.names(below: "out").isEmpty)
    #expect(run(jobs, .join(nil)).failures.isEmpty)
    let whole = try files("whole")
    #expect(whole.count == 5)
    #expect(try files("out") == whole)
  }

  @Test("Each segment is drawn by exactly one share, and by none that may skip its job")
  func numbers() throws {
    for count in [1, 2, 3, 7, 40] {
      let numbers = SegmentNumbers(counts: [5, 1, 9, 0, 3], order: [2, 0, 4, 1, 3], from: 11)
      for (job, range) in numbers.ranges.enumerated() {
        // Loops may give more segments than a job has numbers.
        for ordinal in 0..<range.count + 2 where !range.isEmpty {
          let shares = (0..<count).compactMap { Share("\($0)/\(count)") }.filter { share in
            numbers.share(ofSegment: ordinal, job: job, file: "\(job)", share) == share.index
          }
          #expect(shares.count == 1)
          #expect(shares.allSatisfy { numbers.mayConcern($0, job: job, file: "\(job)") })
        }
      }
    }
  }

  @Test("A table says who draws a segment, and numbers say it for segments that it does not have")
  func table() throws {
    var share = try #require(Share("1/3"))
    share.table = ["a": [2, 1]]
    let numbers = SegmentNumbers(counts: [3, 3], order: [0, 1], from: 0)
    #expect((0..<3).map { numbers.share(ofSegment: $0, job: 0, file: "a", share) } == [2, 1, 2])
    #expect((0..<3).map { numbers.share(ofSegment: $0, job: 1, file: "b", share) } == [0, 1, 2])
    #expect(numbers.mayConcern(share, job: 0, file: "a"))
  }

  @Test(
    "Only a share of its own count is a share",
    arguments: ["0/1", "7/8", "2/8@37", "8/8", "-1/8", "1", "1/0", "a/b", "1/2/3", "", "0/100001", "1/2@", "1/2@-3"])
  func parsing(_ text: String) {
    let share = Share(text)
    #expect(["0/1", "7/8", "2/8@37"].contains(text) ? share?.description == text : share == nil)
  }

  @Test("A join names every segment that is missing, and why, and writes only whole jobs")
  func missing() throws {
    let jobs = try jobs()
    let none = "no share of just these jobs, scale and frames has begun with this cache"
    #expect(reasons(run(jobs, .join(nil)).failures[0]) == [none])
    run(jobs, .store(try #require(Share("0/2"))))
    let failures = run(jobs, .join(nil)).failures
    #expect(reasons(failures[0]) == ["share 1/2 has not begun"])
    guard case .incomplete(let parts) = failures[0] else { return }
    #expect(parts.map { $0.stretches.map(\.segments) } == [[1...1, 3...3]])
    #expect(parts.map { $0.stretches.map(\.frames) } == [[60..<180, 300..<400]])
    #expect(folder.names(below: "out").filter { $0.contains("long") || $0.hasPrefix(".") }.isEmpty)
  }

  private func reasons(_ failure: JobFailure?) -> Set<String> {
    guard case .incomplete(let parts) = failure else { return ["\(String(describing: failure))"] }
    return Set(parts.map(\.reason))
  }

  @Test("A job that failed in a share, or was edited since, is named as the reason")
  func failedAndEdited() throws {
    var jobs = [try job("gone", frames: 60, parameters: #"{"failsAt": 1}"#), try job("edited", frames: 60)]
    let failures = run(jobs, .store(.whole)).failures
    #expect(failures.count == 1)
    jobs[1] = try job("edited", frames: 60, parameters: #"{"color": "red"}"#)
    let missing = run(jobs, .join(nil)).failures
    #expect(reasons(missing[1]) == ["the job was edited after share 0/1 had begun"])
    // Asking for the frames of the other one fails as it did in the share.
    guard case .render(let text) = missing[0] else {
      Issue.record("\(String(describing: missing[0]))")
      return
    }
    #expect(text.contains("the disc is gone"))
  }

  @Test("A share that another machine drew is the reason, with what differs")
  func elsewhere() throws {
    let jobs = [try job("long", frames: 90)]
    let path = folder.url.appendingPathComponent("store").path
    let store = SegmentStore(StoreSettings(folder: path, limit: .max)) { _ in }
    var parts = MachineIdentity.current().parts
    parts["libx264"] = "another"
    var receipt = ShareReceipts.begun(jobs)
    receipt.program = "another"
    receipt.machine = MachineIdentity(parts: parts)
    ShareReceipts(store, jobs, settings(.join(nil))).keep(receipt, of: .whole)
    #expect(reasons(run(jobs, .join(nil)).failures[0]) == ["share 0/1 was drawn with another libx264"])
  }

  /// The file of the first segment in the store, by name.
  private func storedSegment() throws -> URL {
    let segments = folder.url.appendingPathComponent("store/segments")
    let names = try #require(FileManager.default.enumerator(atPath: segments.path)?.allObjects as? [String])
    let first = try #require(names.filter { !$0.hasPrefix(".") && $0.count > 3 }.min())
    return segments.appendingPathComponent(first)
  }

  private func damage(_ file: URL) throws {
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
  }

  @Test("A damaged segment is missing from a join, never drawn")
  func damaged() throws {
    let jobs = [try job("long", frames: 400)]
    run(jobs, .store(.whole))
    try damage(try storedSegment())
    guard case .incomplete(let parts) = run(jobs, .join(nil)).failures[0] else {
      Issue.record("joined")
      return
    }
    #expect(parts.map(\.reason) == ["it was damaged in the cache and is removed"])
    #expect(folder.names(below: "out").isEmpty)
  }

  @Test(
    "A share that finds its hashes in the store draws a segment again that is damaged or gone",
    arguments: [true, false])
  func damagedInShare(_ isDamaged: Bool) throws {
    let jobs = [try job("long", frames: 400)]
    run(jobs, .store(.whole))
    let file = try storedSegment()
    let whole = try Data(contentsOf: file)
    if isDamaged { try damage(file) } else { try FileManager.default.removeItem(at: file) }
    #expect(run(jobs, .store(.whole)).failures.isEmpty)
    #expect(try Data(contentsOf: file) == whole)
  }

  @Test("Shares take over what others asked of a job's frames, and what was measured")
  func hashes() throws {
    let jobs = [try job("long", frames: 400)]
    run(jobs, .store(try #require(Share("0/2"))))
    let forecasts = try #require(run(jobs, .forecast).session.segmentForecasts[0])
    #expect(forecasts.map(\.isStored) == [true, false, true, false])
    #expect(forecasts.map { ($0.seconds ?? 0) > 0 } == [true, false, true, false])
    #expect(forecasts.map(\.frames) == [0..<60, 60..<180, 180..<300, 300..<400])
    #expect(forecasts.map(\.framesToDraw) == forecasts.map(\.frames.count))
    // Without the stage the rest of the share cannot be drawn, but what is known need not be asked for again.
    let session = RenderSession(
      jobs: jobs, registry: StageRegistry([]), settings: settings(.forecast), observe: { _ in })
    session.run()
    #expect(session.segmentForecasts[0] == forecasts)
  }

  private func settings(_ purpose: RunPurpose) -> RenderSettings {
    var settings = RenderSettings(
      outputFolder: folder.url.path, workers: 1,
      store: StoreSettings(folder: folder.url.appendingPathComponent("store").path, limit: .max))
    settings.purpose = purpose
    return settings
  }

  @Test("A file that is edited while jobs are planned never stands for what it was", arguments: [false, true])
  func editedFile(_ isEditedBetweenJobs: Bool) throws {
    let path = folder.url.appendingPathComponent("radius.txt").path
    func write(_ radius: String) throws { try radius.write(toFile: path, atomically: true, encoding: .utf8) }
    func jobs() throws -> [Job] {
      let stage = #"{"id": "disc", "stage": "from-file", "parameters": {"file": "radius.txt"}}"#
      return try ["a", "b"].map { try job($0, frames: 40, stages: stage, folder: folder.url.path + "/") }
    }
    try write("9")
    #expect(run(try jobs(), .deliver, store: "other", to: "whole").failures.isEmpty)
    // Either b's own file, or that which a has read before.
    FromFile.edits.withLock { $0[path] = "5" }
    let all = try jobs()
    let failures = run(isEditedBetweenJobs ? all : [all[1]], .store(.whole), workers: 1).failures
    FromFile.edits.withLock { $0[path] = nil }
    guard case .temporary(let text)? = failures[0] else {
      Issue.record("\(failures)")
      return
    }
    #expect(text == "a file that it reads was changed while it was planned")
    try write("9")
    run(all, .store(.whole))
    #expect(run(all, .join(nil)).failures.isEmpty)
    #expect(try files("out") == files("whole"))
  }

  @Test("A frame that is not what the stored hashes say is an error, not a picture")
  func otherFrames() throws {
    let jobs = [try job("long", frames: 90)]
    let key = try #require(run(jobs, .forecast).session.core.hashes?.key(of: jobs[0], frames: nil))
    let path = folder.url.appendingPathComponent("store").path
    let store = SegmentStore(StoreSettings(folder: path, limit: .max)) { _ in }
    let other = CachedHashes(
      warnings: [], frames: FrameHashes(digests: (0..<90).map { Digest(high: 7, low: UInt64($0)) }, cuts: []))
    HashCache(store).keep(other, under: key)
    guard case .temporary(let text) = run(jobs, .store(.whole)).failures[0] else {
      Issue.record("drawn")
      return
    }
    #expect(text.contains("differs from what the cache knows of it"))
    #expect(run(jobs, .store(.whole)).failures.isEmpty)
    #expect(run(jobs, .join(nil)).failures.isEmpty)
  }
}
