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
  /// Where what was drawn and judged before is found again; nil for nowhere.
  var memory: ObservationMemory?

  /// Asks every stage for every frame, draws all frames and holds them against the delivered files, one for each output.
  ///
  /// Drawing and judging are left out where the same lists were drawn and the same files judged before. Throws
  /// `JobFailure`, `StageFailure` or `VideoError`.
  func observe(files: [String]) throws -> JobObservation {
    let prepared = try PlannedJob(job, registry: registry)
    let plan = prepared.plan
    let size = prepared.pixelSize(scale: scale)
    let chosen = ReferenceFrames.choose(plan)
    var series = StageSeries(plan)
    var lists = DigestHasher()
    for frame in 0...job.frameCount {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      if frame < job.frameCount { series.take(evaluated) }
      lists.combine(evaluated.picture)
    }
    let settings = try job.outputs.map { output in
      try VideoSettings(
        width: size.width, height: size.height, frameRate: job.frameRate, preset: output.preset, crf: output.crf,
        gop: output.gop)
    }
    let contents = files.map { FileManager.default.contents(atPath: $0) ?? Data() }
    let outputs = zip(zip(job.outputs, settings), contents).map { Self.output($0.0, $0.1, $1) }
    let key = Digest { hasher in
      hasher.combine(lists.finalize())
      hasher.combine(job.composition.background)
      hasher.combine(job.composition.scale * scale)
      for settings in settings { hasher.combine(settings) }
      for output in outputs { hasher.combine(output.digest) }
      for frame in chosen { hasher.combine(frame) }
    }
    let drawer = engine.drawer(
      width: size.width, height: size.height, scale: job.composition.scale * scale,
      background: job.composition.background)
    let known = memory?.find(key)
    let drawn = try known ?? draw(plan, drawer, references: chosen, files: files, settings: settings)
    if known == nil { memory?.keep(drawn, under: key) }
    let references = try chosen.compactMap { frame in
      drawer.frame(of: try plan.evaluate(at: plan.seconds(ofFrame: frame)).picture).image
    }
    let record = JobRecord(
      job: name, scale: scale,
      video: VideoRecord(
        width: size.width, height: size.height, frames: job.frameCount, framesPerSecond: job.frameRate.description,
        duration: plan.seconds(ofFrame: job.frameCount), background: job.composition.background.cssText,
        loops: drawn.loops),
      outputs: zip(outputs, drawn.quality).map { $0.judged($1) }, platform: .current(program: program),
      drawingOrder: plan.drawingOrder.map { plan.stages[$0].entry.id },
      stages: series.records(plan, warnings: prepared.warnings, pixels: drawn.stagePixels),
      pixels: drawn.pixels, references: chosen)
    return JobObservation(
      record: record, references: references, files: files, faults: drawn.faults, isRemembered: known != nil)
  }

  private func draw(
    _ plan: RenderPlan, _ drawer: any PictureDrawing, references: [Int], files: [String], settings: [VideoSettings]
  ) throws -> DrawnRecord {
    var judges = zip(files, settings).map { DeliveryJudge(path: $0, settings: $1, frames: job.frameCount) }
    var pixels: [String] = []
    var stagePixels = [[String]](repeating: [], count: plan.stages.count)
    var first: Frame?
    for frame in 0..<job.frameCount {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      let picture = drawer.frame(of: evaluated.picture)
      if frame == 0 { first = picture }
      pixels.append(Self.short(picture.digest, digits: 16))
      for index in judges.indices { judges[index].take(picture) }
    }
    for index in judges.indices { judges[index].finish() }
    for frame in references {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      for (index, drawing) in evaluated.drawings.enumerated() {
        let alone = drawing.map { $0.isEmpty ? "-" : Self.short(drawer.frame(of: $0).digest, digits: 8) }
        stagePixels[index].append(alone ?? "-")
      }
    }
    let beyond = drawer.frame(of: try plan.evaluate(at: plan.seconds(ofFrame: job.frameCount)).picture)
    return DrawnRecord(
      pixels: FrameSeries.lines(pixels, length: FrameSeries.digestsPerLine), stagePixels: stagePixels,
      loops: first.map { Self.areAlike($0, beyond) } ?? false, quality: judges.map(\.quality),
      faults: judges.flatMap(\.faults))
  }

  private static func output(_ entry: OutputEntry, _ settings: VideoSettings, _ content: Data) -> OutputRecord {
    OutputRecord(
      file: entry.file, preset: entry.preset, crf: entry.crf, gop: entry.gop, bytes: content.count,
      digest: Digest { $0.combine(bytes: content) }.description,
      encoderOptions: VideoLibraries.encoderOptions(settings), keyFrames: [], lumaPSNR: 0, chromaPSNR: 0, ssim: 0)
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

extension OutputRecord {
  /// The same with what was measured of the file, rounded.
  fileprivate func judged(_ quality: FileQuality) -> OutputRecord {
    var result = self
    result.keyFrames = quality.keyFrames
    result.lumaPSNR = (quality.lumaPSNR * 10).rounded() / 10
    result.chromaPSNR = (quality.chromaPSNR * 10).rounded() / 10
    result.ssim = (quality.ssim * 1000).rounded() / 1000
    return result
  }
}
