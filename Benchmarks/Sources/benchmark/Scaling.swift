import Formats
import Foundation
import JobFile
import Planning
import Raster
import Rendering
import StageKit
import Synchronization

/// How drawing alone, without an encoder, gains from workers.
struct Scaling: Codable {
  /// Seconds to the first frame, of planning and of drawing it, by all workers at once.
  var ready = 0.0
  /// For each count of workers, from one on, seconds of the clock for the same frames.
  var seconds: [Int: Double] = [:]

  /// By how much `workers` are faster than one.
  func gain(_ workers: Int) -> Double? {
    seconds[workers].flatMap { many in seconds[1].map { $0 / many } }
  }

  /// Counts from one to `workers`, doubled each time. They take turns, five times each; the fastest counts.
  static func measure(_ job: Job, _ registry: StageRegistry, workers: Int) throws -> Scaling {
    var scaling = Scaling()
    let began = Clock.wall
    let plan = try PlannedJob(job, registry: registry).plan
    let cache = ResourceCache()
    _ = draw(plan, frames: 0..<workers, workers: workers, cache)
    scaling.ready = Clock.wall - began
    let counts = Array(sequence(first: 1) { $0 < workers ? min($0 * 2, workers) : nil })
    let frames = 0..<min(job.frameCount, 48 * workers)
    for _ in 0..<5 {
      for count in counts {
        let time = draw(plan, frames: frames, workers: count, cache)
        scaling.seconds[count] = min(scaling.seconds[count] ?? .infinity, time)
      }
    }
    return scaling
  }

  /// Draws and converts `frames`, each worker a row of them. Returns seconds of the clock.
  private static func draw(_ plan: RenderPlan, frames: Range<Int>, workers: Int, _ cache: ResourceCache) -> Double {
    let began = Clock.wall
    let job = plan.job
    let part = (frames.count + workers - 1) / workers
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      let renderer = FrameRenderer(
        width: job.pixelWidth, height: job.pixelHeight, scale: job.composition.scale,
        background: job.composition.background,
        cache: cache)
      var picture = PlaneSink(.yuv420p8, width: job.pixelWidth, height: job.pixelHeight)
      let first = frames.lowerBound + worker * part
      for frame in first..<max(first, min(first + part, frames.upperBound)) {
        guard let evaluated = try? plan.evaluate(at: plan.seconds(ofFrame: frame)) else { return }
        renderer.render(evaluated.picture, into: &picture)
      }
    }
    return Clock.wall - began
  }
}
