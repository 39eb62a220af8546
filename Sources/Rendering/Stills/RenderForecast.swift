import JobFile
import Planning
import StageKit

/// The frames and segments that a run would find in the store, and those that it would have to draw.
public struct RenderForecast: Hashable, Sendable {
  /// Those of the video, with the ones that repeat others.
  public let segments: Int
  /// The number of segments that have an entry in the store for every output. Entries are not read, so some may be
  /// damaged.
  public var stored: Int
  /// Frames that are neither in the store nor equal to others of their segment.
  public var framesToDraw: Int
}

extension PlannedJob {
  /// Cuts the job's videos as a run with these settings does, and finds equal segments. Throws `JobFailure`.
  ///
  /// Evaluates the display list of every frame.
  public func segmentLayout(_ settings: RenderSettings) throws(JobFailure) -> SegmentLayout {
    let spec = try renderSpec(settings)
    var hasher = FrameHasher(JobDrawing(spec, plan, cutMemo), spec.cutPoints[...])
    do {
      for frame in spec.instants.indices { try hasher.hash(frame, nil) }
    } catch {
      throw .render("\(error)")
    }
    let layout = spec.layout(hasher.result)
    try spec.checkSheets(layout)
    return layout
  }

  /// Computes the work that a run with these settings would have to do; the store is not changed. Throws `JobFailure`.
  public func forecast(_ layout: SegmentLayout, _ settings: RenderSettings) throws(JobFailure) -> RenderForecast {
    try SegmentReuse(renderSpec(settings), layout, settings.store.map { SegmentStore($0) { _ in } }).forecast
  }

  private func renderSpec(_ settings: RenderSettings) throws(JobFailure) -> RenderSpec {
    try RenderSpec(index: 0, job: plan.job, sounds: plan.sounds, settings: settings, context: context)
  }
}
