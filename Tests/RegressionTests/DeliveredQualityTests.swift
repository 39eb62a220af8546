import Formats
import Foundation
import JobFile
import StageKit
import TestSupport
import Testing
import Video

@testable import Regression

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

  static let slips: [Slip] = [
    Slip(name: "luma as BT.601's") { pictures in
      pictures.map { Doctor.mapped($0) { y, u, v in (y + 0.1016 * (u - 128) + 0.1961 * (v - 128), u, v) } }
    },
    Slip(name: "a frame is doubled") { Array($0[..<20] + [$0[19]] + $0[21...]) },
    Slip(name: "rows of a strip are doubled") { pictures in
      pictures.map { picture in
        let width = picture.width
        var y = Array(picture.plane(0))
        y.replaceSubrange(48 * width..<50 * width, with: y[46 * width..<48 * width])
        y += Array(picture.plane(1))
        y += Array(picture.plane(2))
        return FramePlanes(.yuv420p8, width: width, height: picture.height, bytes: y) ?? picture
      }
    },
    Slip(name: "chroma is half a sample off") { pictures in
      pictures.map { picture in
        let width = picture.width / 2
        func moved(_ plane: [UInt8]) -> [UInt8] {
          plane.indices.map { (index: Int) -> UInt8 in
            let before = index % width == 0 ? index : index - 1
            let sum: Int = Int(plane[index]) + Int(plane[before]) + 1
            return UInt8(sum / 2)
          }
        }
        var bytes = Array(picture.plane(0))
        bytes += moved(Array(picture.plane(1)))
        bytes += moved(Array(picture.plane(2)))
        return FramePlanes(.yuv420p8, width: picture.width, height: picture.height, bytes: bytes) ?? picture
      }
    },
  ]

  @Test("A fault of conversion or order is found by the frames' quality, with figures", arguments: slips)
  func isFound(_ slip: Slip) throws {
    for result in try compare(FaultyEngine(file: { path, format in try Doctor.reencode(path, format, slip.change) })) {
      let lines = result.lines.joined(separator: "\n")
      note("by another encoder: \(slip.name)", result)
      #expect(result.status == .differs, "\(lines)")
      #expect(result.causes.first?.kind == .file, "\(lines)")
      #expect(
        lines.contains("dB") || lines.contains("SSIM") || lines.contains("doubled") || lines.contains("off by"),
        "\(lines)")
    }
  }

  @Test("An encoder that decides otherwise raises no alarm about quality", arguments: ["fast", "medium", "slower"])
  func otherDecisionsPass(_ preset: String) throws {
    for result in try compare(otherEncoder(preset: preset)) {
      #expect(!result.causes.contains { $0.kind == .file }, "\(result.lines.joined(separator: "\n"))")
    }
  }

  @Test("A fault of alpha is found by its quality") func alphaIsCompared() throws {
    let registry = StageRegistry(shippedStages)
    // A soft disc on nothing.
    let text = """
      {"canvas": {"size": [96, 96], "fps": 10, "duration": 0.5, "background": "clear"},
       "stages": [{"id": "disc", "stage": "shape", "parameters": {"fill": "#3366CC80",
        "circle": {"radius": 30, "center": [48, 48]}, "shadow": {"color": "#000000C0", "blur": 12}}}],
       "outputs": [{"file": "a.webm"}]}
      """
    let clear = try job(text, "clear", in: folder, registry)
    let first = try #require(RegressionRun(registry: registry, settings: recorded.settings()).observe([clear]).first)
    var observation = try #require(first.observation)
    #expect(!first.hasFaults)
    observation.record.platform.encoder = "another encoder"
    try baseline.write(observation)
    let moved = FaultyEngine(file: { path, format in
      try Doctor.reencode(path, format) { $0.map { Doctor.alphaMoved($0, by: 1) } }
    })
    let run = RegressionRun(
      registry: registry, settings: recorded.settings(tolerance: .antialias), engine: moved)
    let result = try #require(run.compare([clear], with: baseline).first)
    note("by another encoder: alpha a column off", result)
    #expect(result.causes.first?.kind == .file, "\(result.lines)")
    #expect(result.lines.joined().contains("alpha"), "\(result.lines)")
  }

  @Test("A picture that lost what is drawn is no better than one of other colors")
  func clearPicturesAreFound() throws {
    let image = try #require(
      Image(width: 8, height: 8, premultiplied: (0..<64).flatMap { _ in [200, 100, 50, 255] as [UInt8] }))
    let whole = FramePlanes(.rgba8, width: 8, height: 8, bytes: image.pixels)
    let lost = FramePlanes(.rgba8, width: 8, height: 8, bytes: [UInt8](repeating: 0, count: 256))
    #expect(whole?.opaquePSNR(from: image) == 100 && whole?.alphaPSNR(from: image) == 100)
    #expect(lost?.opaquePSNR(from: image) == 0 && lost?.alphaPSNR(from: image) == 0)
  }

  @Test(
    "A fault of the delivered sound is found by its levels",
    arguments: [("pan", ParameterValue.number(-0.5)), ("gain", .number(-3)), ("speed", .number(1.25))])
  func soundIsCompared(_ name: String, _ value: ParameterValue) throws {
    let registry = StageRegistry(shippedStages)
    // Loud and soft in turn.
    let wave = (0..<96_000).map { index -> Float in
      let level = (index / 24_000) % 2 == 0 ? 0.2 : 0.02
      return Float(level * sin(Double(index) * .pi / 240))
    }
    try Data(wavBytes(wave, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tone.wav")))
    let text = """
      {"canvas": {"size": [64, 64], "fps": 10, "duration": 2}, "loudness": "as is",
       "stages": [{"id": "sky", "stage": "backdrop", "parameters": {"paint": "#123456"}}],
       "sounds": [{"id": "music", "file": "tone.wav"}]}
      """
    let film = try job(text, "film", in: folder, registry)
    let first = try #require(RegressionRun(registry: registry, settings: recorded.settings()).observe([film]).first)
    var observation = try #require(first.observation)
    #expect(!first.hasFaults)
    observation.record.platform.encoder = "another encoder"
    try baseline.write(observation)
    func result(_ engine: any RegressionEngine) throws -> JobResult {
      let run = RegressionRun(
        registry: registry, settings: recorded.settings(tolerance: .antialias), engine: engine)
      return try #require(run.compare([film], with: baseline).first)
    }
    #expect(try result(StandardEngine()).status == .passed)
    let found = try result(
      OtherJobs { job in
        let others = job.sounds[0].parameters.entries.map { ($0.name, $0.value) }
        job.sounds[0].parameters = ParameterValues(others + [(name, value)])
      })
    note("by another encoder: another \(name) of the sound", found)
    #expect(found.causes.map(\.kind) == [.file], "\(found.lines)")
    #expect(found.lines.joined().contains("its sound is not the baseline's"), "\(found.lines)")
  }

  /// Pictures that any encoder spoils at a high rate factor.
  static let spoiledPictures = [
    // Fine stripes in colors, in fewer pixels than a macroblock has.
    """
    {"canvas": {"size": [64, 36], "fps": 10, "duration": 0.5, "background": "#FF0000"},
     "stages": [\((0..<16).map { index in
      """
      {"id": "s\(index)", "stage": "shape", "parameters": {"fill": "#0000FF",
       "rect": {"size": [1, 36], "center": [\(Double(index) * 4 + 0.5), 18]}}}
      """ }.joined(separator: ","))],
     "outputs": [{"file": "small.mp4", "crf": 40}]}
    """,
    // A move that is left out.
    """
    {"canvas": {"size": [96, 64], "fps": 10, "duration": 1, "background": "#FE8923"},
     "stages": [{"id": "s", "stage": "shape", "parameters": {"fill": "#D123C9",
      "rect": {"size": [8, 16], "center": [90, 20]},
      "rotation": {"keyframes": [{"at": 0, "value": 0}, {"at": 1, "value": 110}]}}}],
     "outputs": [{"file": "small.mp4", "crf": 40}]}
    """,
  ]

  @Test(
    "What was accepted passes: a small picture that any encoder spoils is below its codec's floor from the beginning",
    arguments: spoiledPictures)
  func smallPictures(_ text: String) throws {
    let registry = StageRegistry(shippedStages)
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
