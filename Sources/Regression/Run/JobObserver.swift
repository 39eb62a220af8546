import Foundation
import JobFile
import Planning
import Raster
import Rendering
import StageKit
import Video

/// Looks at a job from its values to its delivered files, frame by frame.
struct JobObserver {
  let job: Job
  let name: String
  let registry: StageRegistry
  let scale: Double
  let program: String
  let engine: any RegressionEngine

  /// Draws every frame anew and holds it against the delivered files, one for each output. Throws `JobFailure`,
  /// `StageFailure` or `VideoError`.
  func observe(files: [String]) throws -> JobObservation {
    let prepared = try PreparedJob(job, registry: registry)
    let plan = prepared.plan
    let size = prepared.pixelSize(scale: scale)
    let settings = try job.outputs.map { output in
      try VideoSettings(
        width: size.width, height: size.height, frameRate: job.frameRate, preset: output.preset, crf: output.crf,
        gop: output.gop)
    }
    let gops = job.outputs.map(\.gop)
    var judges = zip(files, settings).map { file, settings in
      DeliveryJudge(
        path: file, settings: settings, frames: job.frameCount,
        keyFrames: Segments.keyFrames(job.frameCount, gop: settings.gop, ofOutputs: gops))
    }
    let drawer = drawer(size)
    var series = StageSeries(plan)
    let chosen = ReferenceFrames.choose(plan)
    var pixels: [String] = []
    var references: [Image] = []
    var first: Frame?
    for frame in 0..<job.frameCount {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      series.take(evaluated)
      let picture = drawer.frame(of: evaluated.picture)
      if frame == 0 { first = picture }
      pixels.append(Self.short(picture.digest, digits: 16))
      if chosen.contains(frame) {
        if let image = picture.image { references.append(image) }
        series.takePixels(evaluated, with: drawer)
      }
      for index in judges.indices { judges[index].take(picture) }
    }
    for index in judges.indices { judges[index].finish() }
    let beyond = drawer.frame(of: try plan.evaluate(at: plan.seconds(ofFrame: job.frameCount)).picture)
    let outputs = zip(zip(job.outputs, settings), zip(files, judges)).map { Self.output($0.0, $0.1, $1.0, $1.1) }
    let record = JobRecord(
      job: name, scale: scale,
      video: VideoRecord(
        width: size.width, height: size.height, frames: job.frameCount, framesPerSecond: job.frameRate.description,
        duration: plan.seconds(ofFrame: job.frameCount), background: job.canvas.background.cssText,
        loops: first.map { Self.areAlike($0, beyond) } ?? false),
      outputs: outputs, platform: .current(program: program),
      drawingOrder: plan.drawingOrder.map { plan.stages[$0].entry.id },
      stages: series.records(plan, warnings: prepared.warnings),
      pixels: FrameSeries.lines(pixels, length: FrameSeries.digestsPerLine), references: chosen)
    return JobObservation(
      record: record, references: references, files: files, faults: judges.flatMap(\.faults))
  }

  private func drawer(_ size: (width: Int, height: Int)) -> any PictureDrawing {
    engine.drawer(
      width: size.width, height: size.height, scale: job.canvas.scale * scale, background: job.canvas.background)
  }

  private static func output(
    _ entry: OutputEntry, _ settings: VideoSettings, _ file: String, _ judge: DeliveryJudge
  ) -> OutputRecord {
    let content = FileManager.default.contents(atPath: file) ?? Data()
    return OutputRecord(
      file: entry.file, preset: entry.preset, crf: entry.crf, gop: entry.gop, bytes: content.count,
      digest: Digest { $0.combine(bytes: content) }.description,
      encoderOptions: VideoLibraries.encoderOptions(settings), keyFrames: judge.keyFrames,
      lumaPSNR: (judge.worst.luma * 10).rounded() / 10, chromaPSNR: (judge.worst.chroma * 10).rounded() / 10,
      ssim: (judge.worst.ssim * 1000).rounded() / 1000)
  }

  /// The first hexadecimal digits of a digest.
  static func short(_ digest: Digest, digits: Int) -> String { String(digest.description.prefix(digits)) }

  /// Whether no channel of two frames differs by more than rounding, dithered, may make it differ.
  private static func areAlike(_ a: Frame, _ b: Frame) -> Bool {
    zip(a.pixels, b.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }
}

extension Frame {
  /// The same pixels as an image.
  var image: Image? { Image(width: width, height: height, premultiplied: pixels) }
}
