import Foundation
import JobFile
import Messages
import StageKit

/// A job to measure.
struct Scene {
  var name: String
  var file: String

  /// Jobs that ship: something small that moves on still ground, then letters and numbers, liquid and particles, a clip on a
  /// device, an SVG file with text on a path, and a shutter.
  private static let shipped = [
    "halo-classic", "jumping-pin", "passport", "text-motion", "celebrate", "device", "badge", "motion-blur",
  ]

  static func all(in folder: String) -> [Scene] {
    let own = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/jobs")) ?? []
    return own.filter { $0.hasSuffix(".json") }.sorted().map { name in
      Scene(name: String(name.dropLast(".json".count)), file: "\(folder)/jobs/\(name)")
    } + shipped.map { Scene(name: $0, file: "\(folder)/../jobs/\($0).json") }
  }

  /// Reads the job, with the options' frames and preset. Throws what is wrong with it.
  func job(_ registry: StageRegistry, _ options: Options) throws -> Job {
    guard let data = FileManager.default.contents(atPath: file) else { throw BenchmarkError("\(file): cannot be read") }
    // Large maps lie beside the project's folder.
    let folder = (file as NSString).deletingLastPathComponent
    let policy = JobPolicy(readableFolders: ["\(folder)/../../../shared", "\(folder)/../../jobs"])
    let reading = JobReader.read(
      bytes: [UInt8](data), file: file, registry: registry, policy: policy, messages: Messages())
    let errors = reading.diagnostics.filter { $0.severity == .error }
    guard var job = reading.job, errors.isEmpty else {
      throw BenchmarkError(errors.map(\.description).joined(separator: "\n"))
    }
    if let frames = options.frames { job.frameCount = min(job.frameCount, frames) }
    job.outputs = [job.outputs[0]]
    if let preset = options.preset {
      let others = job.outputs[0].options.entries.filter { $0.name != "preset" }.map { ($0.name, $0.value) }
      job.outputs[0].options = ParameterValues(others + [("preset", .text(preset))])
    }
    return job
  }
}
