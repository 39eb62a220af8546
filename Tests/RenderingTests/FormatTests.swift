import Formats
import Foundation
import JobFile
import Planning
import Raster
import StageKit
import TestSupport
import Testing
import Video

@testable import Rendering

/// The promises of runs, for every output format.
@Suite("Output formats of runs")
struct FormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    /// Further members of the output.
    var options = ""
    var background = "#203040"
    var testDescription: String { "\(file) \(options) on \(background)" }
    var output: String { #"{"file": "\#(file)"\#(options.isEmpty ? "" : ", " + options)}"# }
    /// The format's own job, of 10 frames a second: a disc that moves, then a loop.
    func job(frames: Int = 30) throws -> Job {
      let stages = """
        {"id": "disc", "stage": "disc", "duration": 1, "parameters": {"color": "#FFC04090"}},
        {"id": "pulse", "stage": "pulse", "start": 1, "parameters": {"period": 0.5}}
        """
      var job = try RenderingTests.job(
        "f", frames: frames * 3, stages: stages, background: background, outputs: output)
      // Some encoders take no shorter sides.
      (job.pixelWidth, job.pixelHeight) = (80, 80)
      job.frameRate = try #require(FrameRate(10))
      job.frameCount = frames
      return job
    }
  }

  static let lossless = [
    Case(file: "a.mkv"), Case(file: "a.mkv", background: "clear"), Case(file: "a.mkv", background: "#20304080"),
    Case(file: "a.mkv", options: #""depth": 10"#, background: "clear"), Case(file: "a.mkv", options: #""depth": 16"#),
    Case(file: "a.mkv", options: #""depth": 16"#, background: "clear"), Case(file: "p/a-{frame}.png"),
    Case(file: "p/a-{frame}.png", background: "clear"),
    Case(file: "p/a-{frame}.png", options: #""depth": 16"#, background: "clear"), Case(file: "a.apng"),
    Case(file: "a.apng", background: "clear"), Case(file: "a.webp"), Case(file: "a.webp", background: "#20304080"),
  ]
  static let all =
    lossless + [
      Case(file: "a.mp4"), Case(file: "a.mov"), Case(file: "a.mp4", options: #""codec": "hevc", "depth": 10"#),
      Case(file: "a.mp4", options: #""codec": "av1""#),
      Case(file: "a.webm"), Case(file: "a.webm", background: "clear"),
      Case(file: "a.mov", background: "clear"), Case(file: "a.mov", options: #""codec": "prores""#),
      Case(file: "a.gif"), Case(file: "a.gif", background: "clear"),
      Case(file: "a.avif", background: "clear"), Case(file: "p/a-{frame}.jpg"),
      Case(file: "a.png", options: #""poster": {"at": 0.5}"#, background: "clear"),
      Case(file: "a.png", options: #""sprite": {"columns": 4}"#, background: "clear"),
      Case(file: "a.mp4", options: #""alpha": "stacked""#),
    ]

  private func decoded(_ test: Case, _ job: Job, _ folder: TemporaryFolder, from first: Int = 0) throws -> [FramePlanes]
  {
    let format = try job.format(of: job.outputs[0])
    let reader = try format.reader(
      of: "\(folder.path)/\(test.file)", numbering: FrameNumbering(firstFrame: first, frameCount: job.frameCount))
    var frames: [FramePlanes] = []
    while let frame = try reader.next() { frames.append(frame.picture) }
    return frames
  }

  private func drawn(_ job: Job, _ frames: Range<Int>) throws -> [FramePlanes] {
    let plan = try PlannedJob(job, registry: registry).plan
    let format = try job.format(of: job.outputs[0])
    return try frames.map { frame in
      let renderer = FrameRenderer(
        width: job.pixelWidth, height: job.pixelHeight, background: job.composition.background,
        cache: ResourceCache())
      var sink = PlaneSink(format.pixelFormat, width: job.pixelWidth, height: job.pixelHeight)
      renderer.render(try plan.evaluate(at: plan.seconds(ofFrame: frame)).picture, into: &sink)
      return sink.planes
    }
  }

  @Test("Decoded frames are the drawn ones exactly, alpha included", arguments: lossless)
  func framesAreExact(_ test: Case) throws {
    let (folder, job) = (try TemporaryFolder(), try test.job())
    let events = render([job], to: folder)
    #expect(events.failures.isEmpty)
    let decoded = try decoded(test, job, folder)
    #expect(decoded == (try drawn(job, 0..<30)))
    if test.background == "clear" {
      #expect(decoded[0].format.alpha == .straight && decoded[0].bytes.contains(0))
    } else if test.background == "#203040" {
      #expect(decoded[0].format.alpha == .none)
    }
  }

  @Test("One worker, many workers, and no reuse give the same bytes", arguments: all)
  func workersDoNotMatter(_ test: Case) throws {
    let job = try test.job()
    let folders = try (0..<3).map { _ in try TemporaryFolder() }
    _ = render([job], to: folders[0], workers: 1)
    _ = render([job], to: folders[1], workers: 4)
    _ = render([job], to: folders[2], workers: 2, reusesFrames: false)
    let first = folders[0].files()
    #expect(!first.isEmpty)
    #expect(folders[1].files() == first && folders[2].files() == first)
  }

  @Test("A second run takes all from the cache, and a changed one what it can", arguments: all)
  func storeIsUsed(_ test: Case) throws {
    let (folder, store, fresh) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    let settings = StoreSettings(folder: store.path)
    #expect(render([try test.job()], to: folder, store: settings).counts?.stored == 0)
    let first = folder.files()
    let again = render([try test.job()], to: folder, store: settings)
    #expect(again.counts?.drawn == 0)
    #expect(again.reasons.allSatisfy { $0 == .stored || $0.isRepeat })
    #expect(folder.files() == first)
    let longer = render([try test.job(frames: 35)], to: folder, store: settings)
    #expect((longer.counts?.stored ?? 0) + (longer.counts?.repeated ?? 0) > 0)
    _ = render([try test.job(frames: 35)], to: fresh)
    #expect(folder.files() == fresh.files())
  }

  @Test("Only some frames are delivered where a run asks for them", arguments: lossless)
  func someFrames(_ test: Case) throws {
    let (folder, job) = (try TemporaryFolder(), try test.job())
    let events = render([job], to: folder, frames: 10...19)
    #expect(events.failures.isEmpty)
    #expect(try decoded(test, job, folder, from: 10) == drawn(job, 10..<20))
    #expect(events.summaries.first?.files.first?.bytes == folder.files().values.reduce(0) { $0 + $1.count })
  }

  @Test("Outputs of several formats are drawn once, each as it would be alone")
  func severalFormats() throws {
    let outputs = ["a.mp4", "a.mkv", "a.gif", "p/a-{frame}.png"].map { #"{"file": "\#($0)"}"# }
    let (together, alone) = (try TemporaryFolder(), try TemporaryFolder())
    let disc = #"{"id": "disc", "stage": "disc"}"#
    let events = render(
      [try job("f", frames: 40, stages: disc, outputs: outputs.joined(separator: ", "))], to: together)
    #expect(events.counts?.drawn ?? 0 <= 40)
    for output in outputs { _ = render([try job("f", frames: 40, stages: disc, outputs: output)], to: alone) }
    #expect(together.files().count == 43)
    #expect(together.files() == alone.files())
  }

  @Test("An opaque codec on a background that is not opaque is refused with what to do")
  func opaqueCodecIsRefused() throws {
    for background in ["clear", "#20304080"] {
      let folder = try TemporaryFolder()
      let events = render([try Case(file: "a.mp4", background: background).job()], to: folder)
      guard case .badJob(let diagnostics)? = events.failures.first else {
        Issue.record("it was not refused")
        continue
      }
      let text = diagnostics.map(\.description).joined()
      #expect(
        text.hasPrefix(
          "f.json:5:14: outputs[0]: the background is not opaque, but h264 carries no alpha. Give the output a "
            + "'background', or deliver "))
      for codec in Codecs.all where codec.hasAlpha { #expect(text.contains("'\(codec.name)' (.")) }
      #expect(folder.names == [])
    }
  }

  @Test("Files of others are not replaced", arguments: all)
  func foreignFilesStay(_ test: Case) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/\(test.file.replacing("{frame}", with: "0007"))"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    #expect(render([try test.job()], to: folder).failures.count == 1)
    #expect(folder.files().count == 1)
  }
}

extension SegmentOutcome.Reason {
  var isRepeat: Bool { if case .repeats = self { true } else { false } }
}
