import Formats
import JobFile
import StageKit

/// The sound of some of a job's files: how it is encoded, and which part of the timeline it is.
struct SoundTarget: Hashable, Sendable {
  let format: SoundFormat
  /// The part of the timeline, in samples, whose loudness is measured.
  let range: Range<Int>
  /// The part that the run delivers.
  let part: Range<Int>
  /// True if the range's end leads into its start.
  let isLoop: Bool
  /// True if files begin with the first sample, since they may not say what comes before it.
  let dropsPriming: Bool

  /// The sound of an output with pictures; nil where it has none. `hears` says whether the plan has sounds.
  init?(_ output: OutputEntry, of job: Job, frames: ClosedRange<Int>?, hears: Bool) {
    guard let format = job.soundFormat(of: output, hears: hears) else { return nil }
    self.init(
      format, job.range(of: output), of: job, isLoop: output.loop != nil, frames: frames,
      dropsPriming: output.container.family == .baseMedia && output.profile?.takesEditLists == false)
  }

  /// The sound of a file of nothing else.
  init?(_ output: SoundOutput, of job: Job, frames: ClosedRange<Int>?) {
    self.init(
      job.soundFormat(of: output), output.range ?? 0..<job.frameCount, of: job, isLoop: output.isLoop, frames: frames,
      dropsPriming: false)
  }

  private init?(
    _ format: SoundFormat, _ frames: Range<Int>, of job: Job, isLoop: Bool, frames wanted: ClosedRange<Int>?,
    dropsPriming: Bool
  ) {
    self.format = format
    self.dropsPriming = dropsPriming
    range = job.samples(of: frames)
    let part = wanted.map { job.samples(of: frames.clamped(to: $0.lowerBound..<$0.upperBound + 1)) } ?? range
    if part.isEmpty { return nil }
    self.part = part
    self.isLoop = isLoop || (job.loop != nil && frames == 0..<job.frameCount)
  }

  func digest(into hasher: inout DigestHasher) {
    format.digest(into: &hasher)
    for value in [range.lowerBound, range.upperBound, part.lowerBound, part.upperBound] { hasher.combine(value) }
    hasher.combine(isLoop)
  }
}
