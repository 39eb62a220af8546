import Foundation

/// Hands out a run's work: the segments of jobs that are begun first, then new jobs, so that few are open at once.
// Sendable: every stored property that changes is touched only while `condition` is locked.
final class RenderQueue: @unchecked Sendable {
  // Every property below is only touched while `condition` is locked.
  private let condition = NSCondition()
  private var nextJob = 0
  private let jobCount: Int
  private var open: [OpenJob] = []
  /// Planned jobs, pruned of those that are over whenever one is added.
  private var all: [JobRender] = []
  private var planning = 0
  private var isCancelled = false

  enum Work {
    /// Plan the job, then call `planned` or `dropped`.
    case plan(job: Int)
    /// Render a segment of a planned job.
    case segment(JobRender, index: Int)
  }

  private struct OpenJob {
    let render: JobRender
    var nextSegment: Int
  }

  init(jobCount: Int) { self.jobCount = jobCount }

  /// The next piece of work; waits while another worker's planning may bring some. Nil when there is none left.
  func next() -> Work? {
    condition.lock()
    defer { condition.unlock() }
    while !isCancelled {
      if let work = takeSegment() { return work }
      if nextJob < jobCount {
        nextJob += 1
        planning += 1
        return .plan(job: nextJob - 1)
      }
      if planning == 0 { return nil }
      condition.wait()
    }
    return nil
  }

  private func takeSegment() -> Work? {
    while let first = open.first {
      if first.render.hasFailed || first.nextSegment == first.render.segments.count {
        open.removeFirst()
        continue
      }
      open[0].nextSegment += 1
      return .segment(first.render, index: first.nextSegment)
    }
    return nil
  }

  /// A job taken by `next` is ready to be rendered.
  func planned(_ render: JobRender) {
    change {
      planning -= 1
      open.append(OpenJob(render: render, nextSegment: 0))
      all.removeAll(where: \.isOver)
      all.append(render)
    }
  }

  /// A job taken by `next` cannot be rendered.
  func dropped() { change { planning -= 1 } }

  /// Hands out nothing more.
  func cancel() { change { isCancelled = true } }

  /// How many of the run's jobs were never taken.
  var untaken: Range<Int> {
    condition.lock()
    defer { condition.unlock() }
    return nextJob..<jobCount
  }

  /// The jobs that were planned and are neither delivered nor failed.
  var begun: [JobRender] {
    condition.lock()
    defer { condition.unlock() }
    return all.filter { !$0.isOver }
  }

  private func change(_ body: () -> Void) {
    condition.lock()
    body()
    condition.broadcast()
    condition.unlock()
  }
}
