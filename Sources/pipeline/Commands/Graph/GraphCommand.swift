import JobFile
import Planning

/// `pipeline graph`.
enum GraphCommand {
  static let specification = CommandSpecification(
    name: "graph", operands: "JOB", operandCount: 1...1, summary: "Show how a job's stages depend on each other.",
    options: [.init("format", "KIND", "text, dot (Graphviz) or mermaid; default: text.")]
      + JobPolicyOptions.all,
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let format = try arguments.choice("format", default: GraphFormat.text)
    guard let (job, _) = try SingleJob.read(arguments, StepProgress()) else { return .badInput }
    Terminal.print(StageGraph(job).text(of: job, as: format), terminator: "")
    return .success
  }
}
