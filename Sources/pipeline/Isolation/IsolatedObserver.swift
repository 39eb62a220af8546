import Files
import Foundation
import JobFile
import Regression
import StageKit

/// One job that a child draws and checks for `regress`.
struct ObservationRequest: Codable {
  let file: String
  var policy: JobPolicy
  /// The folder that its record is written to.
  let baseline: String
  /// The folder for its videos.
  let outputFolder: String
  let scale: Double
  let workers: Int
}

/// Observes jobs for `pipeline regress` in child processes, which record them in a folder of their own.
struct IsolatedObserver: OutOfProcessObserver {
  /// The names of stages that do not come with the program.
  let foreignStages: Set<String>
  let policy: JobPolicy
  /// The time limit of a step, in seconds.
  let deadline: Double
  /// The folder of this run's reports and videos.
  let folder: String

  /// A child's report on its only job.
  enum Message: Codable {
    case observed(JobRecord, faults: [DeliveryFault], files: [String])
    case failed(String)
  }

  func isIsolated(_ job: Job) -> Bool { job.usesStage { foreignStages.contains($0.definition.name) } }

  func observe(_ job: Job, scale: Double, workers: Int, isRepeat: Bool) throws -> JobObservation {
    let temporary = TemporaryFile.path()
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    var request = ObservationRequest(
      file: job.file, policy: policy, baseline: temporary, outputFolder: isRepeat ? temporary + "/out" : folder,
      scale: scale, workers: workers)
    request.policy.selection.only = job.variant.selection
    var message: Message?
    let child = SupervisedCommand(
      .observe(request), of: job.id, deadline: deadline, printsOutput: false, printsErrors: !isRepeat
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
