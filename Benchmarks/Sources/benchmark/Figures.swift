import Foundation
import JobFile
import StageKit

/// All that is measured of a scene.
struct Figures: Codable {
  var frames: Int
  var costs: FrameCosts
  /// Seconds that a whole run took.
  var whole: Double?
  /// Seconds that the encoder alone took.
  var encoder: Double?
  /// Which encoder that was.
  var encoderName: String?
  /// Bytes of memory at their greatest in a whole run, and in ffmpeg's encoder on one thread.
  var peak: Double?
  var singleEncoderPeak: Double?
  /// The same of a whole run with one worker, beyond this project's own encoder fed with the frames.
  var share: Double?

  var ratio: Double? { whole.flatMap { whole in encoder.map { whole / $0 } } }
}

/// Measures a scene, each part in a process of its own.
struct SceneMeasurement {
  let scene: Scene
  let options: Options
  let registry: StageRegistry

  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path

  func figures() throws -> Figures {
    let job = try scene.job(registry, options)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let raw = "\(folder)/frames.yuv"
    let costs = try child("frames", output: options.drawsOnly ? "" : raw).output
    var figures = Figures(
      frames: job.frameCount, costs: try JSONDecoder().decode(FrameCosts.self, from: Data(costs.utf8)))
    if options.drawsOnly { return figures }
    let hasTool = (try? runChild("ffmpeg", ["-version"])) != nil
    figures.encoderName = hasTool ? "ffmpeg" : "own"
    for _ in 0..<options.rounds {
      let whole = try child("whole", output: folder)
      figures.whole = min(figures.whole ?? .infinity, whole.wall)
      figures.peak = max(figures.peak ?? 0, whole.peak)
      let alone =
        try hasTool
        ? runChild(
          "ffmpeg",
          encoderArguments(
            job, keyFrames: figures.costs.keyFrames, rawFile: raw, threads: nil, output: "\(folder)/alone.mp4"))
        : child("encode", output: raw)
      figures.encoder = min(figures.encoder ?? .infinity, alone.wall)
    }
    if hasTool {
      let arguments = encoderArguments(
        job, keyFrames: figures.costs.keyFrames, rawFile: raw, threads: 1, output: "\(folder)/alone.mp4")
      figures.singleEncoderPeak = try runChild("ffmpeg", arguments).peak
    }
    figures.share = try child("whole", output: folder, workers: 1).peak - child("encode", output: raw).peak
    return figures
  }

  private func child(_ kind: String, output: String, workers: Int? = nil) throws -> ChildCost {
    let workers = workers ?? options.workers
    var arguments = ["--measure", kind, scene.file, "--output", output, "--workers", "\(workers)"]
    if let frames = options.frames { arguments += ["--frames", "\(frames)"] }
    if let preset = options.preset { arguments += ["--preset", preset] }
    return try runChild(Self.program, arguments)
  }

  /// The part that runs in the other process.
  static func perform(_ kind: String, _ file: String, _ options: Options, _ registry: StageRegistry) throws {
    if kind == "convert" { return try write(ConversionCost.measure()) }
    if kind == "layers" { return try write(LayerCosts.measure()) }
    let job = try Scene(name: "", file: file).job(registry, options)
    switch kind {
    case "whole": try renderWhole(job, registry, workers: options.workers, into: options.output)
    case "encode": try encodeAlone(job, rawFile: options.output)
    case "scaling": try write(Scaling.measure(job, registry, workers: options.workers))
    default: try write(FrameCosts.measure(job, registry, rawFile: options.output))
    }
  }

  private static func write(_ figures: some Encodable) throws {
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }
}
