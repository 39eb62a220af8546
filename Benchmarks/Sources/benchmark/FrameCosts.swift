import CAllocationCount
import Formats
import Foundation
import JobFile
import Planning
import Raster
import Rendering
import StageKit
import Video

/// What a scene's frames cost on one thread: milliseconds of processor time a frame, or counts a frame.
struct FrameCosts: Codable {
  var stages = 0.0
  var drawing = 0.0
  var conversion = 0.0
  var encoding = 0.0
  /// Of stages, drawing and conversion.
  var allocations = 0.0
  /// Milliseconds before the first frame.
  var planning = 0.0
  var keyFrames: [Int] = []

  var sum: Double { stages + drawing + conversion + encoding }
}

extension FrameCosts {
  /// Draws a job's frames twice, once with and once without conversion, and encodes them.
  ///
  /// Two renderers take turns in who draws a frame first, so that neither finds its data in cache more often. The first
  /// frame, which brings what is prepared once, does not count. Frames go to `rawFile` as yuv420p.
  static func measure(_ job: Job, _ registry: StageRegistry, rawFile: String) throws -> FrameCosts {
    var costs = FrameCosts()
    let began = Clock.thread
    let prepared = try PlannedJob(job, registry: registry)
    costs.planning = (Clock.thread - began) * 1e3
    let plan = prepared.plan
    let cache = ResourceCache()
    let renderers = (0..<2).map { _ in
      FrameRenderer(
        width: job.pixelWidth, height: job.pixelHeight, scale: job.composition.scale,
        background: job.composition.background,
        cache: cache)
    }
    let entry = job.outputs[0]
    let format = try job.format(of: entry)
    var picture = PlaneSink(.yuv420p8, width: job.pixelWidth, height: job.pixelHeight)
    let raw = try rawFile.isEmpty ? nil : RawFile(rawFile)
    var none: [PlaneSink] = []
    var whole = 0.0
    var allocations: UInt = 0
    for segment in try prepared.segmentLayout(RenderSettings(outputFolder: "", workers: 1)).segments {
      costs.keyFrames.append(segment.lowerBound)
      let encoder = try SegmentEncoder(format)
      for frame in segment {
        var start = Clock.thread
        var count = allocation_count()
        let list = try plan.evaluate(at: plan.seconds(ofFrame: frame)).picture
        let stages = Clock.thread - start
        var made = allocation_count() - count
        for turn in [frame % 2, 1 - frame % 2] {
          start = Clock.thread
          count = allocation_count()
          if turn == 0 {
            renderers[0].render(list, into: &none)
            if frame > 0 { costs.drawing += Clock.thread - start }
          } else {
            renderers[1].render(list, into: &picture)
            if frame > 0 { whole += Clock.thread - start }
            made += allocation_count() - count
          }
        }
        try raw?.write(picture.planes.bytes)
        start = Clock.process
        try encoder.encode(picture.planes)
        costs.encoding += Clock.process - start
        if frame > 0 {
          costs.stages += stages
          allocations += made
        }
      }
      let start = Clock.process
      _ = try encoder.finish()
      costs.encoding += Clock.process - start
    }
    let count = Double(max(1, job.frameCount - 1))
    costs.conversion = max(0, whole - costs.drawing) * 1e3 / count
    costs.stages *= 1e3 / count
    costs.drawing *= 1e3 / count
    costs.encoding *= 1e3 / Double(job.frameCount)
    costs.allocations = Double(allocations) / count
    return costs
  }
}

/// Frames one after the other in a file.
private struct RawFile {
  private let handle: FileHandle

  init(_ path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else { throw BenchmarkError("\(path): cannot be written") }
    self.handle = handle
  }

  func write(_ bytes: [UInt8]) throws { try handle.write(contentsOf: bytes) }
}
