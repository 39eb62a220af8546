import Files
import Foundation
import JobFile
import Rendering

/// Renders jobs in child processes of this program, so that a stage that crashes costs its own job alone.
struct IsolatedRenderer: OutOfProcessRenderer {
  /// Whether all jobs are isolated, not just those with stages of foreign plugins.
  let isolatesAll: Bool
  /// The names of stages that do not come with the program.
  let foreignStages: Set<String>
  /// The options that each child is given.
  let options: [String]
  /// How many segments a child renders at once.
  let workers: Int

  /// Nil where none of the jobs needs it.
  init?(_ jobs: [Job], _ arguments: ParsedArguments, foreignStages: Set<String>, workers: Int) {
    guard !ChildProcess.isChild, !arguments.has("no-isolate") else { return nil }
    // Where memory is limited so that asking for too much ends a process, it is to be that of one job.
    let isolatesAll = arguments.has("isolate") || MachineMemory.addressSpaceLimit != nil
    let count = jobs.count { Self.isApart($0, isolatesAll, foreignStages) }
    guard count > 0 else { return nil }
    let together = min(count, workers)
    let own = ["workers", "progress", "isolate", "no-isolate", "max-memory", "fail-fast"]
    var options = arguments.spelled(RunCommand.specification, without: own)
    if let memory = try? ByteSize.option("max-memory", arguments) {
      options.append("--max-memory=\(memory / together)B")
    }
    self.isolatesAll = isolatesAll
    self.foreignStages = foreignStages
    self.options = options
    self.workers = workers / together
  }

  private static func isApart(_ job: Job, _ isolatesAll: Bool, _ foreignStages: Set<String>) -> Bool {
    isolatesAll || job.stages.contains { foreignStages.contains($0.definition.name) }
  }

  func isApart(_ job: Job) -> Bool { Self.isApart(job, isolatesAll, foreignStages) }

  func render(
    _ job: Job, index: Int, isCancelled: @escaping @Sendable () -> Bool,
    observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    let events = ChildEvents(job, index: index, observe: observe)
    do {
      var end = try attempt(job, workers: workers, events, isCancelled)
      // With one worker the place where it crashes is known exactly.
      if case .crashed = end, !events.isOver, workers > 1, !isCancelled() {
        end = try attempt(job, workers: 1, events, isCancelled)
      }
      if events.isOver { return }
      let failure: JobFailure =
        switch end {
        case .cancelled: .cancelled
        case .crashed(let how, let step): .render("\(step ?? "the job"): \(how)")
        }
      observe(.failed(job: index, failure))
    } catch {
      observe(.failed(job: index, .render("its process cannot be started: \(SystemError.message(of: error))")))
    }
  }

  private func attempt(
    _ job: Job, workers: Int, _ events: ChildEvents, _ isCancelled: () -> Bool
  ) throws -> ChildProcess.End {
    let child = try ChildProcess(["run"] + options + ["--workers=\(workers)", "--progress=json", "--", job.file])
    return child.wait(isCancelled: isCancelled) { events.take($0) }
  }
}
