import Files
import Foundation
import JobFile
import Rendering
import Reporting
import StageKit

/// The settings of `pipeline validate`, resolved.
struct ValidateSettings: Codable, Equatable {
  var paths: [String]
  var policy: JobPolicy
  /// In seconds.
  var frameDeadline: Double
  var format = ValidateFormat.text
  /// True if a parent prints what reading finds, and has other jobs.
  var isPart = false
}

/// The form of what `pipeline validate` finds.
enum ValidateFormat: String, CaseIterable, Codable {
  case text
  /// On standard output, one object a line. Its `event` is `error` or `warning`, with the code, file, line, column, path, message,
  /// hint, and a fix with the changes that `edit` takes; `failed`, with the job and messages; or `fine`, with the job, its frames, seconds and variants.
  case json

  /// Reads each file at most once for the fixes.
  func write(_ diagnostics: [Diagnostic]) {
    guard self == .json else {
      for diagnostic in diagnostics { Terminal.error("\(diagnostic)") }
      return
    }
    var outlines: [String: JobOutline?] = [:]
    for diagnostic in diagnostics { write(diagnostic, &outlines) }
  }

  private func write(_ diagnostic: Diagnostic, _ outlines: inout [String: JobOutline?]) {
    let position = diagnostic.position
    let file = position?.file ?? diagnostic.file
    if diagnostic.fix != nil, outlines[file] == nil {
      let text = try? RegularFile(file).bytes(limit: JobLimits.fileSize)
      outlines[file] = .some(text.flatMap { JobOutline($0) })
    }
    Terminal.print(
      JSONValue.members([
        "event": .string(diagnostic.severity.rawValue), "code": .string(diagnostic.code.rawValue),
        "file": .string(file), "line": position.map { .number(Double($0.line)) },
        "column": position.map { .number(Double($0.column)) },
        "path": diagnostic.path.isEmpty ? nil : .string(diagnostic.path), "message": .string(diagnostic.message),
        "hint": diagnostic.hint.map { .string($0) },
        "fix": outlines[file].flatMap { fix(diagnostic, in: $0) },
      ]).text)
  }

  /// `{ "sure": true, "changes": […] }`; nil where there is none, or where its file cannot be read.
  private func fix(_ diagnostic: Diagnostic, in outline: JobOutline?) -> JSONValue? {
    guard let fix = diagnostic.fix, let change = outline?.change(for: diagnostic) else { return nil }
    return ["sure": .boolean(fix.isSure), "changes": [change.json]]
  }

  func write(_ failure: JobFailure, of job: Job) {
    guard self == .json else {
      return Terminal.error(failure.lines.map { "\(job.id): \($0)" }.joined(separator: "\n"))
    }
    let messages = failure.lines.map { JSONValue.string($0) }
    let event: JSONValue = ["event": "failed", "job": .string(job.file), "messages": .array(messages)]
    Terminal.print(event.text)
  }
}

/// `pipeline validate`.
enum ValidateCommand {
  static let specification = CommandSpecification(
    name: "validate", operands: "PATH…", operandCount: 1...100_000,
    summary: "Check job files, initialize their stages and look over their layout, without rendering.",
    options: [
      .init("format", "KIND", "The form of what is found: text, or json (one object per line); default: text.")
    ] + JobPolicyOptions.all, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    try run(
      ValidateSettings(
        paths: arguments.operands, policy: try JobPolicyOptions.policy(arguments),
        frameDeadline: try JobPolicyOptions.frameDeadline(arguments),
        format: try arguments.choice("format", default: ValidateFormat.text)))
  }

  /// Checks jobs for the user, or one file for a parent.
  static func run(_ settings: ValidateSettings) throws -> ExitCode {
    // A parent has reported what is wrong with libraries.
    let loading = settings.isPart ? StageLoading() : StageLoading.reported()
    let registry = loading.registry
    let progress = StepProgress(isShown: settings.format != .json)
    let loaded = LoadedJobs(
      settings.paths, registry: registry, policy: settings.policy, progress: progress, isPart: settings.isPart)
    try loaded.checkSelection()
    if !settings.isPart { settings.format.write(loaded.diagnostics) }
    var isValid = !loaded.hasErrors
    let colliding = Set(loaded.colliding.map(\.id))
    let shared = SharedPlanning()
    // A stage of a foreign library may crash or hang: its files are checked in processes of their own.
    let foreign = settings.isPart ? [] : loading.foreignStages
    let all = loaded.jobs + loaded.colliding
    let isolated = Set(all.filter { $0.usesStage { foreign.contains($0.definition.name) } }.map(\.file))
    let checked = all.filter { !isolated.contains($0.file) }.mapInParallel(
      workers: ProcessInfo.processInfo.activeProcessorCount
    ) { job in
      (job: job, outcome: Result { () throws(JobFailure) in try check(job, registry, progress, shared: shared) })
    }
    progress.end()
    var reports = JobReports(checked.map(\.job))
    var fine: [String: [Job]] = [:]
    for (index, (job, outcome)) in checked.enumerated() {
      var said: [Diagnostic] = []
      switch outcome {
      case .success(let warnings):
        said = warnings
        if !colliding.contains(job.id) { fine[job.file, default: []].append(job) }
      case .failure(.badJob(let errors)):
        isValid = false
        said = errors
      case .failure(let failure):
        isValid = false
        settings.format.write(failure, of: job)
      }
      settings.format.write((reports.add(said, of: index) + reports.end(index)).map(\.diagnostic))
      if reports.isOver(index), let jobs = fine[job.file] {
        Terminal.print(settings.format == .json ? event(of: jobs).text : summary(of: jobs))
      }
    }
    for file in isolated.sorted() {
      var own = settings
      (own.paths, own.isPart) = ([file], true)
      let command = SupervisedCommand(.validate(own), of: file, deadline: settings.frameDeadline)
      if try command.run() != .success { isValid = false }
    }
    return isValid ? .success : .badInput
  }

  /// The warnings of a job. Throws what is wrong with it.
  private static func check(
    _ job: Job, _ registry: StageRegistry, _ progress: StepProgress, shared: SharedPlanning
  ) throws(JobFailure) -> [Diagnostic] {
    let prepared = try PlannedJob(job, registry: registry, shared: shared) { progress.prepare(job.id, $0) }
    if job.hasSounds { progress.begin(job.id, "reading its sounds") }
    try prepared.checkSounds()
    progress.begin(job.id, "comparing its end with its start")
    try prepared.checkLoop()
    progress.begin(job.id, "looking over its layout")
    return prepared.warnings + (try prepared.layoutWarnings())
  }

  private static func event(of jobs: [Job]) -> JSONValue {
    let variants = jobs.map(\.variant.choices).filter { !$0.isEmpty }.map { choices in
      JSONValue.object(choices.map { .init($0.axis, .string($0.value)) })
    }
    return [
      "event": "fine", "job": .string(jobs[0].file), "frames": .number(Double(jobs[0].frameCount)),
      "seconds": .number(jobs[0].composition.duration), "variants": .array(variants),
    ]
  }

  /// `jobs/offer.json: fine, 480 frames, 8 s`, of variants with the values of their axes.
  private static func summary(of jobs: [Job]) -> String {
    let job = jobs[0]
    let length = "\(Format.count(job.frameCount, "frame")), \(Format.seconds(job.composition.duration))"
    let file = job.file.escapingControlCharacters
    guard !job.variant.choices.isEmpty else { return "\(file): fine, \(length)" }
    let axes = job.variant.choices.map { choice in
      var values: [String] = []
      for job in jobs {
        if let value = job.variant[choice.axis], values.last != value, !values.contains(value) { values.append(value) }
      }
      let shown = values.prefix(8).joined(separator: ", ") + (values.count > 8 ? " and \(values.count - 8) more" : "")
      return "\(choice.axis): \(shown)".escapingControlCharacters
    }
    return "\(file): fine, \(Format.count(jobs.count, "variant")) (\(axes.joined(separator: "; "))), \(length)"
  }
}
