import Foundation
import Regression

/// `pipeline regress`.
enum RegressCommand {
  static let specification = CommandSpecification(
    name: "regress", operands: "PATH…", operandCount: 1...100_000,
    summary: "Render job files and tell what is different from a baseline.",
    options: [
      .init("baseline", "DIR", "The folder of the baseline."),
      .init(flag: "record", "Write the baseline."),
      .init("scale", "X", "Multiply every job's scale."),
      .init("workers", "N", short: "w", "Segments rendered at once; as many as there are cores unless told."),
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let registry = StageLoading.registry()
    let loaded = LoadedJobs(arguments.operands, registry: registry)
    let run = RegressionRun(
      registry: registry,
      settings: RegressionSettings(
        outputFolder: "/tmp/regress/rout", workers: try arguments.integer("workers", in: 1...1024) ?? 2,
        scale: try arguments.number("scale", in: 0.01...16) ?? 1, program: pipelineVersion))
    let folder = BaselineFolder(arguments.string("baseline") ?? "Baselines")
    for result in run.observe(loaded.jobs) {
      let observation = try result.get()
      for fault in observation.faults { print(observation.record.job, fault) }
      print(observation.record.job, observation.record.outputs.map { "\($0.preset) \($0.crf) \($0.lumaPSNR) \($0.chromaPSNR) \($0.ssim)" })
      try folder.write(observation)
    }
    return .success
  }
}
