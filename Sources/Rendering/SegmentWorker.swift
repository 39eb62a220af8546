import Planning
import Raster
import StageKit
import Video

/// Draws and encodes segments, one after the other, with buffers that it keeps from one to the next.
///
/// In flight at any time are one drawn frame and what the encoder looks ahead, whatever the video's length. To be used
/// from one thread at a time.
final class SegmentWorker {
  private var renderer: (renderer: FrameRenderer, job: Int)?

  /// Renders one segment for all of its job's outputs; nil where `isCancelled` says so between two frames.
  func render(
    _ job: JobRender, segment: Int, isCancelled: () -> Bool, frameDone: () -> Void
  ) throws -> [EncodedSegment]? {
    var times = JobTimings(job.plan, frames: 0)
    var watch = job.stopwatch
    defer { job.measure { $0.add(times) } }
    let renderer = renderer(for: job)
    let encoders = try job.settings.map { try SegmentEncoder($0) }
    var picture = YUVFrame(width: job.pixelSize.width, height: job.pixelSize.height)
    watch.lap(&times.encoding)
    for frame in job.segments[segment] {
      if isCancelled() { return nil }
      let evaluated = try job.plan.evaluate(at: job.plan.seconds(ofFrame: frame)) { stage in
        watch.lap(&times.stages[stage].seconds)
      }
      renderer.render(evaluated.picture, into: &picture)
      watch.lap(&times.drawing)
      for encoder in encoders { try encoder.encode(y: picture.y.span, u: picture.u.span, v: picture.v.span) }
      watch.lap(&times.encoding)
      frameDone()
    }
    let encoded = try encoders.map { try $0.finish() }
    watch.lap(&times.encoding)
    return encoded
  }

  private func renderer(for job: JobRender) -> FrameRenderer {
    if let known = renderer, known.job == job.index { return known.renderer }
    let new = FrameRenderer(
      width: job.pixelSize.width, height: job.pixelSize.height, scale: job.scale,
      background: job.plan.job.canvas.background, cache: job.preparation)
    renderer = (new, job.index)
    return new
  }
}
