import Foundation
import JobFile
import Rendering
import Reporting

/// The report of an isolated job's process.
enum IsolatedJobMessage: Codable {
  case event(RenderEvent)
  /// The job's file is not read again as it was.
  case rejected([Diagnostic])
}

/// Passes on the events of the process of a job, each once even if the job is tried twice.
final class IsolatedJobEvents {
  private let index: Int
  private let observe: (RenderEvent) -> Void
  private var isStarted = false
  private var warnings: Set<Diagnostic> = []
  /// Frames that were passed on, and those of this try.
  private var passedFrames = 0
  private var frames = 0
  /// True if the job is finished or failed.
  private(set) var isOver = false

  init(index: Int, observe: @escaping (RenderEvent) -> Void) {
    self.index = index
    self.observe = observe
  }

  /// The job is tried from its beginning.
  func begin() { frames = 0 }

  /// Takes one line of a child's messages; other text is ignored, since stages can write there too.
  func take(_ line: Data) {
    guard !isOver, let message = try? JSONDecoder().decode(IsolatedJobMessage.self, from: line) else { return }
    switch message {
    case .rejected(let diagnostics): end(.failed(job: index, .badJob(diagnostics)))
    case .event(let event): take(event)
    }
  }

  private func take(_ event: RenderEvent) {
    switch event {
    case .preparing(_, let stage): if !isStarted { observe(.preparing(job: index, stage: stage)) }
    case .started(_, let count):
      if !isStarted { observe(.started(job: index, frames: count)) }
      isStarted = true
    case .warned(_, let warning): if warnings.insert(warning).inserted { observe(.warned(job: index, warning)) }
    case .frame: pass(1)
    case .reused(_, let count): pass(count)
    case .skipped: end(.skipped(job: index))
    case .postponed: break
    case .noted: observe(event)
    case .finished(_, let summary): end(.finished(job: index, summary))
    case .failed(_, let failure): end(.failed(job: index, failure))
    }
  }

  private func pass(_ count: Int) {
    frames += count
    let new = frames - passedFrames
    guard new > 0 else { return }
    observe(new == 1 ? .frame(job: index) : .reused(job: index, frames: new))
    passedFrames = frames
  }

  private func end(_ event: RenderEvent) {
    isOver = true
    observe(event)
  }
}

/// Reports a run to the parent process.
final class ParentProgress: ProgressDisplay {
  func handle(_ event: RenderEvent) { ChildRole.send(IsolatedJobMessage.event(event)) }

  func report(_ report: JobReports.Report) {
    for job in report.jobs { handle(.warned(job: job, report.diagnostic)) }
  }

  func finish() {}
}
