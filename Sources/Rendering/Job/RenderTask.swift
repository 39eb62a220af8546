import Formats
import Foundation
import JobFile
import Planning
import Raster
import StageKit
import Video

/// What rendering a planned job asks for: what to draw, at which size, and how to encode it.
struct RenderTask: Sendable {
  let index: Int
  let plan: RenderPlan
  let context: JobContext
  /// Those of the job's frames that the run wants.
  let frames: Range<Int>
  let pixelSize: (width: Int, height: Int)
  /// Pixels for each point of the canvas.
  let scale: Double
  /// Frames from one key frame to the next, the fewest that an output asks for.
  let gop: Int
  /// One for each of the job's outputs.
  let formats: [OutputFormat]
  let paths: [String]
  let preparation: ResourceCache
  let meter: JobMeter
  let began: ContinuousClock.Instant
  /// The key of the job's survey in the store, from which digests of frames may come, so that each is compared when it is
  /// drawn; nil where the run uses none.
  var surveyKey: Digest?

  /// Throws `JobFailure` where nothing of the job can be rendered.
  init(
    index: Int, plan: RenderPlan, settings run: RenderSettings, context: JobContext, began: ContinuousClock.Instant
  ) throws(JobFailure) {
    let job = plan.job
    self.index = index
    self.plan = plan
    self.context = context
    self.began = began
    preparation = ResourceCache(store: context.diskCache, memory: context.memory)
    frames = try Self.frames(of: job, in: run)
    let size = (width: Self.evenPixels(job.pixelWidth, run.scale), height: Self.evenPixels(job.pixelHeight, run.scale))
    pixelSize = size
    guard max(size.width, size.height) <= JobLimits.side else {
      throw .badJob([
        job.diagnostic(
          at: nil, path: "",
          "at this scale a side has \(max(size.width, size.height)) pixels, more than \(JobLimits.side)")
      ])
    }
    scale = job.composition.scale * run.scale
    gop = job.groupLength
    meter = JobMeter(plan, isOn: run.measuresTime)
    paths = job.outputs.map { (run.outputFolder as NSString).appendingPathComponent($0.file) }
    var formats: [OutputFormat] = []
    for output in job.outputs {
      do {
        formats.append(try job.format(of: output, width: size.width, height: size.height))
      } catch {
        throw .badJob([job.diagnostic(at: output.position, path: output.path, error.reason)])
      }
    }
    self.formats = formats
  }

  /// What the encoders of some of the job's outputs hold, in bytes.
  func encoderMemory(_ outputs: [Int]) -> Int {
    outputs.reduce(0) { sum, output in
      let entry = plan.job.outputs[output]
      return sum + entry.codec.encoderMemory(entry.options, pixels: pixelSize.width * pixelSize.height)
    }
  }

  /// What decides over pixels beside the display lists and the program.
  var canvasDigest: Digest {
    Digest { hasher in
      hasher.combine(scale)
      plan.job.composition.background.digest(into: &hasher)
    }
  }

  /// Asks all stages for a frame; `stageDone` is called after each with its index.
  func evaluate(
    _ frame: Int, _ breadcrumb: CrashBreadcrumb?, stageDone: @escaping (Int) -> Void = { _ in }
  ) throws(StageFailure) -> EvaluatedFrame {
    func note(_ stage: Int) {
      guard let breadcrumb else { return }
      guard plan.stages.indices.contains(stage) else { return breadcrumb.begin(.drawing(frame: frame)) }
      let entry = plan.stages[stage].entry
      breadcrumb.begin(.evaluating(stage: entry.id, definition: entry.definition.name, frame: frame))
    }
    note(0)
    return try plan.evaluate(at: plan.seconds(ofFrame: frame)) { stage in
      stageDone(stage)
      note(stage + 1)
    }
  }

  func renderer() -> FrameRenderer {
    FrameRenderer(
      width: pixelSize.width, height: pixelSize.height, scale: scale, background: plan.job.composition.background,
      cache: preparation)
  }

  private static func frames(of job: Job, in run: RenderSettings) throws(JobFailure) -> Range<Int> {
    guard let wanted = run.frames else { return 0..<job.frameCount }
    let cut = (0..<job.frameCount).clamped(to: wanted.lowerBound..<wanted.upperBound + 1)
    guard !cut.isEmpty else {
      throw .badJob([
        job.diagnostic(
          at: nil, path: "", "has no frames \(wanted.lowerBound)..\(wanted.upperBound)",
          hint: "Its frames are 0..\(job.frameCount - 1).")
      ])
    }
    return cut
  }

  /// A scaled side, rounded up to an even number of pixels.
  static func evenPixels(_ pixels: Int, _ scale: Double) -> Int {
    max(2, Int((Double(pixels) * scale / 2 - 1e-9).rounded(.up)) * 2)
  }
}
