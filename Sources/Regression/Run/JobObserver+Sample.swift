import JobFile
import Planning
import Rendering
import StageKit
import Video

extension JobObserver {
  /// Evaluates and draws only the baseline's reference frames, and delivers nothing.
  ///
  /// Returns the baseline's record with these frames and what follows from the plan replaced. Throws `JobFailure` or
  /// `StageFailure`.
  func sample(_ before: JobRecord) throws -> JobObservation {
    let prepared = try PlannedJob(job, registry: registry)
    let plan = prepared.plan
    let size = prepared.plan.job.picture(scale: scale)
    let frames = before.references.filter { $0 < job.frameCount }
    let drawer = engine.drawer(PictureSettings(job, scale: scale))
    var series = StageSeries(plan)
    var pixels: [String] = []
    var references: [Image] = []
    for frame in frames {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      series.take(evaluated)
      let picture = drawer.image(of: evaluated.picture)
      pixels.append(Self.short(picture.digest, digits: 16))
      references.append(picture)
    }
    let unknown = [[String]](repeating: [], count: plan.stages.count)
    var record = before
    record.video.width = size.width
    record.video.height = size.height
    record.video.frames = job.frameCount
    record.video.framesPerSecond = job.frameRate.description
    record.video.duration = plan.seconds(ofFrame: job.frameCount)
    record.video.background = job.composition.background.cssText
    record.platform = .current(program: program)
    record.drawingOrder = plan.drawingOrder.map { plan.stages[$0].entry.id }
    record.references = frames
    // Frames that were not drawn keep the digests of the baseline, so that they never count as differences.
    record.pixels = Self.replaced(before.pixels, pixels, at: frames, length: FrameSeries.digestsPerLine)
    record.stages = series.records(plan, prepared, pixels: unknown).map { stage in
      guard let old = before.stages.first(where: { $0.id == stage.id }) else { return stage }
      return stage.sampled(old, at: frames)
    }
    record.sounds = plan.sounds.isEmpty ? nil : SoundRecord.records(plan.sounds, try prepared.soundMix())
    record.subtitles = try SubtitleRecord.records(of: job)
    // Contents of files are those of the baseline, since nothing is delivered; only their settings follow from the
    // plan.
    for (index, output) in job.soundOutputs.enumerated() where index < record.soundFiles?.count ?? 0 {
      record.soundFiles?[index].file = output.file
      record.soundFiles?[index].options = SoundFileRecord.options(of: output, of: job)
    }
    for (index, output) in job.outputs.enumerated() where index < record.outputs.count {
      record.outputs[index].file = output.file
      record.outputs[index].codec = output.codec.name
      record.outputs[index].options = OutputRecord.options(
        of: output, at: job.frameRate(of: output), job.soundFormat(of: output, hears: !plan.sounds.isEmpty))
    }
    return JobObservation(record: record, references: references, files: [], faults: [])
  }

  /// A series with some frames' words replaced.
  static func replaced(_ lines: [String], _ words: [String], at frames: [Int], length: Int) -> [String] {
    guard var all = FrameSeries.words(lines)?.map(String.init) else { return lines }
    for (frame, word) in zip(frames, words) where frame < all.count { all[frame] = word }
    return FrameSeries.lines(all, length: length)
  }
}

extension StageRecord {
  /// This record with the series of an earlier one, in which this one's few frames are replaced.
  fileprivate func sampled(_ old: StageRecord, at frames: [Int]) -> StageRecord {
    func merged(_ old: [String], _ new: [String]) -> [String] {
      let words = FrameSeries.words(new)?.map(String.init) ?? []
      return JobObserver.replaced(old, words, at: frames, length: FrameSeries.numbersPerLine)
    }
    var result = self
    result.valueDigests = merged(old.valueDigests, valueDigests)
    result.drawings = merged(old.drawings, drawings)
    for (name, lines) in values { result.values[name] = merged(old.values[name] ?? [], lines) }
    result.pixels = old.pixels
    return result
  }
}
