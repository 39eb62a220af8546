import JobFile
import Planning
import Rendering
import Reporting
import StageKit

/// `pipeline trace`.
enum TraceCommand {
  static let specification = CommandSpecification(
    name: "trace", operands: "JOB", operandCount: 1...1,
    summary: "Write every published value of every stage for every frame, as CSV or JSON.",
    details: """
      Columns are named stage.output, with .x and .y and so on for values of several numbers; a value that is missing in
      a frame is an empty cell or null. How long the job's springs take to settle is written to standard error.
      """,
    options: [
      .init("format", "KIND", "csv or json (one object a line); csv unless told."),
      .init("frames", "A..B", "Only the frames from A to B, counted from 0."),
    ] + JobPolicyOptions.all,
    run: run)

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
        progress.begin(prepared.plan.job.file, "frame \(frame)")
        let cells = try table.cells(frame: frame)
        Terminal.print(format == .csv ? table.csv(frame, cells) : table.json(frame, cells))
      }
      return .success
    } catch {
      Terminal.error("\(prepared.plan.job.file.escapingControlCharacters): \(error)")
      return .renderFailed
    }
  }
}

/// The published values of a plan as rows of numbers.
struct TraceTable {
  private let plan: RenderPlan
  private let columns: [Column]

  private struct Column {
    let name: String
    let stage: Int
    let output: String
    let component: Int
  }

  init(_ plan: RenderPlan) {
    self.plan = plan
    columns = plan.stages.enumerated().flatMap { index, planned in
      planned.entry.definition.outputs.flatMap { output in
        PortValue.componentNames(of: output.type).enumerated().map { component, name in
          Column(
            name: "\(planned.entry.id).\(output.name)" + (name.isEmpty ? "" : ".\(name)"), stage: index,
            output: output.name, component: component)
        }
      }
    }
  }

  var header: String { (["frame", "seconds"] + columns.map(\.name)).joined(separator: ",") }

  func cells(frame: Int) throws -> [Double?] {
    let values = try plan.evaluate(at: plan.seconds(ofFrame: frame)).values
    return columns.map { column in values[column.stage]?[column.output]?.components[column.component].value }
  }

  func csv(_ frame: Int, _ cells: [Double?]) -> String {
    (["\(frame)", "\(plan.seconds(ofFrame: frame))"] + cells.map { $0.map { "\($0)" } ?? "" }).joined(separator: ",")
  }

  func json(_ frame: Int, _ cells: [Double?]) -> String {
    let fields = zip(columns, cells).map { column, value in
      "\"\(column.name)\":\(value.map { $0.isFinite ? "\($0)" : "null" } ?? "null")"
    }
    return "{"
      + (["\"frame\":\(frame)", "\"seconds\":\(plan.seconds(ofFrame: frame))"] + fields).joined(separator: ",") + "}"
  }
}
