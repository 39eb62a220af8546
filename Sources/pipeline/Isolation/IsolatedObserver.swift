import Foundation
import JobFile
import Regression
import StageKit

/// Observes jobs for `pipeline regress` in child processes, which record them in a folder of their own.
struct IsolatedObserver: OutOfProcessObserver {
  /// The names of stages that do not come with the program.
  let foreignStages: Set<String>
  let arguments: ParsedArguments
  /// The folder of this run's reports and videos.
  let folder: String

  /// What a child reports of its only job.
  enum Message: Codable {
    case observed(JobRecord, faults: [DeliveryFault], files: [String])
    case failed(String)
  }

  func isIsolated(_ job: Job) -> Bool { job.usesStage { foreignStages.contains($0.definition.name) } }

  func observe(_ job: Job, scale: Double, workers: Int, isRepeat: Bool) throws -> JobObservation {
    let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    let own = [
      "baseline", "record", "update", "accept", "message", "format", "single-file", "tolerance", "scale", "out",
      "workers",
      "history", "performance-gate", "sample", "share", "store-only", "join", "only", "cache", "no-cache",
    ]
    let options =
      arguments.spelled(RegressCommand.specification, without: own)
      + ["--record", "--no-cache", "--baseline=\(temporary)", "--scale=\(scale)", "--workers=\(workers)"]
      + ["--out=\(isRepeat ? temporary + "/out" : folder)"]
      + (job.variant.choices.isEmpty ? [] : ["--only=\(job.variant)"])
    var message: Message?
    let child = try SupervisedCommand(
      ["regress"] + options + ["--", job.file], of: job.id, arguments, printsOutput: false, printsErrors: !isRepeat
    ) { line in message = message ?? (try? JSONDecoder().decode(Message.self, from: line)) }
    switch (try child.result(), message) {
    case (.failure(let failure), _): throw RegressionFailure(failure.text)
    case (_, .failed(let text)): throw RegressionFailure(text)
    case (_, .observed(let record, let faults, let files)):
      let baseline = BaselineFolder(temporary)
      let references = try record.references.map { try baseline.picture(record, frame: $0) }
      return JobObservation(record: record, references: references, files: files, faults: faults)
    case (.success, nil): throw RegressionFailure("its process ended without a result")
    }
  }
}
