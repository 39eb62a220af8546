import Files
import Foundation
import JobFile
import Memory
import Rendering

/// Renders jobs in child processes of this program, so that a stage that crashes, hangs or takes too much memory affects
/// only its own job.
struct IsolatedRenderer: OutOfProcessRenderer {
  /// Seconds that a child has to end when it is asked to.
  static let gracePeriod = 3.0

  /// True if all jobs are isolated, not just those with stages of foreign plugins.
  private let isolatesAll: Bool
  /// The names of stages that do not come with the program.
  private let foreignStages: Set<String>
  /// The settings of the whole run.
  private let settings: RunSettings
  /// The number of segments that a child renders at once.
  private let workers: Int
  /// The time limit of a step, in seconds.
  private let deadline: Double
  let memoryShare: Int

  /// Nil where none of the jobs needs it.
  init?(
    _ jobs: [Job], _ settings: RunSettings, foreignStages: Set<String>
  ) {
    guard settings.isolation != .none else { return nil }
    let isolatesAll = settings.isolation == .all
    self.isolatesAll = isolatesAll
    self.foreignStages = foreignStages
    self.settings = settings
    deadline = settings.frameDeadline
    let count = jobs.count { Self.isIsolated($0, isolatesAll, foreignStages) }
    guard count > 0 else { return nil }
    let together = min(count, settings.workers)
    workers = settings.workers / together
    let limit = settings.memory ?? MemoryBudget.defaultLimit
    memoryShare = max(0, limit - (MachineMemory.resident() ?? 0)) / together
  }

  private static func isIsolated(_ job: Job, _ isolatesAll: Bool, _ foreignStages: Set<String>) -> Bool {
    isolatesAll || job.usesStage { foreignStages.contains($0.definition.name) }
  }

  func isIsolated(_ job: Job) -> Bool { Self.isIsolated(job, isolatesAll, foreignStages) }

  func render(
    _ job: Job, index: Int, share: Share?, isCancelled: @escaping @Sendable () -> Bool,
    observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    let events = IsolatedJobEvents(index: index, observe: observe)
    var own = settings.alone(job.file, job.variant, .job)
    own.memory = memoryShare
    own.failFast = false
    switch own.purpose {
    case .store(let whole): own.purpose = .store((share ?? whole).limited(to: job))
    case .join(let share): own.purpose = .join(share?.limited(to: job))
    case .deliver, .forecast: break
    }
    own.workers = workers
    do {
      var end = try attempt(own, events, isCancelled)
      // With one worker the step that crashes or hangs is known exactly.
      if end.isWorthRepeating, !events.isOver, workers > 1, !isCancelled() {
        own.workers = 1
        end = try attempt(own, events, isCancelled)
      }
      if !events.isOver { observe(.failed(job: index, end.failure)) }
    } catch {
      observe(.failed(job: index, .render("its process cannot be started: \(SystemError.message(of: error))")))
    }
  }

  /// Why a child ended before its job was over.
  private enum End {
    case cancelled
    /// `isKilled` says that something else may have ended it, such as a system without memory.
    case crashed(how: String, step: String?, isKilled: Bool)
    case late(step: String, seconds: Double)
    /// It gave up, for a reason that may be gone in another try.
    case gaveUp(String)
    case exceededMemory(resident: Int, share: Int)

    var isWorthRepeating: Bool {
      switch self {
      case .crashed, .late: true
      case .cancelled, .gaveUp, .exceededMemory: false
      }
    }

    var failure: JobFailure {
      switch self {
      case .cancelled: .cancelled
      case .crashed(let how, let step, false): .render("\(step ?? "the job"): \(how)")
      case .crashed(let how, let step, true): .temporary("\(step ?? "the job"): \(how)")
      case .gaveUp(let reason): .temporary(reason)
      case .late(let step, let seconds):
        .render("\(step): took more than \(seconds) s. Give it longer with --frame-deadline.")
      case .exceededMemory(let resident, let share):
        .render(
          "its process took \(resident >> 20) MiB of memory, more than its share of \(share >> 20) MiB, and was ended. "
            + "Allow more with --max-memory.")
      }
    }
  }

  private func attempt(
    _ own: RunSettings, _ events: IsolatedJobEvents, _ isCancelled: () -> Bool
  ) throws -> End {
    events.begin()
    let channels = try ChildChannels()
    let errors = try Pipe()
    let child = try ChildProcess(.run(own), errors: errors.writeEnd, channels: channels)
    errors.closeWriteEnd()
    var watch = StepDeadline(deadline: deadline)
    var standardError = Data()
    var cancelledSince: Double?
    while true {
      let end = child.poll()
      channels.readLines().forEach(events.take)
      standardError = (standardError + errors.readAvailable()).prefix(1 << 16)
      if let end {
        if isCancelled() || (end.isInterruption && channels.isOwn(end)) { return .cancelled }
        if case .exited(ExitCode.temporaryFailure.rawValue) = end, channels.isOwn(end) {
          let text = String(decoding: standardError, as: UTF8.self).split(separator: "\n").last.map(String.init)
          return .gaveUp(text ?? "its process gave up")
        }
        return .crashed(
          how: end.description + Self.reason(in: standardError), step: channels.records.step,
          isKilled: end == .signaled(SIGKILL))
      }
      if isCancelled() {
        if cancelledSince == nil { child.terminate() }
        cancelledSince = cancelledSince ?? StepDeadline.now
        if StepDeadline.now - (cancelledSince ?? 0) > Self.gracePeriod { child.killGroup() }
      } else if let step = watch.lateStep(in: channels.records) {
        child.killGroup()
        return .late(step: step, seconds: deadline)
      } else if let resident = MachineMemory.resident(of: child.id),
        resident > memoryShare + Self.tolerance(memoryShare)
      {
        child.killGroup()
        return .exceededMemory(resident: resident, share: memoryShare)
      }
      channels.messages.wait(milliseconds: 20)
    }
  }

  /// The memory that a process may use beyond its share, since it does not reserve all that it allocates.
  private static func tolerance(_ share: Int) -> Int { share / 10 + (64 << 20) }

  /// The message of Swift's or C++'s runtime on a crash.
  static func reason(in errors: Data) -> String {
    let line = String(decoding: errors, as: UTF8.self).split(separator: "\n").first {
      $0.contains("Fatal error") || $0.contains("terminat")
    }
    return line.map { ": \($0)" } ?? ""
  }
}

extension ChildProcess.End {
  /// True if a signal asked for the end.
  fileprivate var isInterruption: Bool {
    if case .exited(let code) = self { ExitCode(rawValue: code)?.isInterruption == true } else { false }
  }
}
