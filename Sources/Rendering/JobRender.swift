import Foundation
import JobFile
import Planning
import Raster
import Synchronization
import Video

/// One job on its way from plan to files: what to render, and the writers that take finished segments in order.
///
/// Segments may be delivered in any order from any thread; those that come before their turn wait, encoded, in memory.
final class JobRender: Sendable {
  let index: Int
  let plan: RenderPlan
  let frames: Range<Int>
  let segments: [Range<Int>]
  let pixelSize: (width: Int, height: Int)
  /// Pixels for each point of the canvas.
  let scale: Double
  /// One for each of the job's outputs.
  let settings: [VideoSettings]
  let paths: [String]
  let preparation = PreparationCache()
  private let began: ContinuousClock.Instant
  /// Held while segments are written and the files are finished; `phase` is for those who must not wait for that.
  private let state: Mutex<State>
  private let phase = Mutex(Phase.rendering)
  /// Nil unless the run measures time.
  private let timings: Mutex<JobTimings>?

  private struct State {
    var writers: [MovieWriter] = []
    var waiting: [Int: [EncodedSegment]] = [:]
    var written = 0
  }

  private enum Phase {
    case rendering
    /// The files are being checked and put in their places; it is too late to end the job.
    case finishing
    case delivered
    case failed
  }

  /// Throws `JobFailure` where nothing of the job can be rendered or its files cannot be begun.
  init(
    index: Int, plan: RenderPlan, settings run: RenderSettings, began: ContinuousClock.Instant
  ) throws(JobFailure) {
    let job = plan.job
    self.index = index
    self.plan = plan
    self.began = began
    frames = try Self.frames(of: job, in: run)
    pixelSize = (Self.evenPixels(job.pixelWidth, run.scale), Self.evenPixels(job.pixelHeight, run.scale))
    let longest = max(pixelSize.width, pixelSize.height)
    guard longest <= JobLimits.side else {
      throw .badJob([
        job.diagnostic(
          at: nil, path: "", "at this scale a side has \(longest) pixels, more than \(JobLimits.side)")
      ])
    }
    scale = job.canvas.scale * run.scale
    let gop = job.outputs.map(\.gop).min() ?? frames.count
    segments = Segments.cut(frames, gop: gop)
    timings = run.measuresTime ? Mutex(JobTimings(plan, frames: frames.count)) : nil
    var settings: [VideoSettings] = []
    var state = State()
    var paths: [String] = []
    do {
      for output in job.outputs {
        let path = (run.outputFolder as NSString).appendingPathComponent(output.file)
        let video = try VideoSettings(
          width: pixelSize.width, height: pixelSize.height, frameRate: job.frameRate, preset: output.preset,
          crf: output.crf, gop: output.gop)
        try Self.makeFolder((path as NSString).deletingLastPathComponent)
        state.writers.append(try MovieWriter(path: path, settings: video))
        settings.append(video)
        paths.append(path)
      }
    } catch {
      for writer in state.writers { writer.cancel() }
      throw error as? JobFailure ?? .render("\(error)")
    }
    self.settings = settings
    self.paths = paths
    self.state = Mutex(state)
  }

  var hasFailed: Bool { phase.withLock { $0 == .failed } }

  /// Whether the job is delivered or failed.
  var isOver: Bool { phase.withLock { $0 == .delivered || $0 == .failed } }

  /// Takes a segment, encoded for every output. Returns the job's summary with the last one; throws `VideoError`.
  func deliver(_ segment: [EncodedSegment], at position: Int) throws -> JobSummary? {
    try state.withLock { state in
      guard !hasFailed else { return nil }
      var watch = stopwatch
      state.waiting[position] = segment
      while let next = state.waiting.removeValue(forKey: state.written) {
        for (writer, part) in zip(state.writers, next) { try writer.append(part) }
        state.written += 1
      }
      guard state.written == segments.count, move(from: .rendering, to: .finishing) else {
        measure { watch.lap(&$0.writing) }
        return nil
      }
      do {
        for writer in state.writers { try writer.finish(decoding: false) }
      } catch {
        _ = move(from: .finishing, to: .rendering)
        throw error
      }
      _ = move(from: .finishing, to: .delivered)
      measure { watch.lap(&$0.writing) }
      return summary()
    }
  }

  /// Ends the job without files; true for the first who does, false where it is delivered or about to be.
  func fail() -> Bool {
    guard move(from: .rendering, to: .failed) else { return false }
    state.withLock { state in
      state.waiting = [:]
      for writer in state.writers { writer.cancel() }
    }
    return true
  }

  private func move(from old: Phase, to new: Phase) -> Bool {
    phase.withLock { phase in
      guard phase == old else { return false }
      phase = new
      return true
    }
  }

  /// Running where the run measures time.
  var stopwatch: Stopwatch { Stopwatch(isOn: timings != nil) }

  /// Adds to the job's timings, where the run measures time.
  func measure(_ add: (inout JobTimings) -> Void) { timings?.withLock { add(&$0) } }

  private func summary() -> JobSummary {
    let files = paths.map { path in
      let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
      return DeliveredFile(path: path, bytes: size ?? 0)
    }
    let elapsed = began.duration(to: .now)
    return JobSummary(
      name: plan.job.name, files: files, frames: frames.count, duration: plan.seconds(ofFrame: frames.count),
      elapsed: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18,
      timings: timings?.withLock { $0 })
  }

  private static func makeFolder(_ path: String) throws(JobFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .render("\(path): the folder cannot be made: \(SystemReason.text(error))")
    }
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
