import Foundation
import Memory

/// Hands out a run's work: first passes over the frames of planned jobs, then segments of jobs that are begun, then new
/// jobs, so that few are open at once.
///
/// Segments are handed out while memory suffices for the peak of the job's earlier segments. One that was refused
/// memory all the same is handed out again while nothing else is at work; a job that does not fit next to other open
/// jobs is postponed, and rendered when no other is. So a job that fits alone fits in any run, and nobody waits while
/// it holds memory.
// Sendable: every stored property that changes is touched only while `condition` is locked.
final class RenderQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private let jobCount: Int
  /// Those that were not taken yet, the next one last.
  private var jobs: [Int]
  /// Those that are to be rendered while no other job is open, in order.
  private var postponed: [Int] = []
  /// The postponed job that has the run for itself.
  private var soleJob: Int?
  private var open: [OpenJob] = []
  /// Segments that were refused memory.
  private var refused: [(assembler: OutputAssembler, segment: Int)] = []
  /// Jobs ready to be rendered, pruned of those that are over whenever one is added.
  private var all: [OutputAssembler] = []
  /// Jobs that workers plan or pass over, which may bring work.
  private var planning = 0
  private var passes: [OpenPass] = []
  private var isCancelled = false
  /// Segments that were handed out and are not over.
  private var segmentsAtWork = 0
  private let workerCount: Int
  /// Workers that wait, or have gone, and hold no memory.
  private var idleWorkers = 0
  /// True if the piece at work is to have all memory.
  private var isExclusive = false

  /// The number of bytes of finished segments that may wait for an earlier one before no further ones are begun.
  private static let maxWaitingBytes = 256 << 20

  enum Work {
    /// Plan the job, then call `planned` or `dropped`.
    case plan(job: Int)
    /// Hash a chunk of the frames of a planned job.
    case hash(HashPass, chunk: Int)
    /// Make the sound of a planned job.
    case sound(OutputAssembler)
    /// Render a segment of a planned job; with `isExclusive` nothing else is at work.
    case segment(OutputAssembler, index: Int, isExclusive: Bool)
  }

  private struct OpenJob {
    let assembler: OutputAssembler
    /// True if a worker is to make its sound, in parallel with those that draw.
    var needsSound: Bool
    /// Counts those that the run asks for.
    var nextSegment: Int
  }

  private struct OpenPass {
    let pass: HashPass
    var nextChunk: Int
  }

  /// Jobs are planned in the given order.
  init(jobs: [Int], workers: Int) {
    self.jobs = jobs.reversed()
    workerCount = workers
    jobCount = jobs.count
  }

  /// The next piece of work, to be followed by `ended`; waits while there may be some later. Nil when there is none left.
  ///
  /// For a segment `account` is charged at once with what it is likely to take. `release` gives back all memory that the
  /// worker holds; it is called before the worker waits.
  func next(_ account: MemoryAccount, release: () -> Void) -> Work? {
    condition.lock()
    defer { condition.unlock() }
    while !isCancelled {
      if let work = take(account, isAlone: false) { return handOut(work) }
      release()
      if let work = take(account, isAlone: idleWorkers == workerCount - 1) { return handOut(work) }
      idleWorkers += 1
      // The last of them found nothing to do either.
      if idleWorkers == workerCount { condition.broadcast() } else { condition.wait() }
      if idleWorkers == workerCount { return nil }
      idleWorkers -= 1
    }
    return nil
  }

  private func handOut(_ work: Work) -> Work {
    if case .segment(_, _, let isExclusive) = work {
      segmentsAtWork += 1
      self.isExclusive = isExclusive
    }
    return work
  }

  /// `isAlone` says that all other workers are idle, and this one holds no memory.
  private func take(_ account: MemoryAccount, isAlone: Bool) -> Work? {
    if isExclusive { return nil }
    refused.removeAll { $0.assembler.hasFailed }
    if let first = refused.first {
      guard isAlone else { return nil }
      refused.removeFirst()
      return .segment(first.assembler, index: first.segment, isExclusive: true)
    }
    if let index = passes.firstIndex(where: { $0.nextChunk < $0.pass.chunks.count }) {
      passes[index].nextChunk += 1
      return .hash(passes[index].pass, chunk: passes[index].nextChunk - 1)
    }
    if let work = takeSegment(account) { return work }
    // Those at work must give back some memory first.
    guard open.isEmpty else { return nil }
    if let job = jobs.popLast() {
      planning += 1
      return .plan(job: job)
    }
    guard isAlone, !postponed.isEmpty else { return nil }
    let job = postponed.removeFirst()
    soleJob = job
    planning += 1
    return .plan(job: job)
  }

  private func takeSegment(_ account: MemoryAccount) -> Work? {
    while let first = open.first {
      if first.needsSound {
        open[0].needsSound = false
        return .sound(first.assembler)
      }
      if first.assembler.hasFailed || first.nextSegment == first.assembler.segments.count {
        open.removeFirst()
        continue
      }
      let fits = account.guarantee(first.assembler.workerMemory)
      guard segmentsAtWork == 0 || (fits && first.assembler.waitingBytes <= Self.maxWaitingBytes) else { return nil }
      open[0].nextSegment += 1
      return .segment(
        first.assembler, index: first.assembler.segments[first.nextSegment], isExclusive: false)
    }
    return nil
  }

  /// A piece of work is over.
  func ended(_ work: Work) {
    change {
      all.removeAll(where: \.isOver)
      guard case .segment(_, _, let wasExclusive) = work else { return }
      segmentsAtWork -= 1
      if wasExclusive { isExclusive = false }
    }
  }

  /// A segment was refused memory while others were at work; to be called before `ended`.
  func retry(_ segment: Int, of assembler: OutputAssembler) { change { refused.append((assembler, segment)) } }

  /// A job that was refused memory may fit when no other is open. False where there is none: it never fits.
  ///
  /// To be called before `dropped` while the job is planned, and for a segment that ran alone.
  func postpone(_ job: Int, whilePlanning: Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    let hasOthers =
      whilePlanning
      ? jobCount > 1 : passes.contains { $0.pass.index != job } || all.contains { !$0.isOver && $0.index != job }
    guard soleJob != job, hasOthers else { return false }
    postponed.append(job)
    postponed.sort()
    open.removeAll { $0.assembler.index == job }
    all.removeAll { $0.index == job }
    return true
  }

  /// A job taken by `next` is planned; its frames are to be hashed.
  func planned(_ pass: HashPass) { change { passes.append(OpenPass(pass: pass, nextChunk: 0)) } }

  /// A job's frames are known: it is ready to be rendered.
  func ready(_ assembler: OutputAssembler) {
    change {
      planning -= 1
      passes.removeAll { $0.pass.index == assembler.index }
      open.append(OpenJob(assembler: assembler, needsSound: assembler.hasSound, nextSegment: 0))
      all.removeAll(where: \.isOver)
      all.append(assembler)
    }
  }

  /// A job taken by `next` cannot be rendered, or not now.
  func dropped(job: Int) {
    change {
      planning -= 1
      passes.removeAll { $0.pass.index == job }
    }
  }

  /// Hands out nothing more.
  func cancel() { change { isCancelled = true } }

  /// The jobs that were never taken, or postponed.
  var untaken: [Int] { read { jobs.reversed() + postponed } }

  /// The jobs whose frames were not all hashed.
  var unhashed: [Int] { read { passes.map(\.pass.index) } }

  /// The jobs that are ready to be rendered and are neither delivered nor failed.
  var begun: [OutputAssembler] { read { all.filter { !$0.isOver } } }

  private func read<Value>(_ body: () -> Value) -> Value {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  private func change(_ body: () -> Void) {
    condition.lock()
    body()
    condition.broadcast()
    condition.unlock()
  }
}
