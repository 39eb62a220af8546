import JobFile
import Rendering
import Reporting
import Synchronization

/// Passes events on to a display, but for warnings and what is wrong with jobs: that comes once for all variants of a file,
/// and says which.
final class MergedReports: ProgressDisplay {
  private let display: any ProgressDisplay
  private let reports: Mutex<JobReports>

  init(_ display: any ProgressDisplay, _ jobs: [Job]) {
    self.display = display
    reports = Mutex(JobReports(jobs))
  }

  func handle(_ event: RenderEvent) {
    switch event {
    case .warned(let job, let warning): return report { $0.add([warning], of: job) }
    case .failed(let job, .badJob(let errors)): report { $0.add(errors, of: job) + $0.end(job) }
    case .finished(let job, _), .failed(let job, _), .skipped(let job): report { $0.end(job) }
    case .preparing, .started, .frame, .reused, .postponed, .noted: break
    }
    display.handle(event)
  }

  func report(_ report: JobReports.Report) { display.report(report) }

  func finish() {
    report { $0.end() }
    display.finish()
  }

  private func report(_ change: (inout JobReports) -> [JobReports.Report]) {
    for report in reports.withLock({ change(&$0) }) { display.report(report) }
  }
}
