import Foundation
import MediaBase
import StageKit
import Video

/// Compares an observed job with its baseline.
struct JobComparison {
  let baseline: BaselineFolder
  /// The tolerance where the baseline does not say; nil for `exact` on the platform of the baseline, and
  /// `antialias` on another.
  let tolerance: Tolerance?

  /// The number of changed frames whose files are compared although the result does not depend on them.
  private static let samples = 12

  func compare(_ observation: JobObservation, _ before: JobRecord, file: String) -> JobResult {
    let after = observation.record
    var result = JobResult(
      name: after.job, file: file, status: .passed, before: before, observation: observation)
    let finder = BlameFinder(before, after)
    result.changedFrames = Self.changedFrames(before, after)
    let asked = before.tolerance ?? tolerance
    let isForeign = !before.platform.drawsLike(after.platform)
    result.notes = finder.invisibleChanges(isForeign: isForeign) + notes(before, after)
    result.notes += baseline.damage(before).map { "the baseline's \($0): accept this job again with --update" }
    let allowed = asked ?? (isForeign ? .antialias : .exact)
    if isForeign, asked == nil, !result.changedFrames.isEmpty {
      result.notes.append(
        "drawn on another platform than the baseline, so pixels are compared as --tolerance antialias does")
    }
    let pixelCauses = finder.causes()
    let isSameForm = (before.video.width, before.video.height) == (after.video.width, after.video.height)
    if !result.changedFrames.isEmpty, isSameForm {
      do {
        result.frames = try differences(
          observation, before, frames: result.changedFrames,
          isDeciding: allowed != .exact || before.masks?.isEmpty == false)
      } catch {
        result.notes.append("the baseline's pictures cannot be compared: \(error)")
      }
    }
    let isWithin = isSameForm && finder.video().isEmpty && accepts(result, before, by: allowed)
    if !pixelCauses.isEmpty {
      result.causes = pixelCauses
      result.status = isWithin ? .tolerated : .differs
    }
    let published = finder.publishedChanges(isForeign: isForeign)
    let found = outputs(finder, isTolerated: isWithin && !pixelCauses.isEmpty)
    let qualities = qualities(before, after)
    let sounds = finder.sounds(isForeign: isForeign || before.platform.encoder != after.platform.encoder)
    let faults =
      faults(observation, qualities, isDrawnAlike: result.changedFrames.isEmpty || isWithin)
      + (sounds.isEmpty ? soundFaults(before, after) : [])
    let subtitles = finder.subtitles()
    // A file that is wrong has other bytes, too.
    let others =
      found.filter { $0.kind == .encoding } + faults
      + (faults.isEmpty ? found.filter { $0.kind != .encoding } : [])
      + loop(before, after) + sounds + subtitles + published
    if !others.isEmpty {
      // A difference within the tolerance is not a cause, but it is reported.
      if isWithin { result.notes += pixelCauses.map { "tolerated: \($0)" } }
      result.causes = (isWithin ? [] : pixelCauses) + others
      result.status = .differs
    }
    return result
  }

  /// True if the pixels of all changed frames are within a tolerance.
  private func accepts(_ result: JobResult, _ before: JobRecord, by tolerance: Tolerance) -> Bool {
    let hasMasks = before.masks?.isEmpty == false
    guard tolerance != .exact || hasMasks else { return result.changedFrames.isEmpty }
    // A frame that is not compared cannot pass.
    guard Set(result.frames.map(\.frame)).isSuperset(of: result.changedFrames) else { return false }
    return result.frames.allSatisfy { frame in
      let isLossy = frame.source == .video
      return (isLossy && tolerance == .exact ? .antialias : tolerance).accepts(frame.difference, isLossy: isLossy)
    }
  }

  private static func changedFrames(_ before: JobRecord, _ after: JobRecord) -> [Int] {
    if before.pixels == after.pixels { return [] }
    let (old, new) = (FrameSeries.words(before.pixels) ?? [], FrameSeries.words(after.pixels) ?? [])
    return (0..<max(old.count, new.count)).filter { index in
      index >= old.count || index >= new.count || old[index] != new[index]
    }
  }

  private func notes(_ before: JobRecord, _ after: JobRecord) -> [String] {
    var notes: [String] = []
    let (old, new) = (before.platform, after.platform)
    if before.subtitles == nil, after.subtitles?.isEmpty == false {
      notes.append("the baseline is of a version that held no subtitles: accept this job again with --update")
    }
    if before.soundFiles == nil, after.soundFiles?.isEmpty == false {
      notes.append("the baseline is of a version that held no files of sound: accept this job again with --update")
    }
    if old.encoder != new.encoder { notes.append("encoded with \(new.encoder), the baseline with \(old.encoder)") }
    if old.program != new.program { notes.append("rendered by version \(new.program), the baseline by \(old.program)") }
    return notes
  }

  /// Different pixels that pass explain different bytes.
  private func outputs(_ finder: BlameFinder, isTolerated: Bool) -> [Blame] {
    finder.outputs().filter { !isTolerated || $0.kind == .encoding }
  }

  private func loop(_ before: JobRecord, _ after: JobRecord) -> [Blame] {
    guard before.video.loops != after.video.loops, after.video.frames == before.video.frames else { return [] }
    let text =
      after.video.loops ? "the last frame leads to the first now" : "the last frame no longer leads to the first"
    return after.video.loops ? [] : [Blame(kind: .video, frame: after.video.frames - 1, detail: text)]
  }

  /// The outputs of both records that can be compared by their quality: equal codecs with equal options.
  private func qualities(_ before: JobRecord, _ after: JobRecord) -> [String: QualityComparison] {
    var result: [String: QualityComparison] = [:]
    for new in after.outputs {
      guard let old = before.outputs.first(where: { $0.file == new.file }), old.codec == new.codec,
        old.options == new.options
      else { continue }
      result[new.file] = QualityComparison(old, new)
    }
    return result
  }

  /// Faults of the delivered files, and frames that are farther from the drawing than the baseline's are.
  ///
  /// A frame that is no farther is accepted, however far it is: small pictures of few colors lose much in any encoder.
  private func faults(
    _ observation: JobObservation, _ qualities: [String: QualityComparison], isDrawnAlike: Bool
  ) -> [Blame] {
    let record = observation.record
    func blame(_ frame: Int?, _ text: String) -> Blame {
      Blame(
        kind: .file, frame: frame,
        seconds: frame.map { Double($0) * record.video.duration / Double(max(1, record.video.frames)) }, detail: text)
    }
    let known = observation.faults.filter { fault in
      let file = fault.file ?? record.outputs.first?.file ?? ""
      guard fault.isLowQuality, let quality = qualities[file] else { return true }
      return fault.frame.map { !quality.holds($0) } ?? !quality.holds
    }
    let faults = known.prefix(3).map { fault in
      blame(fault.frame, (fault.file.map { "of \($0) " } ?? "") + fault.text)
    }
    guard faults.isEmpty, isDrawnAlike else { return faults }
    return record.outputs.compactMap { output in
      guard let loss = qualities[output.file]?.loss() else { return nil }
      let owner = record.outputs.count > 1 ? "\(output.file): " : ""
      return blame(loss.frame, "\(owner)is farther from what was drawn than the baseline's: \(loss.text)")
    }
  }

  /// Delivered files whose equal sounds are heard otherwise than in the baseline's.
  private func soundFaults(_ before: JobRecord, _ after: JobRecord) -> [Blame] {
    func blame(_ old: [String]?, _ new: [String]?, _ file: String) -> Blame? {
      guard let was = old.flatMap({ DeliveredSound($0) }), let now = new.flatMap({ DeliveredSound($0) }),
        let difference = now.difference(from: was)
      else { return nil }
      let owner = after.outputs.count + (after.soundFiles ?? []).count > 1 ? "\(file): " : ""
      return Blame(kind: .file, detail: "\(owner)its sound is not the baseline's: \(difference)")
    }
    // Files of another length have another loudness, and end elsewhere.
    guard before.video.duration == after.video.duration else { return [] }
    return after.outputs.compactMap { output in
      guard let old = before.outputs.first(where: { $0.file == output.file }),
        old.options["sound"] == output.options["sound"]
      else { return nil }
      return blame(old.sound, output.sound, output.file)
    }
      + (after.soundFiles ?? []).compactMap { file in
        guard let old = before.soundFiles?.first(where: { $0.file == file.file }), old.options == file.options
        else { return nil }
        return blame(old.levels, file.levels, file.file)
      }
  }

  /// The differences of changed frames: exact ones of the frames with pictures, those of the files for the others.
  private func differences(
    _ observation: JobObservation, _ before: JobRecord, frames: [Int], isDeciding: Bool
  ) throws -> [FrameDifference] {
    var found: [FrameDifference] = []
    for (frame, picture) in zip(observation.record.references, observation.references) {
      guard frames.contains(frame), before.references.contains(frame) else { continue }
      guard let old = try? baseline.picture(before, frame: frame) else { continue }
      if let difference = PictureDifference(old, picture, masks: before.masks ?? []) {
        found.append(FrameDifference(frame: frame, source: .picture, difference: difference))
      }
    }
    let rest = frames.filter { frame in !found.contains { $0.frame == frame } }
    let step = isDeciding ? 1 : max(1, rest.count / Self.samples)
    let wanted = stride(from: 0, to: rest.count, by: step).map { rest[$0] }
    if let file = observation.files.first, let earlier = baseline.videoPath(before, for: file), !wanted.isEmpty {
      found += try MoviePair(earlier, file).differences(wanted, masks: before.masks ?? [])
    }
    return found.sorted { $0.frame < $1.frame }
  }
}
