import Foundation
import JobFile
import StageKit
import TestSupport
import Testing

@testable import Rendering

@Suite("What variants share")
struct VariantReuseTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("id,fill\nred,#F00\ngreen,#0F0\nblue,#00F\n", to: "rows.csv")
  }

  /// Three rows: a disc that moves all the time, and one of the row's color in the third second of six.
  private func jobs() throws -> [Job] {
    let text = """
      {"canvas": {"size": [64, 48], "fps": 30, "duration": 6, "background": "#203040"}, "variables": {"fill": "#FFF"},
       "variants": {"row": {"data": "rows.csv"}},
       "stages": [
         {"id": "pulse", "stage": "pulse", "parameters": {"period": 7.3}},
         {"id": "mark", "stage": "disc", "start": 2.5, "duration": 1, "parameters": {"color": "$fill"}}]}
      """
    return try JobReader.variants(bytes: Array(text.utf8), file: folder.file("job.json"), registry: registry).map {
      #expect($0.diagnostics == [])
      return try #require($0.job)
    }
  }

  @Test("Seconds before and after what a row changes are drawn once for all rows, with the bytes of a run of its own")
  func rows() throws {
    let (together, alone, cache) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    let store = StoreSettings(folder: cache.path, limit: .max)
    let counts = try jobs().map { try #require(render([$0], to: together, store: store).counts) }
    #expect(counts[0].drawn == 180)
    for later in counts.dropFirst() {
      #expect(later.drawn >= 30 && later.drawn <= 60)
      #expect(later.stored == 180 - later.drawn)
    }
    _ = render(try jobs(), to: alone)
    #expect(together.names == ["job-blue.mp4", "job-green.mp4", "job-red.mp4"])
    for name in together.names { #expect(together.bytes(name) == alone.bytes(name)) }
    #expect(Set(together.names.map { together.bytes($0) }).count == 3)
  }

  @Test("After a changed row, that row is drawn and no other")
  func changedRow() throws {
    let (output, cache) = (try TemporaryFolder(), try TemporaryFolder())
    let store = StoreSettings(folder: cache.path, limit: .max)
    _ = render(try jobs(), to: output, store: store)
    try folder.write("id,fill\nred,#F00\ngreen,#0FF\nblue,#00F\n", to: "rows.csv")
    let drawn = try jobs().map { render([$0], to: output, store: store).counts?.drawn ?? 0 }
    #expect(drawn[0] == 0 && drawn[2] == 0)
    #expect(drawn[1] >= 30 && drawn[1] <= 60)
  }

  @Test("Shares of all variants, joined, give the bytes of a run on one machine")
  func shares() throws {
    let (whole, joined, cache) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    let jobs = try jobs()
    _ = render(jobs, to: whole)
    func run(_ purpose: RunPurpose) {
      var settings = RenderSettings(
        outputFolder: joined.path, workers: 2, store: StoreSettings(folder: cache.path, limit: .max))
      settings.purpose = purpose
      RenderSession(jobs: jobs, registry: registry, settings: settings) { event in
        if case .failed(_, let failure) = event { Issue.record("\(failure)") }
      }.run()
    }
    for index in 0..<3 { run(.store(try #require(Share("\(index)/3")))) }
    run(.join(Share("0/3")))
    #expect(joined.names == whole.names)
    for name in whole.names { #expect(joined.bytes(name) == whole.bytes(name)) }
  }

  @Test("A sheet shows each variant when most of it is there")
  func fullestFrame() throws {
    for job in try jobs() {
      let frame = try VariantSheet.fullestFrame(of: PlannedJob(job, registry: registry))
      #expect((75..<105).contains(frame))
    }
  }
}
