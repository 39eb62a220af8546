import Foundation

/// Hands out a run's work: first looks at planned jobs, then the segments of jobs that are begun, then new jobs, so that
/// few are open at once.
// Sendable: every stored property that changes is touched only while `condition` is locked.
final class RenderQueue: @unchecked Sendable {
  // Every property below is only touched while `condition` is locked.
  private let condition = NSCondition()
  /// Those that are not taken yet, the next one last.
  private var jobs: [Int]
  private var open: [OpenJob] = []
  /// Jobs ready to be rendered, pruned of those that are over whenever one is added.
  private var all: [MovieAssembler] = []
  /// Jobs that workers plan or look at, which may bring work.
  private var planning = 0
  private var surveys: [OpenSurvey] = []
  private var isCancelled = false
  /// Bytes that workers may take together, and those that the ones at work on segments do.
  private let memory: Int
  private var memoryInUse = 0

  enum Work {
    /// Plan the job, then call `planned` or `dropped`.
    case plan(job: Int)
    /// Look at a chunk of the frames of a planned job.
    case survey(FrameHashPass, chunk: Int)
    /// Render a segment of a planned job.
    case segment(MovieAssembler, index: Int)
  }

  private struct OpenJob {
    let render: MovieAssembler
    /// Counts those that are distinct.
    var nextSegment: Int
  }

  private struct OpenSurvey {
    let survey: FrameHashPass
    var nextChunk: Int
  }

  /// Jobs are planned in the given order.
  ///
  /// No more segments are handed out at once than fit into `memory` bytes, but always one.
  init(jobs: [Int], memory: Int) {
    self.jobs = jobs.reversed()
    self.memory = memory
  }

  /// The next piece of work; waits while another worker's planning may bring some. Nil when there is none left.
  func next() -> Work? {
    condition.lock()
    defer { condition.unlock() }
    while !isCancelled {
      if let work = takeChunk() ?? takeSegment() { return work }
      if !open.isEmpty {
        // Those at work must give back some memory first.
        condition.wait()
        continue
      }
      if let job = jobs.popLast() {
        planning += 1
        return .plan(job: job)
      }
      if planning == 0 { return nil }
      condition.wait()
    }
    return nil
  }

  private func takeSegment() -> Work? {
    while let first = open.first {
      if first.render.hasFailed || first.nextSegment == first.render.layout.distinct.count {
        open.removeFirst()
        continue
      }
      let bytes = first.render.memory.worker
      guard
        memoryInUse == 0
          || (memoryInUse + heldByJobs + bytes <= memory && first.render.waitingBytes <= Self.mostWaiting)
      else {
        return nil
      }
      memoryInUse += bytes
      open[0].nextSegment += 1
      return .segment(first.render, index: first.render.layout.distinct[first.nextSegment])
    }
    return nil
  }

  /// What the jobs that are begun take beside their workers.
  private var heldByJobs: Int { all.reduce(0) { $0 + ($1.isOver ? 0 : $1.memory.job) } }

  /// How many bytes of finished segments may wait for an earlier one before no further ones are begun.
  private static let mostWaiting = 256 << 20

  /// A segment that was handed out is over.
  func released(_ render: MovieAssembler) { change { memoryInUse -= render.memory.worker } }

  private func takeChunk() -> Work? {
    guard let index = surveys.firstIndex(where: { $0.nextChunk < $0.survey.chunks.count }) else { return nil }
    surveys[index].nextChunk += 1
    return .survey(surveys[index].survey, chunk: surveys[index].nextChunk - 1)
  }

  /// A job taken by `next` is planned; its frames are to be looked at.
  func planned(_ survey: FrameHashPass) { change { surveys.append(OpenSurvey(survey: survey, nextChunk: 0)) } }

  /// A job's frames were looked at: it is ready to be rendered.
  func surveyed(_ render: MovieAssembler) {
    change {
      planning -= 1
      surveys.removeAll { $0.survey.setup.index == render.index }
      open.append(OpenJob(render: render, nextSegment: 0))
      all.removeAll(where: \.isOver)
      all.append(render)
    }
  }

  /// A job taken by `next` cannot be rendered.
  func dropped(job: Int) {
    change {
      planning -= 1
      surveys.removeAll { $0.survey.setup.index == job }
    }
  }

  /// Hands out nothing more.
  func cancel() { change { isCancelled = true } }

  /// The jobs that were never taken.
  var untaken: [Int] {
    condition.lock()
    defer { condition.unlock() }
    return jobs.reversed()
  }

  /// The jobs whose frames were not looked at to the end.
  var unsurveyed: [Int] {
    condition.lock()
    defer { condition.unlock() }
    return surveys.map(\.survey.setup.index)
  }

  /// The jobs that are ready to be rendered and are neither delivered nor failed.
  var begun: [MovieAssembler] {
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
