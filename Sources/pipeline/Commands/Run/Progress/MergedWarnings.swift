import JobFile
import Rendering
import Reporting
import Synchronization

/// Passes events on to a display, but for warnings of variants: these come once for all variants of a file, and say which.
final class MergedWarnings: ProgressDisplay {
  /// The variants of one file.
  private struct Group {
    var reports = VariantReports()
    var open: Set<Int>
  }

  private let display: any ProgressDisplay
  private let jobs: [Job]
  /// By the job's file; those without variants are not in it.
  private let groups: Mutex<[String: Group]>
  private let warnings = Mutex<[Int: [Diagnostic]]>([:])

  init(_ display: any ProgressDisplay, _ jobs: [Job]) {
    (self.display, self.jobs) = (display, jobs)
    var groups: [String: Group] = [:]
    for (index, job) in jobs.enumerated() where !job.variant.choices.isEmpty {
      groups[job.file, default: Group(open: [])].open.insert(index)
    }
    self.groups = Mutex(groups)
  }

  func handle(_ event: RenderEvent) {
    switch event {
    case .warned(let job, let warning) where !jobs[job].variant.choices.isEmpty:
      warnings.withLock { $0[job, default: []].append(warning) }
    case .finished(let job, _), .failed(let job, _), .skipped(let job):
      end(job)
      display.handle(event)
    default: display.handle(event)
    }
  }

  func finish() {
    for file in Set(jobs.map(\.file)).sorted() { flush(file) }
    display.finish()
  }

  private func end(_ job: Int) {
    let (file, variant) = (jobs[job].file, jobs[job].variant)
    let found = warnings.withLock { $0.removeValue(forKey: job) } ?? []
    let isOver = groups.withLock { groups in
      guard groups[file]?.open.remove(job) != nil else { return false }
      groups[file]?.reports.add(found, of: variant)
      return groups[file]?.open.isEmpty == true
    }
    if isOver { flush(file) }
  }

  private func flush(_ file: String) {
    guard let group = groups.withLock({ $0.removeValue(forKey: file) }) else { return }
    let index = jobs.firstIndex { $0.file == file } ?? 0
    for warning in group.reports.merged { display.handle(.warned(job: index, warning)) }
  }
}
