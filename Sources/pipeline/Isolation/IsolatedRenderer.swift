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

  /// Whether all jobs are isolated, not just those with stages of foreign plugins.
  private let isolatesAll: Bool
  /// The names of stages that do not come with the program.
  private let foreignStages: Set<String>
  /// The options that each child is given.
  private let options: [String]
  /// How many segments a child renders at once.
  private let workers: Int
  /// How long a step may take, in seconds.
  private let deadline: Double
  let memoryShare: Int

  /// Nil where none of the jobs needs it.
  init?(
    _ jobs: [Job], _ arguments: ParsedArguments, foreignStages: Set<String>, workers: Int, deadline: Double
  ) {
    guard !ChildRole.isChild, !arguments.has("no-isolate") else { return nil }
    let isolatesAll = arguments.has("isolate")
    self.isolatesAll = isolatesAll
    self.foreignStages = foreignStages
    self.deadline = deadline
    let count = jobs.count { Self.isIsolated($0, isolatesAll, foreignStages) }
    guard count > 0 else { return nil }
    let together = min(count, workers)
    self.workers = workers / together
    let limit = (try? ByteSize.option("max-memory", arguments)) ?? MachineMemory.defaultLimit
    memoryShare = max(0, limit - (MachineMemory.resident() ?? 0)) / together
    let own = [
      "workers", "progress", "isolate", "no-isolate", "max-memory", "fail-fast", "frame-deadline", "share", "identity",
      "only",
    ]
    options = arguments.spelled(RunCommand.specification, without: own) + ["--max-memory=\(memoryShare)B"]
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
    let own =
      (share.map { ["--share=\($0)"] } ?? []) + (job.variant.choices.isEmpty ? [] : ["--only=\(job.variant)"])
    do {
      var end = try attempt(job, own, workers: workers, events, isCancelled)
      // With one worker the step that crashes or hangs is known exactly.
      if end.isWorthRepeating, !events.isOver, workers > 1, !isCancelled() {
        end = try attempt(job, own, workers: 1, events, isCancelled)
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
    _ job: Job, _ own: [String], workers: Int, _ events: IsolatedJobEvents, _ isCancelled: () -> Bool
  ) throws -> End {
    events.begin()
    let channels = try ChildChannels()
    let errors = try Pipe()
    let child = try ChildProcess(
      ["run"] + options + own + ["--workers=\(workers)", "--progress=none", "--", job.file], errors: errors.writeEnd,
      channels: channels)
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

  /// What a process may use beyond its share, since it does not reserve all that it allocates.
  private static func tolerance(_ share: Int) -> Int { share / 10 + (64 << 20) }

  /// What Swift's runtime or C++'s says of a crash.
  static func reason(in errors: Data) -> String {
    let line = String(decoding: errors, as: UTF8.self).split(separator: "\n").first {
      $0.contains("Fatal error") || $0.contains("terminat")
    }
    return line.map { ": \($0)" } ?? ""
  }
}

extension ChildProcess.End {
  /// Whether a signal asked for the end.
  fileprivate var isInterruption: Bool {
    if case .exited(let code) = self { ExitCode(rawValue: code)?.isInterruption == true } else { false }
  }
}
