import Foundation
import StageKit
import TestSupport
import Testing

@testable import Regression

@Suite("Lossless deliveries") struct LosslessDeliveryTests {
  private func text(_ file: String, background: String, options: String = "") -> String {
    loopText.replacing("#F2EFE9", with: background).replacing(#""duration": 2"#, with: #""duration": 0.5"#)
      .replacing(
        #""file": "loop.mp4", "preset": "veryfast", "crf": 16, "gop": 12"#, with: #""file": "\#(file)"\#(options)"#)
  }

  @Test(
    "Correct files pass, with and without alpha; recorded baselines compare as equal",
    arguments: ["loop.mkv", "p/loop-{frame}.png"], ["clear", "#F2EFE9"])
  func correctFilesPass(file: String, background: String) throws {
    let folder = try TemporaryFolder()
    let registry = StageRegistry(shippedStages)
    let job = try job(text(file, background: background), "loop", in: folder, registry)
    let settings = RegressionSettings(outputFolder: "\(folder.path)/out", workers: 2, program: "test")
    let run = RegressionRun(registry: registry, settings: settings)
    let observation = try #require(run.observe([job]).first?.observation)
    #expect(observation.faults == [])
    let output = try #require(observation.record.outputs.first)
    #expect(output.codec == (file.hasSuffix("png") ? "png" : "ffv1"))
    #expect(output.options == ["depth": "8"] && output.bytes > 0)
    let baseline = BaselineFolder("\(folder.path)/baseline")
    try baseline.write(observation)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(baseline.path)/loop")
    #expect(names.contains { $0.hasPrefix("before-") && $0.hasSuffix(".mkv") } == file.hasSuffix("mkv"))
    #expect(run.compare([job], with: baseline).map(\.status) == [.passed])
  }

  @Test(
    "Correct files of lossy codecs pass, and what their baselines recorded compares as equal",
    arguments: [
      ("a.mov", "#F2EFE9", ""), ("a.mov", "clear", ""), ("a.mov", "#F2EFE9", #", "codec": "prores""#),
      ("a.mov", "clear", #", "profile": "4444xq""#), ("a.webm", "#F2EFE9", ""), ("a.webm", "clear", ""),
      ("a.webm", "#F2EFE9", #", "codec": "av1", "depth": 10"#), ("a.mp4", "#F2EFE9", #", "codec": "av1""#),
      ("a.mp4", "#F2EFE9", #", "codec": "hevc""#), ("a.mov", "#F2EFE9", #", "codec": "hevc", "depth": 10"#),
      ("a.mp4", "#F2EFE9", #", "chroma": "4:4:4""#), ("a.mkv", "clear", #", "depth": 16"#),
    ])
  func lossyFilesPass(file: String, background: String, options: String) throws {
    let folder = try TemporaryFolder()
    let registry = StageRegistry(shippedStages)
    let job = try job(text(file, background: background, options: options), "loop", in: folder, registry)
    let settings = RegressionSettings(outputFolder: "\(folder.path)/out", workers: 2, program: "test")
    let run = RegressionRun(registry: registry, settings: settings)
    let observation = try #require(run.observe([job]).first?.observation)
    #expect(observation.faults == [])
    let baseline = BaselineFolder("\(folder.path)/baseline")
    try baseline.write(observation)
    #expect(run.compare([job], with: baseline).map(\.status) == [.passed])
  }

  @Test("A single wrong pixel of one frame is found", arguments: ["loop.mkv", "p/loop-{frame}.png"])
  func wrongPixelIsFound(file: String) throws {
    let folder = try TemporaryFolder()
    let registry = StageRegistry(shippedStages)
    let job = try job(text(file, background: "clear"), "loop", in: folder, registry)
    // The expected picture has a pixel that the delivered file does not have.
    let engine = FaultyEngine(pixels: { pixels, width in
      let middle = (48 * width + 48) * 4
      pixels[middle] = pixels[middle] > 128 ? 0 : 255
    })
    let settings = RegressionSettings(outputFolder: "\(folder.path)/out", workers: 2, program: "test")
    let result = try #require(
      RegressionRun(registry: registry, settings: settings, engine: engine).observe([job]).first)
    #expect(result.hasFaults)
    let observation = try #require(result.observation)
    #expect(observation.faults.first?.text == "has 1 pixels that are not what was drawn, the first at 48, 48")
    #expect(observation.faults.first?.frame == 0)
  }
}
