import Formats
import Planning
import Raster
import StageKit
import Video

/// Draws and encodes segments, one after the other, with buffers that it keeps from one to the next.
///
/// In flight at any time are one drawn frame, what the encoder looks ahead and, where frames come again within a
/// segment, some of these, whatever the video's length. To be used from one thread at a time.
final class SegmentWorker {
  private var renderer: (renderer: FrameRenderer, job: Int)?

  /// About how many bytes of frames are held to be shown again.
  private static let heldBytes = 64 << 20

  /// Renders one segment for some of its job's outputs; nil where `isCancelled` says so between two frames.
  ///
  /// With `reusing`, a frame is drawn once where it is shown several times in a row, or again soon.
  func render(
    _ job: MovieAssembler, segment: Int, outputs: [Int], reusing: Bool, _ slot: WorkSlot, isCancelled: () -> Bool,
    frameDone: () -> Void
  ) throws -> RenderedSegment? {
    let setup = job.setup
    let frames = job.layout.segments[segment]
    var times = JobTimings(setup.plan)
    var watch = setup.meter.stopwatch
    defer { setup.meter.measure { $0.add(times) } }
    let renderer = renderer(for: setup)
    let encoders = try outputs.map { try SegmentEncoder(setup.formats[$0]) }
    // One for each pixel format, and which of them each encoder takes.
    var sinks: [PlaneSink] = []
    let sources = encoders.map { encoder in
      let pixels = encoder.format.pixelFormat
      if let known = sinks.firstIndex(where: { $0.format == pixels }) { return known }
      sinks.append(PlaneSink(pixels, width: setup.pixelSize.width, height: setup.pixelSize.height))
      return sinks.count - 1
    }
    // Nil where the frame in the sinks is shown.
    var repeated: [FramePlanes]?
    let frameBytes = sinks.reduce(0) { $0 + $1.planes.bytes.count }
    var held = RepeatedFrames(
      reusing ? frames.map { job.layout.digest(ofFrame: $0) } : [],
      capacity: max(1, Self.heldBytes / max(1, frameBytes)))
    let work = RenderQueue.Work.segment(job, index: segment)
    var drawn = 0
    defer { _ = slot.end() }
    watch.lap(&times.encoding)
    for frame in frames {
      if isCancelled() { return nil }
      slot.begin(.frame(work, plan: setup.box, stage: 0, frame: frame))
      switch held.next() {
      case .asBefore: break
      case .known(let known): repeated = known
      case .new:
        let evaluated = try setup.plan.evaluate(at: setup.plan.seconds(ofFrame: frame)) { stage in
          watch.lap(&times.stages[stage].seconds)
          slot.begin(.frame(work, plan: setup.box, stage: stage + 1, frame: frame), isNew: false)
        }
        repeated = nil
        renderer.render(evaluated.picture, into: &sinks)
        held.keep(sinks.map(\.planes))
        drawn += 1
      }
      watch.lap(&times.drawing)
      do throws(VideoError) {
        for (encoder, source) in zip(encoders, sources) {
          try encoder.encode(repeated?[source] ?? sinks[source].planes)
        }
      } catch {
        throw StageError("frame \(frame): \(error)")
      }
      watch.lap(&times.encoding)
      times.frames += 1
      guard slot.end() else { return nil }
      frameDone()
    }
    let parts = try encoders.map { try $0.finish() }
    watch.lap(&times.encoding)
    return RenderedSegment(outputs: outputs, parts: parts, drawn: drawn)
  }

  private func renderer(for setup: RenderTask) -> FrameRenderer {
    if let known = renderer, known.job == setup.index { return known.renderer }
    let new = setup.renderer()
    renderer = (new, setup.index)
    return new
  }
}
