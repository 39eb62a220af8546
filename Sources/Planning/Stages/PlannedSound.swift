import JobFile
import Reporting
import StageKit

/// A sound and when it is heard.
public struct PlannedSound: Sendable {
  public let entry: SoundEntry
  /// When it begins, in seconds from the video's start, in ascending order; below 0 where it began before.
  public let starts: [Double]
  /// The job whose sounds it represents; nil for a sound of the job itself.
  public var nested: NestedSound?
  /// The clip whose sound it represents; nil for others.
  public var clip: ClipSound?

  public init(entry: SoundEntry, starts: [Double], nested: NestedSound? = nil) {
    self.entry = entry
    self.starts = starts
    self.nested = nested
  }
}

/// Resolves when sounds begin, once all stages are planned.
struct SoundPlanner {
  let job: Job
  let stages: [PlannedStage]

  /// Some of the job's sounds, as far as the stages planned by now tell when they begin.
  func sounds(_ entries: [SoundEntry]) -> [PlannedSound] {
    var ignored = DiagnosticList(file: job.file)
    return plan(entries, &ignored)
  }

  /// Reports moments that never come, and sounds that begin after the video's end.
  /// Clips whose files have no sound are left out.
  func plan(_ contexts: any StageContexts, _ list: inout DiagnosticList) -> [PlannedSound] {
    plan(job.sounds, &list) + nested
      + clips.filter { sound in sound.clip.map { contexts.hasSound($0) } ?? true }
  }

  /// The sounds of the jobs that stages show, each as one that lasts through the video.
  private var nested: [PlannedSound] {
    var heard = HeardCopies(job.composition.duration)
    return stages.compactMap { stage in
      guard let sound = NestedSound(stage, in: job), let nested = stage.entry.nested,
        heard.adds(stage, file: nested.job.file, time: sound.contentTime)
      else { return nil }
      let gain = stage.entry.parameters.entries.filter { $0.name == "gain" }
      let entry = SoundEntry(
        id: stage.entry.id, file: FileReference(literal: nested.name, path: nested.job.file), start: .once(.at(0)),
        parameters: ParameterValues(gain.map { ($0.name, $0.value) }), position: nested.position, path: nested.path)
      return PlannedSound(entry: entry, starts: [0], nested: sound)
    }
  }

  /// The sounds of clips that stages show, each as one that lasts through the video.
  private var clips: [PlannedSound] {
    var heard = HeardCopies(job.composition.duration)
    return stages.compactMap { stage in
      guard let sound = ClipSound(stage, in: job),
        heard.adds(stage, file: sound.file.literal, time: sound.contentTime)
      else { return nil }
      let gain = stage.entry.parameters.entries.filter { $0.name == "gain" }
      let entry = SoundEntry(
        id: stage.entry.id, file: sound.file, start: .once(.at(0)),
        parameters: ParameterValues(gain.map { ($0.name, $0.value) }), position: stage.entry.position,
        path: stage.entry.path
      )
      var planned = PlannedSound(entry: entry, starts: [0])
      planned.clip = sound
      return planned
    }
  }

  private func plan(_ entries: [SoundEntry], _ list: inout DiagnosticList) -> [PlannedSound] {
    entries.map { entry in
      let starts: [Double]
      switch entry.start {
      case .once(.at(let seconds)): starts = [seconds]
      case .once(.after(let stage, let moment, let delay, let position, let path)):
        starts = time(of: moment, in: stage).map { [$0 + delay] } ?? []
        if starts.isEmpty { reportNever("moment", moment, of: stage, at: position, path: path, to: &list) }
      case .each(let stage, let cue, let delay, let position, let path):
        starts = times(of: cue, in: stage).map { $0 + delay }
        if starts.isEmpty { reportNever("cue", cue, of: stage, at: position, path: path, to: &list) }
      }
      if let first = starts.first, first >= job.composition.duration {
        let seconds = JSONValue.numberText((first * 1000).rounded() / 1000)
        list.add(
          .warning,
          job.diagnostic(
            at: entry.position, path: entry.path,
            "sound '\(entry.id)' begins at \(seconds) s, after the video's end"))
      }
      return PlannedSound(entry: entry, starts: starts)
    }
  }

  private func time(of moment: String, in stage: String) -> Double? {
    stages.first { $0.entry.id == stage }.flatMap { time(of: moment, in: $0) }
  }

  private func time(of moment: String, in planned: PlannedStage) -> Double? {
    Planner.time(of: moment, in: planned, of: job).flatMap { planned.videoTime(of: planned.start + $0) }
  }

  /// The cues of a name up to the video's end; those of a moment where there is no such cue.
  private func times(of cue: String, in stage: String) -> [Double] {
    // Each copy of a repeated stage has its cues; those that come at once are heard once.
    let all = stages.filter { $0.entry.id == stage || $0.entry.original == stage }
    let times = all.flatMap { self.times(of: cue, in: $0) }.sorted()
    return all.count < 2
      ? times
      : times.reduce(into: []) { kept, next in
        if kept.last.map({ next - $0 > Planner.timeTolerance }) ?? true { kept.append(next) }
      }
  }

  private func times(of cue: String, in planned: PlannedStage) -> [Double] {
    let cues = planned.cues(until: job.composition.duration).filter { $0.name == cue }
    if cues.isEmpty, !planned.entry.definition.cues.contains(where: { $0.name == cue }) {
      let time = Planner.time(of: cue, in: planned, of: job).map { planned.start + $0 }
      return time.map(planned.videoTimes)?.filter { $0 < job.composition.duration } ?? []
    }
    return cues.map(\.seconds)
  }

  private func reportNever(
    _ noun: String, _ name: String, of stage: String, at position: SourcePosition, path: String,
    to list: inout DiagnosticList
  ) {
    list.add(
      .error,
      job.diagnostic(
        at: position, path: path, "stage '\(stage)' never reaches the \(noun) '\(name)' before the video's end",
        hint: "Let it begin earlier, or give the sound another start."))
  }
}

/// The copies of stages with sound that have been heard: what sounds alike at the same times is heard once.
private struct HeardCopies {
  private struct Copy: Equatable {
    let file: String
    let parameters: [ParameterValue]
    /// The instants of the file at instants of the video.
    let times: [Double?]
  }

  private let instants: [Double]
  private var known: [String: [Copy]] = [:]

  init(_ duration: Double) { instants = (0...32).map { duration * Double($0) / 32 } }

  /// Adds a stage's sound, unless a copy of the stage sounds the same.
  mutating func adds(_ stage: PlannedStage, file: String, time: (Double) -> Double?) -> Bool {
    let heard = stage.entry.parameters.entries.filter { ["gain", "animation"].contains($0.name) }.map(\.value)
    let copy = Copy(file: file, parameters: heard, times: instants.map(time))
    let id = stage.entry.original ?? stage.entry.id
    guard known[id]?.contains(copy) != true else { return false }
    known[id, default: []].append(copy)
    return true
  }
}
