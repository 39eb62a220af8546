import JobFile
import Planning
import Raster
import StageKit

/// Draws the canvas of a job at one scale, frame by frame; what successive frames have in common is drawn once.
///
/// For one thread.
public final class JobDrawer {
  private let plan: RenderPlan
  private let context: JobContext
  private let renderer: FrameRenderer
  private let isDraft: Bool

  /// - Parameter isDraft: Whether shutters are left out.
  init(
    _ plan: RenderPlan, _ context: JobContext, _ cache: ResourceCache, scale: Double, isClear: Bool, isDraft: Bool
  ) {
    self.plan = plan
    self.isDraft = isDraft
    self.context = context
    let picture = plan.job.picture(scale: scale)
    renderer = FrameRenderer(
      width: picture.width, height: picture.height, scale: picture.scale, origin: (picture.originX, picture.originY),
      background: isClear ? .clear : plan.job.composition.background,
      gamut: plan.job.composition.gamut, cache: cache)
  }

  /// The picture at an instant, premultiplied, clear where the background is. Throws `StageFailure`.
  public func image(at seconds: Double) throws(StageFailure) -> Image {
    let evaluated = try isDraft ? plan.evaluateWithoutShutters(at: seconds) : plan.evaluate(at: seconds)
    let image = renderer.render(evaluated.picture)
    if let (entry, reason) = context.footageFault { throw plan.failure(of: entry, at: seconds, reason) }
    return image
  }
}
