import JobFile
import Planning
import Rendering
import Reporting

/// `pipeline trace`.
enum TraceCommand {
  static let specification = CommandSpecification(
    name: "trace", operands: "JOB", operandCount: 1...1,
    summary: "Print all values that stages publish, for every frame, as CSV or JSON.",
    details: """
      Columns are named stage.output, with .x, .y and so on for values of several numbers. A missing value is an empty
      cell or null. Settling times of the job's springs are written to standard error.
      """,
    options: [
      .init("format", "KIND", "csv or json (one object per line); default: csv."),
      .init("frames", "A..B", "Only the frames from A to B, counted from 0."),
    ] + JobPolicyOptions.all,
    isSupervised: true, run: run)

  enum TraceFormat: String, CaseIterable { case csv, json }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let format = try arguments.choice("format", default: TraceFormat.csv)
    let wanted = try arguments.string("frames").map(RunCommand.frames)
    let progress = StepProgress()
    guard let prepared = try SingleJob.prepare(arguments, progress) else { return .badInput }
    defer { progress.end() }
    let table = TraceTable(prepared.plan)
    for planned in prepared.plan.stages {
      for spring in SpringSettling.all(in: planned.entry.parameters) {
        Terminal.error("stage '\(planned.entry.id.escapingControlCharacters)': \(spring.text)")
      }
    }
    let all = 0..<prepared.plan.job.frameCount
    let frames = wanted.map { all.clamped(to: $0.lowerBound..<$0.upperBound + 1) } ?? all
    if format == .csv { Terminal.print(table.header) }
    do {
      for frame in frames {
        progress.begin(prepared.plan.job.id, "frame \(frame)")
        let cells = try table.cells(frame: frame)
        Terminal.print(format == .csv ? table.csv(frame, cells) : table.json(frame, cells))
      }
      return .success
    } catch {
      Terminal.error("\(prepared.plan.job.id.escapingControlCharacters): \(error)")
      return .renderFailed
    }
  }
}
