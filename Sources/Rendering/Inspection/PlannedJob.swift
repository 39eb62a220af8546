import JobFile
import Memory
import Planning
import Raster
import Reporting
import StageKit
import Text

/// A job planned on its own, for looking at its values and single frames.
public struct PlannedJob: Sendable {
  public let plan: RenderPlan
  /// The stages' warnings.
  public let warnings: [Diagnostic]
  private let cache: ResourceCache
  let context: JobContext

  /// Makes the job's stages, and calls `preparing` before each; several jobs may share `text` and `cache`. Throws
  /// `JobFailure.badJob`.
  public init(
    _ job: Job, registry: StageRegistry, text: TextEngine = TextEngine(), cache: ResourceCache = ResourceCache(),
    preparing: (StageEntry) -> Void = { _ in }
  ) throws(JobFailure) {
    self.cache = cache
    let context = JobContext(job, text: text, memory: MemoryAccount(MemoryBudget(limit: MachineMemory.defaultLimit)))
    let (plan, diagnostics) = Planner.plan(job, registry: registry) { entry in
      preparing(entry)
      try context.checkResidentMemory()
      return context.context(of: entry)
    }
    guard let plan else { throw .badJob(diagnostics.filter { $0.severity == .error }) }
    self.plan = plan
    self.context = context
    warnings = context.allWarnings
  }

  /// The video's sides in pixels when every scale is multiplied by `scale`: rounded up to even numbers.
  public func pixelSize(scale: Double) -> (width: Int, height: Int) {
    (RenderTask.evenPixels(plan.job.pixelWidth, scale), RenderTask.evenPixels(plan.job.pixelHeight, scale))
  }

  /// Throws `JobFailure.badJob` where the job says that it loops and its end does not lead into its start.
  public func checkLoop() throws(JobFailure) { try LoopSeam.check(plan) }

  /// How frames are cut into segments, and which of these are equal. Throws `StageFailure`.
  ///
  /// Evaluates the display list of every frame.
  public func segmentLayout(of frames: Range<Int>) throws(StageFailure) -> SegmentLayout {
    var digests: [Digest] = []
    for frame in frames { digests.append(try plan.evaluate(at: plan.seconds(ofFrame: frame)).picture.digest) }
    return SegmentLayout(
      digests, from: frames.lowerBound, gop: plan.job.groupLength)
  }

  /// The picture at an instant, premultiplied, clear where the job's background is. Throws `StageFailure`.
  ///
  /// `scale` multiplies the job's own.
  public func image(at seconds: Double, scale: Double = 1) throws(StageFailure) -> Image {
    let job = plan.job
    let (width, height) = pixelSize(scale: scale)
    let evaluated = try plan.evaluate(at: seconds)
    let renderer = FrameRenderer(
      width: width, height: height, scale: job.composition.scale * scale, background: job.composition.background,
      cache: cache)
    return renderer.render(evaluated.picture)
  }
}
