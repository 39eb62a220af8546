import Formats
import Foundation
import JobFile
import Raster
import StageKit
import TestSupport
import Testing
import Video

@testable import Rendering

/// Outputs of one job that differ in size, rate, range and background.
@Suite("Several outputs of a job")
struct OutputTests {
  private let disc = ##"{"id": "disc", "stage": "disc", "parameters": {"color": "#FFC04090"}}"##

  private func job(_ outputs: [String], stages: String? = nil, background: String = "#203040") throws -> Job {
    try RenderingTests.job(
      "o", frames: 60, stages: stages ?? disc, background: background, outputs: outputs.joined(separator: ","))
  }

  /// The decoded frames of a file that has alpha or is RGB.
  private func frames(_ name: String, in folder: TemporaryFolder, _ job: Job) throws -> [FramePlanes] {
    let output = try #require(job.outputs.first { $0.file == name })
    let reader = try job.format(of: output).reader(of: "\(folder.path)/\(name)", numbering: FrameNumbering())
    var frames: [FramePlanes] = []
    while let frame = try reader.next() { frames.append(frame.picture) }
    return frames
  }

  @Test("Outputs of one size and rate are drawn once, whatever their codecs and backgrounds")
  func oneDrawing() throws {
    let job = try job([
      #"{"file": "a.mp4"}"#, #"{"file": "b.mkv"}"#, #"{"file": "c.mkv", "alpha": true}"#,
      #"{"file": "d.mp4", "background": "white"}"#,
    ])
    let events = render([job], to: try TemporaryFolder(), reusesFrames: false)
    #expect(events.failures.isEmpty)
    #expect(events.counts?.drawn == 60)
    #expect(events.summaries[0].frames == 60)
  }

  @Test("Half the rate shows every second frame, and a range its part of the timeline")
  func ratesAndRanges() throws {
    let (folder, job) = (
      try TemporaryFolder(),
      try job([
        #"{"file": "a.mkv"}"#, #"{"file": "b.mkv", "fps": 15}"#, #"{"file": "c.mkv", "from": 0.5, "to": 1.5}"#,
        #"{"file": "d.mkv", "fps": 10, "from": 1}"#, #"{"file": "e.mkv", "fps": 60}"#,
      ])
    )
    #expect(render([job], to: folder).failures.isEmpty)
    let all = try frames("a.mkv", in: folder, job)
    #expect(all.count == 60)
    let even = stride(from: 0, to: 60, by: 2).map { all[$0] }
    #expect(try frames("b.mkv", in: folder, job) == even)
    #expect(try frames("c.mkv", in: folder, job) == Array(all[15..<45]))
    let thirds = stride(from: 30, to: 60, by: 3).map { all[$0] }
    #expect(try frames("d.mkv", in: folder, job) == thirds)
    let double = try frames("e.mkv", in: folder, job)
    let common = stride(from: 0, to: 120, by: 2).map { double[$0] }
    #expect(common == all)
    let first = Set(double[..<30].map(\.bytes))
    #expect(first.count == 30)
  }

  @Test("A canvas in another shape is centered, with the background around it or cut off")
  func fitting() throws {
    let (folder, job) = (
      try TemporaryFolder(),
      try job([
        ##"{"file": "whole.mkv"}"##, ##"{"file": "in.mkv", "size": [80, 48], "background": "#203040"}"##,
        #"{"file": "cut.mkv", "size": [40, 48], "fit": "cover"}"#,
        #"{"file": "box.mkv", "size": [64, 60], "background": "red"}"#,
      ])
    )
    #expect(render([job], to: folder).failures.isEmpty)
    let (whole, inside) = (try frames("whole.mkv", in: folder, job), try frames("in.mkv", in: folder, job))
    let (cut, box) = (try frames("cut.mkv", in: folder, job), try frames("box.mkv", in: folder, job))
    /// Pixels of a row in blue, green, red and padding.
    func row(_ frame: FramePlanes, _ y: Int, _ columns: Range<Int>) -> [UInt8] {
      let start = y * frame.width * 4
      return Array(frame.bytes[start + columns.lowerBound * 4..<start + columns.upperBound * 4])
    }
    let bar = [[UInt8]](repeating: [0x40, 0x30, 0x20, 0], count: 8).flatMap { $0 }
    let red = [[UInt8]](repeating: [0, 0, 255, 0], count: 64).flatMap { $0 }
    for frame in [0, 17, 59] {
      for y in 0..<48 {
        let drawn: [UInt8] = row(whole[frame], y, 0..<64)
        #expect(row(inside[frame], y, 0..<80) == bar + drawn + bar)
        #expect(row(cut[frame], y, 0..<40) == row(whole[frame], y, 12..<52))
      }
      #expect(row(box[frame], 0, 0..<64) == red)
      #expect(row(box[frame], 5, 0..<64) == red)
      #expect(row(box[frame], 54, 0..<64) == red)
    }
  }

  @Test("A background laid under a clear drawing is within a level of drawing on it")
  func backgrounds() throws {
    let names = ["black", "white", "magenta"]
    let together = try job(
      names.map { #"{"file": "\#($0).mkv", "background": "\#($0)"}"# } + [#"{"file": "clear.mkv"}"#],
      background: "clear")
    let folder = try TemporaryFolder()
    #expect(render([together], to: folder).counts?.drawn == 60)
    for name in names {
      let alone = try job([#"{"file": "\#(name).mkv"}"#], background: name)
      let other = try TemporaryFolder()
      #expect(render([alone], to: other).failures.isEmpty)
      for (a, b) in zip(try frames("\(name).mkv", in: folder, together), try frames("\(name).mkv", in: other, alone)) {
        #expect(zip(a.bytes, b.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      }
    }
  }

  @Test("What blends with the background is drawn on each background")
  func blending() throws {
    let stages = disc + #", {"id": "filter", "stage": "filter"}"#
    let both = try job(
      [##"{"file": "a.mkv", "background": "#C0A080"}"##, ##"{"file": "b.mkv"}"##], stages: stages, background: "clear")
    let alone = try job([##"{"file": "a.mkv"}"##], stages: stages, background: "#C0A080")
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    #expect(render([both], to: folder).failures.isEmpty)
    #expect(render([alone], to: other).failures.isEmpty)
    #expect(try frames("a.mkv", in: folder, both) == frames("a.mkv", in: other, alone))
  }

  @Test("A sheet that no picture holds is refused with its place before anything is drawn")
  func largeSheet() throws {
    for (columns, size) in [(400, "25600 × 48"), (1, "64 × 19200")] {
      var job = try job([#"{"file": "a.mp4"}, {"file": "a.png", "sprite": {"columns": \#(columns)}}"#])
      job.frameCount = 400
      let folder = try TemporaryFolder()
      let events = render([job], to: folder)
      guard case .badJob(let diagnostics)? = events.failures.first else {
        Issue.record("it was not refused")
        continue
      }
      #expect(diagnostics.map(\.path) == ["outputs[1]"])
      #expect(diagnostics[0].message.contains("\(size) pixels: a side has more than 16384"))
      #expect(events.frames(of: 0) == 0 && folder.names.isEmpty)
      let planned = try PlannedJob(job, registry: registry)
      #expect(throws: JobFailure.self) {
        try planned.segmentLayout(RenderSettings(outputFolder: folder.path, workers: 1))
      }
    }
  }

  @Test("Workers, the cache and reuse do not change the bytes of several videos")
  func bytes() throws {
    let job = try job([
      #"{"file": "a.mp4"}"#, #"{"file": "b.mp4", "fps": 24, "size": [40, 60]}"#,
      #"{"file": "c.mkv", "from": 1, "alpha": true}"#, #"{"file": "p/{frame}.png", "fps": 5, "size": 0.5}"#,
    ])
    let folders = try (0..<4).map { _ in try TemporaryFolder() }
    let store = StoreSettings(folder: try TemporaryFolder().path)
    _ = render([job], to: folders[0], workers: 1)
    _ = render([job], to: folders[1], workers: 4, store: store)
    #expect(render([job], to: folders[2], store: store).counts?.drawn == 0)
    _ = render([job], to: folders[3], reusesFrames: false)
    let first = folders[0].files()
    #expect(first.count == 13)
    for folder in folders.dropFirst() { #expect(folder.files() == first) }
  }

  @Test("Frames of the job stand for their time in outputs of other rates and ranges")
  func someFrames() throws {
    let (folder, job) = (
      try TemporaryFolder(),
      try job([#"{"file": "a.mkv"}"#, #"{"file": "b.mkv", "fps": 10}"#, #"{"file": "c.mkv", "from": 1.5}"#])
    )
    let events = render([job], to: folder, frames: 10...20)
    #expect(events.failures.isEmpty)
    #expect(try frames("a.mkv", in: folder, job).count == 11)
    // At 12/30, 15/30 and 18/30 s.
    #expect(try frames("b.mkv", in: folder, job).count == 3)
    #expect(events.summaries[0].files.map { ($0.path as NSString).lastPathComponent } == ["a.mkv", "b.mkv"])
  }

  @Test("An output that does not loop as it says is an error that names the stage")
  func loops() throws {
    let pulse = #"{"id": "pulse", "stage": "pulse", "parameters": {"period": 0.5}}"#
    let good = try job([#"{"file": "a.mkv", "from": 0.5, "to": 1.5, "loop": true}"#], stages: pulse)
    #expect(render([good], to: try TemporaryFolder()).failures.isEmpty)
    let bad = try job([#"{"file": "a.mkv", "from": 0.5, "to": 1.4, "loop": true}"#], stages: pulse)
    guard case .badJob(let faults)? = render([bad], to: try TemporaryFolder()).failures.first else {
      Issue.record("the loop was accepted")
      return
    }
    #expect(faults.count == 1 && faults[0].message.contains("'pulse.size'") && faults[0].message.contains("0.5 s"))
  }
}
