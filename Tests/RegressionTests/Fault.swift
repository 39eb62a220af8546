import Foundation
import JobFile
import Regression
import StageKit
import TestSupport
import Testing

/// A seeded fault and what the regression run must say of it.
struct Fault: Sendable, CustomTestStringConvertible {
  let name: String
  /// The kind and the stage of the first cause.
  let kind: Blame.Kind
  var stage: String?
  /// The text that one of the job's lines must hold.
  var says = ""
  /// Stages that must be reported as followers.
  var followers: [String] = []
  /// `scene` or `loop`.
  var jobName = "scene"
  /// The text in the job file, and the one that takes its place.
  var edit: [(String, String)] = []
  /// Replaces stages of the same names.
  var stages: [any Stage.Type] = []
  /// The content of the route's file.
  var way = wayText
  var engine: any RegressionEngine = StandardEngine()
  /// True if it is tried with the usual tests; the others are left to the whole suite.
  var isQuick = false

  var testDescription: String { name }

  /// The result of the job with the fault.
  func result(_ recorded: Recorded) throws -> JobResult {
    var text = jobName == "loop" ? loopText : sceneText
    for (old, new) in edit {
      guard text.contains(old) else { throw Unreadable(text: "nothing to edit: \(old)") }
      text = text.replacingOccurrences(of: old, with: new)
    }
    let folder = try TemporaryFolder()
    try folder.write(way, to: "way.geojson")
    let registry = StageRegistry(stages + shippedStages)
    let run = RegressionRun(registry: registry, settings: recorded.settings(workers: 1), engine: engine)
    let results = run.compare([try job(text, jobName, in: folder, registry)], with: recorded.baseline)
    guard let result = results.first else { throw Unreadable(text: "no result") }
    return result
  }
}
