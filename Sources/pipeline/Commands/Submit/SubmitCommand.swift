import Files
import Foundation
import Rendering
import StageKit
import Store

/// `pipeline submit`.
enum SubmitCommand {
  static let specification = CommandSpecification(
    name: "submit", operands: "slurm|openjd|print PATH…", operandCount: 2...100_001,
    summary: "Share the rendering of jobs among machines, by an engine that runs commands on them.",
    details: """
      slurm submits an array with a task for each share, and a job after it that joins the videos. openjd writes a template
      of the Open Job Description specification with the same two steps. print writes a shell command for each share, a
      line each, and last the one that joins, to be run after the others.

      All jobs are planned and checked first; with an error in any, nothing is submitted. The machines must share the cache,
      and see the jobs, the program and the videos' folder under the same paths. 'pipeline status' tells how far a
      submission is.

      Exit code: 0 submitted or written; 1 the engine refused it, or the cache cannot be written; 2 bad jobs or usage.
      """,
    options: SubmitOptions.all + JobPolicyOptions.all, isSupervised: true, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try SubmitOptions(arguments)
    guard let store = try StoreOptions.settings(arguments) else { return .badInput }
    let cache = SubmitOptions.absolute(store.folder)
    if let file = options.templateFile { try PathOptions.checkWritable(file: file, option: "template") }
    guard let plan = try SubmissionPlan(arguments, options) else { return .badInput }
    let submission: Digest
    let contents = try StoreOptions.store(arguments)
    do throws(StoreError) {
      submission = try SubmissionStore(contents).keep(plan.submission(options))
    } catch {
      Terminal.error("pipeline: the cache '\(cache)' cannot be written: \(error)")
      return .renderFailed
    }
    let run = SharedRun(
      program: [ProgramFile.command.program] + ProgramFile.command.arguments,
      jobs: options.jobs.map(SubmitOptions.absolute),
      options: options.runOptions, cache: cache, out: SubmitOptions.absolute(options.outputFolder),
      submission: submission, shares: options.shares, tries: options.tries)
    let shareMinutes = options.minutes ?? plan.minutes(of: options)
    switch options.engine {
    case .print:
      for share in 0..<options.shares { Terminal.print(ShellText.line(run.share("\(share)"))) }
      Terminal.print(ShellText.line(run.join))
      return .success
    case .openjd:
      let template = OpenJobTemplate(run: run, shareMinutes: shareMinutes, joinMinutes: options.minutes)
      return try write(template, options)
    case .slurm:
      let job = SlurmJob(
        run: run, workers: options.workers, memory: options.memory.map { ($0 + $0 / 4 + (1 << 20) - 1) >> 20 },
        shareMinutes: shareMinutes, joinMinutes: options.minutes, atOnce: options.atOnce,
        options: options.schedulerOptions)
      if options.isDryRun {
        Terminal.print(job.text)
        return .success
      }
      let code = submit(job, plan)
      if code != .success { SubmissionStore(contents).remove(submission) }
      return code
    }
  }

  private static func submit(_ job: SlurmJob, _ plan: SubmissionPlan) -> ExitCode {
    do throws(Scheduler.Failure) {
      let array = try Scheduler.submit(job.arrayScript, job.arrayOptions)
      do throws(Scheduler.Failure) {
        let join = try Scheduler.submit(job.joinScript, ["--dependency=afterany:\(array)"] + job.joinOptions)
        Terminal.print(
          "array \(array) with \(Format.count(job.run.shares, "share")), then job \(join), which joins "
            + Format.count(plan.jobs.count, "job"))
        Terminal.print("pipeline status --cache=\(ShellText.word(job.run.cache)) tells how far they are")
        return .success
      } catch {
        Scheduler.cancel(array)
        throw error
      }
    } catch {
      Terminal.error("\(error)")
      return .renderFailed
    }
  }

  private static func write(_ template: OpenJobTemplate, _ options: SubmitOptions) throws -> ExitCode {
    guard options.jobs.count <= OpenJobTemplate.maxJobPaths else {
      throw UsageError.message(
        "a template holds at most \(OpenJobTemplate.maxJobPaths) paths of jobs; name folders instead of files")
    }
    if let option = template.run.options.first(where: { $0.contains("{{") }) {
      throw UsageError.message("\(option): a template cannot hold '{{'; use another path")
    }
    let text = template.json.prettyText
    guard let file = options.templateFile else {
      Terminal.print(text, terminator: "")
      return .success
    }
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) } catch {
      throw UsageError.message("--template \(file): \(error.localizedDescription)")
    }
    return .success
  }
}
