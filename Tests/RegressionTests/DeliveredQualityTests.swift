import Formats
import Foundation
import JobFile
import Regression
import Rendering
import StageKit
import TestSupport
import Testing
import Video

/// Faults between the drawn frame and the file where bytes are not compared, since another encoder made the baseline's.
@Suite("Quality of delivered files") struct DeliveredQualityTests {
  let recorded: Recorded
  let baseline: BaselineFolder
  let folder: TemporaryFolder

  init() throws {
    recorded = try Recorded.shared.get()
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: recorded.baseline.path, toPath: "\(folder.path)/baseline")
    baseline = BaselineFolder("\(folder.path)/baseline")
    for name in baseline.jobs {
      var record = try #require(try baseline.record(name))
      record.platform.encoder = "another encoder"
      try BaselineFolder.text(record).write(to: URL(fileURLWithPath: baseline.recordPath(name)))
    }
    try folder.write(wayText, to: "way.geojson")
  }

  private func compare(_ engine: any RegressionEngine, _ names: [String] = ["scene", "loop"]) throws -> [JobResult] {
    let registry = StageRegistry(shippedStages)
    let jobs = try names.map { try job($0 == "loop" ? loopText : sceneText, $0, in: folder, registry) }
    let run = RegressionRun(
      registry: registry, settings: recorded.settings(workers: 1, tolerance: .antialias), engine: engine)
    return run.compare(jobs, with: baseline)
  }

  /// A fault of encoding, which takes frames of 4:2:0.
  struct Slip: CustomTestStringConvertible, Sendable {
    let name: String
    let change: @Sendable ([FramePlanes]) -> [FramePlanes]
    var testDescription: String { name }
  }

  static let slips = [
    Slip(name: "luma as BT.601's") { pictures in
      pictures.map { Doctor.mapped($0) { y, u, v in (y + 0.1016 * (u - 128) + 0.1961 * (v - 128), u, v) } }
    },
    Slip(name: "a frame is doubled") { Array($0[..<20] + [$0[19]] + $0[21...]) },
    Slip(name: "rows of a strip are doubled") { pictures in
      pictures.map { picture in
        let width = picture.width
        var y = Array(picture.plane(0))
        y.replaceSubrange(48 * width..<50 * width, with: y[46 * width..<48 * width])
        return FramePlanes(
          .yuv420p8, width: width, height: picture.height,
          bytes: y + Array(picture.plane(1)) + Array(picture.plane(2))) ?? picture
      }
    },
    Slip(name: "chroma is half a sample off") { pictures in
      pictures.map { picture in
        let width = picture.width / 2
        func moved(_ plane: [UInt8]) -> [UInt8] {
          plane.indices.map { UInt8((Int(plane[$0]) + Int(plane[$0 % width == 0 ? $0 : $0 - 1]) + 1) / 2) }
        }
        return FramePlanes(
          .yuv420p8, width: picture.width, height: picture.height,
          bytes: Array(picture.plane(0)) + moved(Array(picture.plane(1))) + moved(Array(picture.plane(2)))) ?? picture
      }
    },
  ]

  @Test("A fault of conversion or order is found by the frames' quality, with figures", arguments: slips)
  func isFound(_ slip: Slip) throws {
    for result in try compare(FaultyEngine(file: { path, format in try Doctor.reencode(path, format, slip.change) })) {
      let lines = result.lines.joined(separator: "\n")
      #expect(result.status == .differs, "\(lines)")
      #expect(result.causes.first?.kind == .file, "\(lines)")
      #expect(
        lines.contains("dB") || lines.contains("SSIM") || lines.contains("doubled") || lines.contains("off by"),
        "\(lines)")
    }
  }

  /// Encodes with another preset, as another version of an encoder would decide otherwise.
  struct OtherDecisions: RegressionEngine {
    let preset: String
    func drawer(_ settings: PictureSettings) -> any PictureDrawing { StandardEngine().drawer(settings) }
    func deliver(
      _ jobs: [Job], registry: StageRegistry, settings: RenderSettings,
      observe: @escaping @Sendable (RenderEvent) -> Void
    ) {
      let others = jobs.map { job in
        var job = job
        for index in job.outputs.indices {
          let options = job.outputs[index].options.entries.filter { $0.name != "preset" }.map { ($0.name, $0.value) }
          job.outputs[index].options = Parameters(options + [("preset", .text(preset))])
        }
        return job
      }
      StandardEngine().deliver(others, registry: registry, settings: settings, observe: observe)
    }
  }

  @Test("An encoder that decides otherwise raises no alarm about quality", arguments: ["fast", "medium", "slower"])
  func otherDecisionsPass(_ preset: String) throws {
    for result in try compare(OtherDecisions(preset: preset)) {
      #expect(!result.causes.contains { $0.kind == .file }, "\(result.lines.joined(separator: "\n"))")
    }
  }

  @Test(
    "What was accepted passes: a small picture that any encoder spoils is below its codec's floor from the beginning")
  func smallPictures() throws {
    let registry = StageRegistry(shippedStages)
    // Fine stripes in colors, in fewer pixels than a macroblock has.
    let text = """
      {"canvas": {"size": [64, 36], "fps": 10, "duration": 0.5, "background": "#FF0000"},
       "stages": [\((0..<16).map { index in
        """
        {"id": "s\(index)", "stage": "shape", "parameters": {"fill": "#0000FF",
         "rect": {"size": [1, 36], "center": [\(Double(index) * 4 + 0.5), 18]}}}
        """ }.joined(separator: ","))],
       "outputs": [{"file": "small.mp4", "crf": 40}]}
      """
    let small = try job(text, "small", in: folder, registry)
    let run = RegressionRun(registry: registry, settings: recorded.settings())
    let first = try #require(run.observe([small]).first)
    let observation = try #require(first.observation)
    #expect(observation.faults.contains { $0.isLowQuality })
    #expect(!first.hasFaults)
    try baseline.write(observation)
    let night = try #require(run.compare([small], with: baseline).first)
    #expect(night.status == .passed, "\(night.lines)")
  }
}
