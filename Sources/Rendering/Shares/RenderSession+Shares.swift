import Foundation
import JobFile
import Planning
import StageKit

/// Runs that draw a share of the segments, join what shares drew, or only find out what there is to draw.
extension RenderSession {
  static func numbers(of jobs: [Job], _ settings: RenderSettings) -> SegmentNumbers {
    let counts = jobs.map { job in
      Rendition.all(of: job, settings).reduce(0) { $0 + SegmentCutter.estimatedCount($1.frames, $1.keyFrames) }
    }
    // By their files, so that the order in which these are given does not matter.
    let paths = jobs.map { ShareReceipts.path($0) }
    let order = jobs.indices.sorted { (paths[$0], $0) < (paths[$1], $1) }
    return SegmentNumbers(counts: counts, order: order, from: settings.purpose.share?.firstNumber ?? 0)
  }

  /// The jobs to begin, in order: each share begins with others, so that they survey different ones first.
  static func order(_ jobs: [Job], _ numbers: SegmentNumbers, _ purpose: RunPurpose) -> [Int] {
    guard let share = purpose.share else { return Array(jobs.indices) }
    let own = jobs.indices.filter { numbers.mayConcern(share, job: $0, file: jobs[$0].id) }
    let first = own.count * share.index / share.count
    return Array(own[first...] + own[..<first])
  }

  /// By a job's index, its distinct segments in order, once a run for `forecast` is over; none of jobs that failed.
  public var segmentForecasts: [Int: [SegmentForecast]] { forecasts.withLock { $0 } }

  /// The jobs of which the share has no segment, whatever they look like.
  var unconcerned: [Int] {
    guard let share = settings.purpose.share else { return [] }
    return jobs.indices.filter { !numbers.mayConcern(share, job: $0, file: jobs[$0].id) }
  }

  /// The key of what the store may know of a job's frames, by its files as they are now.
  func surveyKey(of job: Job) -> Digest? { surveys?.key(of: job, frames: settings.frames) }

  /// What the store knows of a job's frames.
  func survey(_ key: Digest?, of job: Job) -> Survey? {
    guard let key, let surveys else { return nil }
    let renditions = Rendition.all(of: job, settings)
    let instants = RenderTask.instants(of: renditions)
    return surveys.find(
      key, frameCount: instants.count, joinCount: JoinPlace.all(of: renditions, instants: instants).count)
  }

  func keepSurvey(of task: RenderTask, _ frames: FrameSurvey) {
    guard let surveys, let key = task.surveyKey else { return }
    let starts = task.plan.sounds.map(\.starts)
    surveys.keep(Survey(warnings: task.context.allWarnings, soundStarts: starts, frames: frames), under: key)
  }

  /// Does what can be done of a job without its stages; false where segments must be drawn.
  func settle(_ index: Int, _ survey: Survey) -> Bool {
    let job = jobs[index]
    // When the sounds of jobs that stages show are heard, only the stages tell.
    if job.hasNestedSounds, settings.purpose.writesFiles { return false }
    do {
      let task = try RenderTask(
        index: index, plan: RenderPlan(withoutStages: job, soundStarts: survey.soundStarts), settings: settings,
        context: JobContext(job, text: text), began: .now)
      let layout = task.layout(survey.frames)
      if case .store(let share) = settings.purpose {
        let own = segments(of: layout, task, share)
        let reuse = SegmentReuse(task, layout, segments: own, store)
        guard reuse.stored(own).count == own.count else { return false }
      }
      for warning in survey.warnings { observe(.warned(job: index, warning)) }
      switch settings.purpose {
      case .deliver: return false
      case .store(let share): try begin(task, layout, share)
      case .join: try join(task, layout)
      case .forecast: forecast(task, layout)
      }
    } catch {
      drop(index, error)
    }
    return true
  }

  /// A share's segments of a job.
  private func segments(of layout: SegmentLayout, _ task: RenderTask, _ share: Share) -> [Int] {
    zip(0..., layout.distinct).filter { ordinal, _ in
      numbers.share(ofSegment: ordinal, job: task.index, file: task.plan.job.id, share) == share.index
    }.map(\.1)
  }

  /// Draws a share's segments of a job.
  func begin(_ task: RenderTask, _ layout: SegmentLayout, _ share: Share) throws(JobFailure) {
    let job = try MovieAssembler(task, layout: layout, segments: segments(of: layout, task, share), store: store)
    if job.segments.isEmpty {
      queue.dropped(job: task.index)
      observe(.skipped(job: task.index))
    } else {
      begin(job)
    }
  }

  /// Joins a job's segments. Throws `JobFailure` where one is not in the store.
  func join(_ task: RenderTask, _ layout: SegmentLayout) throws(JobFailure) {
    let reuse = SegmentReuse(task, layout, store)
    let stored = reuse.stored(layout.distinct)
    let absent = layout.distinct.filter { !stored.contains($0) }
    guard absent.isEmpty else { throw missing(absent, layout, task) }
    begin(try MovieAssembler(task, layout: layout, store: store))
  }

  /// `isDamaged` says that they were in the store until they were read.
  func missing(_ segments: [Int], of job: MovieAssembler, isDamaged: Bool) -> JobFailure {
    missing(segments, job.layout, job.task, isDamaged ? "it was damaged in the cache and is removed" : nil)
  }

  /// That segments are missing, with the reason for each.
  private func missing(
    _ segments: [Int], _ layout: SegmentLayout, _ task: RenderTask, _ known: String? = nil
  ) -> JobFailure {
    var parts: [MissingSegments] = []
    for segment in segments {
      let frames = layout.segments[segment]
      let ordinal = layout.distinct.firstIndex(of: segment) ?? 0
      let reason = known ?? reason(ofSegment: ordinal, of: task)
      let part = parts.firstIndex { $0.reason == reason } ?? parts.count
      if part == parts.count { parts.append(MissingSegments(stretches: [], reason: reason)) }
      if let last = parts[part].stretches.last, last.segments.upperBound + 1 == segment,
        layout.video(ofSegment: segment - 1) == layout.video(ofSegment: segment)
      {
        parts[part].stretches[parts[part].stretches.count - 1] = .init(
          segments: last.segments.lowerBound...segment, frames: last.frames.lowerBound..<frames.upperBound,
          file: last.file)
      } else {
        let file = task.file(of: segment, layout)
        parts[part].stretches.append(.init(segments: segment...segment, frames: frames, file: file))
      }
    }
    return .incomplete(parts)
  }

  private func reason(ofSegment ordinal: Int, of task: RenderTask) -> String {
    guard let receipts, case .join(let shares) = settings.purpose else { return "the cache was given up" }
    return receipts.reason(ofSegment: ordinal, of: task.plan.job, task.index, numbers, in: shares)
  }

  /// Keeps what became of this share, for the run that joins it.
  func keepReceipt(isOver: Bool) {
    guard settings.keepsReceipts, let share = settings.purpose.share else { return }
    var receipt = ShareReceipts.begun(jobs)
    receipt.isOver = isOver
    receipt.failures = failures.withLock { $0 }
    receipts?.keep(receipt, of: share)
  }

  func forecast(_ task: RenderTask, _ layout: SegmentLayout) {
    let reuse = SegmentReuse(task, layout, store)
    let stored = reuse.stored(layout.distinct)
    let all = zip(0..., layout.distinct).map { ordinal, segment in
      let frames = layout.segments[segment]
      return SegmentForecast(
        job: task.index, ordinal: ordinal, frames: frames,
        framesToDraw: Set(layout.frameDigests(ofSegment: segment)).count,
        isStored: stored.contains(segment),
        seconds: store?.bytes(.costs, costKey(of: segment, layout, task)).flatMap {
          try? SegmentCost(bytes: $0).seconds
        },
        keys: reuse.keys(of: segment))
    }
    forecasts.withLock { $0[task.index] = all }
    queue.dropped(job: task.index)
  }

  /// Keeps what drawing and encoding a segment took.
  func keepCost(_ seconds: Double, of segment: Int, _ job: MovieAssembler) {
    guard surveys != nil else { return }
    let key = costKey(of: segment, job.layout, job.task)
    store?.keep(SegmentCost(seconds: seconds).bytes, as: .costs, under: key)
  }

  /// By place rather than content: a changed segment is likely to cost what it did.
  private func costKey(of segment: Int, _ layout: SegmentLayout, _ task: RenderTask) -> Digest {
    let rendition = task.renditions[layout.video(ofSegment: segment)]
    return Digest { hasher in
      hasher.combine("cost 2")
      hasher.combine(task.plan.job.name)
      hasher.combine(task.plan.job.outputs[rendition.outputs[0]].file)
      hasher.combine(rendition.scale)
      hasher.combine(layout.segments[segment].lowerBound)
    }
  }

  /// How many frames need not be drawn once a segment is there.
  func reusedFrames(of segment: Int, isStored: Bool, _ job: MovieAssembler) -> Int {
    if settings.purpose.writesFiles { return job.layout.reusedFrames(of: segment, isStored: isStored) }
    return isStored ? job.layout.segments[segment].count : 0
  }
}
