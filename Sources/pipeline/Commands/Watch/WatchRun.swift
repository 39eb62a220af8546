import Files
import Foundation
import JobFile
import Memory
import Rendering
import Reporting

/// The process that renders a job of a watched folder.
///
/// It holds the job's claim as this process does, so that nobody else begins before both have ended.
final class WatchRun {
  enum End {
    case finished
    /// `isTemporary` says that another try may help.
    case failed(isTemporary: Bool)
    case cancelled
  }

  /// The job's file when it began.
  let stamp: FileStamp
  let claim: JobClaim
  let began = ContinuousClock.now
  private(set) var facts: JobFacts?
  /// The diagnostics of its variants, until they are complete.
  private var reports: JobReports?
  /// The errors, one a line.
  private(set) var messages: [String] = []
  private(set) var warnings: [String] = []
  private(set) var summaries: [JobSummary] = []
  private(set) var poster: String?
  /// Frames that are drawn or need not be.
  private(set) var done = 0
  private(set) var code = ExitCode.renderFailed
  /// Why it is to end.
  private(set) var cancellation: String?

  private let file: String
  private let child: ChildProcess
  private let channels: ChildChannels
  private let errors: Pipe
  private let settings: WatchSettings
  private var deadline: StepDeadline
  private var lastErrors = Data()
  private var cancelledSince = 0.0
  private var isTemporary = false

  /// Throws where the process cannot be started.
  init(_ file: String, stamp: FileStamp, claim: JobClaim, settings: WatchSettings) throws {
    (self.file, self.stamp, self.claim, self.settings) = (file, stamp, claim, settings)
    channels = try ChildChannels()
    errors = try Pipe()
    deadline = StepDeadline(deadline: settings.frameDeadline)
    child = try ChildProcess(
      .watched(settings.run(of: file)), errors: errors.writeEnd, channels: channels, further: [claim.descriptor])
    errors.closeWriteEnd()
  }

  /// Readable when `poll` has something to do.
  var descriptors: [Int32] { [channels.messages.readEnd, errors.readEnd] }

  /// Lets it begin to render, after what it reads and writes was judged.
  func permit() { if cancellation == nil { channels.permit() } }

  /// Asks it to end; `reason` is shown to users.
  func cancel(_ reason: String) {
    guard cancellation == nil else { return }
    cancellation = reason
    cancelledSince = StepDeadline.now
    child.terminate()
  }

  /// Takes what it reports; how it ended, or nil as long as it runs.
  func poll() -> End? {
    let end = child.poll()
    channels.readLines().forEach(take)
    lastErrors = (lastErrors + errors.readAvailable()).suffix(1 << 14)
    if let end { return outcome(end) }
    if cancellation != nil {
      if StepDeadline.now - cancelledSince > IsolatedRenderer.gracePeriod { child.killGroup() }
    } else if let step = deadline.lateStep(in: channels.records) {
      fail("\(step): took more than \(settings.frameDeadline) s. Give it longer with --frame-deadline.")
    } else if let resident = MachineMemory.resident(of: child.id),
      resident > settings.memoryShare.addingReportingOverflow(settings.memoryShare / 10 + 64 << 20).partialValue,
      settings.memoryShare < .max / 2
    {
      fail(
        "its process took \(resident >> 20) MiB of memory, more than its share of \(settings.memoryShare >> 20) MiB, "
          + "and was ended. Allow more with --max-memory.")
    }
    return nil
  }

  private func fail(_ message: String) {
    add("\(file): \(message)")
    child.killGroup()
  }

  private func add(_ line: String) {
    let line = line.displayText
    if !messages.contains(line) { messages.append(line) }
  }

  /// Takes what is said of a variant, by its index.
  private func take(_ diagnostics: [Diagnostic], of variant: Int) {
    if facts?.variants.indices.contains(variant) == true {
      take(reports?.add(diagnostics, of: variant) ?? [])
    } else {
      diagnostics.forEach(take)
    }
  }

  private func take(_ reports: [JobReports.Report]) { reports.map(\.diagnostic).forEach(take) }

  private func take(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { add(diagnostic.description) } else { warnings.append(diagnostic.description) }
  }

  private func outcome(_ end: ChildProcess.End) -> End {
    take(reports?.end() ?? [])
    if !channels.isOwn(end) { removeLeftovers() }
    if cancellation != nil { return .cancelled }
    switch end {
    case .exited(ExitCode.success.rawValue) where channels.isOwn(end):
      code = .success
      return .finished
    case .exited(let number):
      if let code = ExitCode(rawValue: number), channels.isOwn(end) {
        if code.isInterruption {
          cancellation = "its process was ended"
          return .cancelled
        }
        self.code = code
      } else {
        add("\(file): \(step): \(end.description)\(IsolatedRenderer.reason(in: lastErrors))")
      }
    case .signaled(let signal):
      if messages.isEmpty {
        add("\(file): \(step): \(end.description)\(IsolatedRenderer.reason(in: lastErrors))")
        if signal == SIGKILL { code = .temporaryFailure }
      }
    }
    if messages.isEmpty {
      for line in String(decoding: lastErrors, as: UTF8.self).split(separator: "\n") { add(String(line)) }
    }
    if messages.isEmpty { add("\(file): \(step): \(end.description)") }
    return .failed(isTemporary: isTemporary || code == .temporaryFailure)
  }

  /// Removes the unfinished files of a process that could not do so itself.
  private func removeLeftovers() {
    let outputs = (facts?.outputs ?? []).map { "\(settings.outputFolder)/\($0)" }
    for folder in Set(outputs.map { ($0 as NSString).deletingLastPathComponent }) {
      UnfinishedFiles.removeLeftovers(in: folder, ofProcess: child.id)
    }
  }

  /// The last step that was begun.
  private var step: String { channels.records.step ?? "the job" }

  /// Takes one line; other text is ignored, since stages can write there too.
  private func take(_ line: Data) {
    if let message = try? JSONDecoder().decode(IsolatedJobMessage.self, from: line) {
      switch message {
      case .rejected(let diagnostics): diagnostics.forEach(take)
      case .event(let event): take(event)
      }
    } else if let message = try? JSONDecoder().decode(WatchMessage.self, from: line) {
      switch message {
      case .read(let facts):
        self.facts = facts
        reports = JobReports(facts.variants.map { (file, $0) })
      case .poster(let path): poster = path
      case .warning(let text): warnings.append("\(file): \(text)".displayText)
      }
    }
  }

  private func take(_ event: RenderEvent) {
    switch event {
    case .frame: done += 1
    case .reused(_, let count): done += count
    case .warned(let job, let warning): take([warning], of: job)
    case .noted(let text): warnings.append(text.displayText)
    case .finished(_, let summary): summaries.append(summary)
    case .failed(let job, let failure):
      if case .cancelled = failure { return }
      if case .temporary = failure { isTemporary = true }
      if case .badJob(let errors) = failure { return take(errors, of: job) }
      let variant = facts.flatMap { $0.variants.indices.contains(job) ? $0.variants[job] : nil } ?? Variant()
      for line in failure.lines { add("\(Job.id(file: file, variant)): \(line)") }
    case .preparing, .started, .skipped, .postponed: break
    }
  }
}
