import Formats
import Foundation
import JobFile
import MediaBase
import Planning
import Rendering
import Sound
import StageKit
import Video

/// Observes a job from its values to its delivered files, frame by frame.
struct JobObserver {
  let job: Job
  let name: String
  let registry: StageRegistry
  let scale: Double
  let program: String
  let engine: any RegressionEngine
  /// Nil to draw and judge everything.
  var cache: ResultCache?
  var purpose = RegressionPurpose.whole

  /// Evaluates every frame, draws it and compares it with the delivered files, one for each output.
  ///
  /// Drawing and judging are skipped where the results for equal lists and files are cached. Throws `JobFailure`,
  /// `StageFailure`, `MediaError`, `StoreError` where a share cannot keep its results, and `RegressionFailure` where a join
  /// does not find them.
  func observe(files: [String]) throws -> JobObservation {
    let prepared = try PlannedJob(job, registry: registry)
    let plan = prepared.plan
    let size = prepared.plan.job.picture(scale: scale)
    let chosen = ReferenceFrames.choose(plan)
    var series = StageSeries(plan)
    var lists = DigestHasher()
    for frame in 0...job.frameCount {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      if frame < job.frameCount { series.take(evaluated) }
      lists.combine(evaluated.picture)
    }
    let formats = try job.outputs.map { try job.format(of: $0, scale: scale) }
    let tracks = try job.subtitleTracks()
    let deliveries = zip(files, zip(job.outputs, formats)).map { path, output in
      delivery(of: output.0, output.1, at: path, tracks)
    }
    let soundFiles = job.soundOutputs.enumerated().map { index, output in
      SoundFileRecord(output, at: files.dropFirst(job.outputs.count + index).first, of: job)
    }
    let hears = !plan.sounds.isEmpty
    let outputs = zip(job.outputs, deliveries).map { OutputRecord($0, $1, of: job, hears: hears) }
    let key = Digest { hasher in
      hasher.combine(lists.finalize())
      hasher.combine(job.composition.background)
      hasher.combine(job.composition.scale * scale)
      for format in formats { hasher.combine(format) }
      for (index, output) in job.outputs.enumerated() {
        hasher.combine(PictureSettings(ofOutput: index, of: job, scale: scale))
        hasher.combine(job.seconds(ofFrame: 0, of: output))
      }
      for output in outputs { hasher.combine(output.digest) }
      for file in soundFiles { hasher.combine(file.digest) }
      for delivery in deliveries {
        for subtitles in delivery.subtitles {
          hasher.combine(subtitles.language ?? "")
          hasher.combine(subtitles.track.text(.vtt))
          hasher.combine(subtitles.track.text(.srt))
        }
      }
      for frame in chosen { hasher.combine(frame) }
    }
    let drawer = engine.drawer(PictureSettings(job, scale: scale))
    let known = cache?.result(key)
    guard known != nil || purpose != .join else { throw RegressionFailure.unfinished }
    let drawn =
      try known
      ?? draw(
        plan, drawer, references: chosen, deliveries: deliveries, soundPaths: Array(files.dropFirst(job.outputs.count)))
    if known == nil {
      // If a whole run cannot store it, the next one draws again.
      do { try cache?.store(drawn, under: key) } catch { if purpose == .store { throw error } }
    }
    let references = try references(chosen, under: key) {
      try chosen.map { drawer.image(of: try plan.evaluate(at: plan.seconds(ofFrame: $0)).picture) }
    }
    let record = JobRecord(
      job: name, scale: scale,
      video: VideoRecord(
        width: size.width, height: size.height, frames: job.frameCount, framesPerSecond: job.frameRate.description,
        duration: plan.seconds(ofFrame: job.frameCount), background: job.composition.background.cssText,
        color: job.composition.gamut.rawValue, loops: drawn.loops),
      outputs: outputs.indices.map { outputs[$0].judged(drawn.quality[$0], drawn.sound[$0]) },
      platform: .current(program: program),
      drawingOrder: plan.drawingOrder.map { plan.stages[$0].entry.id },
      stages: series.records(plan, prepared, pixels: drawn.stagePixels),
      sounds: plan.sounds.isEmpty ? nil : SoundRecord.records(plan.sounds, try prepared.soundMix()),
      subtitles: try SubtitleRecord.records(of: job),
      soundFiles: zip(soundFiles, drawn.soundFiles).map { file, levels in
        var file = file
        file.levels = levels
        return file
      },
      pixels: drawn.pixels, references: chosen)
    let subtitleFaults = zip(job.outputs, deliveries).flatMap { output, delivery in
      delivery.subtitleFaults.map { DeliveryFault(file: owner(output), frame: nil, text: $0) }
    }
    return JobObservation(
      record: record, references: references, files: files, faults: drawn.faults + subtitleFaults,
      isCached: known != nil)
  }

  /// The files of an output, with the subtitles that they are to have.
  private func delivery(
    of output: OutputEntry, _ format: OutputFormat, at path: String,
    _ tracks: [(entry: SubtitleEntry, track: SubtitleTrack)]
  ) -> Delivery {
    let count = job.frameCount(of: output)
    var delivery = Delivery(path: path, format: format, frameCount: count)
    guard output.subtitles != nil else { return delivery }
    let folder = (path as NSString).deletingLastPathComponent
    for (entry, track) in tracks {
      let subtitles = track.subtitles(
        in: entry.language, from: job.seconds(ofFrame: 0, of: output),
        duration: job.frameRate(of: output).seconds(ofFrame: count))
      if let file = output.file(of: entry) {
        let name = (file.name as NSString).lastPathComponent
        delivery.subtitleFiles.append(
          ((folder as NSString).appendingPathComponent(name), SubtitleFileWriter.text(subtitles.track, file.format)))
      } else {
        delivery.subtitles.append(subtitles)
      }
    }
    return delivery
  }

  /// The pictures of reference frames. A whole run draws them; a share keeps them in the store, where a join finds them.
  private func references(_ frames: [Int], under key: Digest, _ draw: () throws -> [Image]) throws -> [Image] {
    guard let cache, purpose != .whole else { return try draw() }
    if let known = cache.pictures(key), known.count == frames.count { return known }
    guard purpose == .store else { throw RegressionFailure.unfinished }
    let pictures = try draw()
    try cache.store(pictures, under: key)
    return pictures
  }

  private func draw(
    _ plan: RenderPlan, _ drawer: any PictureDrawing, references: [Int], deliveries: [Delivery],
    soundPaths: [String]
  ) throws -> DrawingResult {
    var judges = deliveries.map { DeliveryJudge($0) }
    let showsCanvas = job.outputs.indices.map { self.showsCanvas($0) }
    var pixels: [String] = []
    var stagePixels = [[String]](repeating: [], count: plan.stages.count)
    var first: Image?
    for frame in 0..<job.frameCount {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      let picture = drawer.image(of: evaluated.picture)
      if frame == 0 { first = picture }
      pixels.append(Self.short(picture.digest, digits: 16))
      for index in judges.indices where showsCanvas[index] { judges[index].take(picture) }
    }
    // Outputs that show the canvas shared its pictures above; the others have another size, rate, range or background.
    for (index, output) in job.outputs.enumerated() where !showsCanvas[index] {
      let drawer = engine.drawer(PictureSettings(ofOutput: index, of: job, scale: scale))
      for frame in 0..<job.frameCount(of: output) {
        let evaluated = try plan.evaluate(at: job.seconds(ofFrame: frame, of: output))
        judges[index].take(drawer.image(of: evaluated.picture))
      }
    }
    for index in judges.indices { judges[index].finish() }
    for frame in references {
      let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
      for (index, drawing) in evaluated.drawings.enumerated() {
        let alone = drawing.map { $0.isEmpty ? "-" : Self.short(drawer.image(of: $0).digest, digits: 8) }
        stagePixels[index].append(alone ?? "-")
      }
    }
    // A job loops if the frame after its last one would look like the first.
    let beyond = drawer.image(of: try plan.evaluate(at: plan.seconds(ofFrame: job.frameCount)).picture)
    let hears = !plan.sounds.isEmpty
    let sounds = zip(job.outputs, deliveries).map { sound($0, $1, hears: hears) }
    let soundFiles = zip(job.soundOutputs, soundPaths).map(sound)
    return DrawingResult(
      pixels: FrameSeries.lines(pixels, length: FrameSeries.digestsPerLine), stagePixels: stagePixels,
      loops: first.map { Self.areAlike($0, beyond) } ?? false, quality: judges.map(\.quality),
      faults: zip(job.outputs, judges).flatMap { output, judge in
        judge.faults.map { fault in
          var fault = fault
          fault.file = owner(output)
          return fault
        }
      } + (sounds + soundFiles).flatMap(\.faults), sound: sounds.map(\.levels), soundFiles: soundFiles.map(\.levels))
  }

  /// The faults of a delivered movie's sound, and its levels.
  private func sound(
    _ output: OutputEntry, _ delivery: Delivery, hears: Bool
  ) -> (faults: [DeliveryFault], levels: [String]?) {
    guard case .movie = output.container.storage else { return ([], nil) }
    let isWanted = job.soundFormat(of: output, hears: hears) != nil
    func faults(_ texts: [String]) -> [DeliveryFault] {
      texts.map { DeliveryFault(file: owner(output), frame: nil, text: $0) }
    }
    do {
      guard let probe = try SoundProbe(delivery.path) else {
        return (faults(isWanted ? ["the sound is missing"] : []), nil)
      }
      guard isWanted else { return (faults(["there is sound, and none was asked for"]), nil) }
      let end = job.frameRate(of: output).seconds(ofFrame: delivery.frameCount)
      return (
        faults(SoundJudge.structure(of: probe, beside: (0, end))), DeliveredSound(probe.levels).text
      )
    } catch {
      return (faults(["\(error)"]), nil)
    }
  }

  /// The faults of a delivered file of sound only, and its levels.
  private func sound(_ output: SoundOutput, _ path: String) -> (faults: [DeliveryFault], levels: [String]?) {
    func faults(_ texts: [String]) -> [DeliveryFault] {
      texts.map { DeliveryFault(file: output.file, frame: nil, text: $0) }
    }
    do {
      guard let probe = try SoundProbe(path) else { return (faults(["the sound is missing"]), nil) }
      let frames = output.range ?? 0..<job.frameCount
      let wanted = Double(job.samples(of: frames).count) / Double(SoundFormat.sampleRate)
      // Up to two frames of AAC are silence that players may show.
      let isWhole = abs(probe.duration - wanted) < 0.05
      return (
        faults(
          SoundJudge.structure(of: probe)
            + (isWhole ? [] : ["the sound is \(Figures.seconds(probe.duration)) long, not \(Figures.seconds(wanted))"])),
        DeliveredSound(probe.levels).text
      )
    } catch {
      return (faults(["\(error)"]), nil)
    }
  }

  /// The file that faults of an output name.
  private func owner(_ output: OutputEntry) -> String? { job.outputs.count > 1 ? output.file : nil }

  /// True if an output's frames are the canvas's, as it is drawn.
  private func showsCanvas(_ index: Int) -> Bool {
    let output = job.outputs[index]
    return PictureSettings(ofOutput: index, of: job, scale: scale) == PictureSettings(job, scale: scale)
      && job.frameRate(of: output) == job.frameRate && job.range(of: output) == 0..<job.frameCount
  }

  /// The first hexadecimal digits of a digest.
  static func short(_ digest: Digest, digits: Int) -> String { String(digest.description.prefix(digits)) }

  /// True if no channel of two frames differs by more than dithered rounding.
  private static func areAlike(_ a: Image, _ b: Image) -> Bool {
    zip(a.pixels, b.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }
}

extension OutputRecord {
  /// An output before its frames are judged.
  fileprivate init(_ entry: OutputEntry, _ delivery: Delivery, of job: Job, hears: Bool) {
    let content = delivery.content
    self.init(
      file: entry.file, codec: entry.codec.name,
      options: Self.options(of: entry, at: delivery.format.frameRate, job.soundFormat(of: entry, hears: hears)),
      defaults: entry.codec.options.map(\.name).filter { entry.options[$0] == nil }.sorted(),
      bytes: content.bytes, digest: content.digest.description,
      encoderOptions: VideoLibraries.encoderOptions(delivery.format), keyFrames: [], lumaPSNR: 0, chromaPSNR: 0, ssim: 0
    )
  }

  /// An output's options as text, with their defaults, the group length that follows from the frame rate, and what it shows
  /// where it says so.
  static func options(
    of entry: OutputEntry, at rate: FrameRate, _ sound: SoundFormat?
  ) -> [String: String] {
    var values = entry.codec.options.compactMap { declaration in
      (entry.options[declaration.name] ?? declaration.defaultValue).map { (declaration.name, $0) }
    }
    if let background = entry.background { values.append(("background", .color(background))) }
    var texts = ParameterText(ParameterValues(values)).entries
    let gop = "gop"
    if entry.codec.options.contains(where: { $0.name == gop }) {
      texts[gop] = entry.codec.groupLength(entry.options, at: rate).map { "\($0)" }
    }
    switch entry.size {
    case .scaled(let factor): texts["size"] = "\(factor)"
    case .fitted(let width, let height, let fit): texts["size"] = "\(width) × \(height), \(fit.rawValue)"
    case nil: break
    }
    texts["fps"] = entry.frameRate.map { "\($0)" }
    texts["frames"] = entry.range.map { "\($0)" }
    texts["alpha"] = entry.isStacked ? "stacked" : nil
    texts["columns"] = entry.sprite.map { "\($0.columns)" }
    texts["sound"] = sound.map { text(of: $0) }
    texts["subtitles"] = entry.subtitles?.rawValue
    texts["loop"] = entry.loop == nil ? nil : "true"
    texts["for"] = entry.profile?.name
    return texts
  }

  /// The options that records of versions without subtitles do not hold.
  static let laterOptions = ["subtitles", "loop", "for"]

  /// The processing and the encoding of a sound, as text.
  static func text(of sound: SoundFormat) -> String {
    let rate = sound.codec.defaultBitRate == nil ? "" : " \(sound.bitRate) kb/s"
    let loudness = sound.loudness.target.map { "\($0) LUFS, at most \(sound.loudness.maxTruePeak) dBTP" }
    return "\(sound.codec.name)\(rate), \(loudness ?? "as it is")"
  }

  /// The same with what was measured of the file, rounded.
  fileprivate func judged(_ quality: FileQuality, _ sound: [String]?) -> OutputRecord {
    var result = self
    result.sound = sound
    result.keyFrames = quality.keyFrames
    result.lumaPSNR = (quality.lumaPSNR * 10).rounded() / 10
    result.chromaPSNR = (quality.chromaPSNR * 10).rounded() / 10
    result.ssim = (quality.ssim * 1000).rounded() / 1000
    if !quality.scores.isEmpty {
      result.quality = FrameSeries.lines(quality.scores.map(\.text), length: FrameSeries.scoresPerLine)
    }
    return result
  }
}
