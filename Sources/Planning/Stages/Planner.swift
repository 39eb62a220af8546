import JobFile
import Reporting
import StageKit

/// Ends the planning of a job: no further stages are initialized.
public struct PlanningAborted: Error {
  public let reason: StageError

  public init(reason: StageError) { self.reason = reason }
}

/// Initializes a job's stages and resolves its times.
public enum Planner {
  /// Moments that every stage has; `end` only if the stage or the job limits its duration.
  public static let commonMoments = ["start", "end"]

  /// Times this close to a frame's time count as equal to it, in seconds.
  public static let timeTolerance = 1e-9

  /// Plans a job whose file has no errors.
  ///
  /// All stages are initialized in dependency order, even after one failed, to report all errors. The plan is nil if
  /// there is an error among the diagnostics. `context` returns the context of each stage, given the sounds that it is made from; it may throw
  /// `PlanningAborted`.
  public static func plan(
    _ job: Job, registry: StageRegistry, context: (StageEntry, _ heard: [PlannedSound]) throws -> any StageContext
  ) -> (plan: RenderPlan?, diagnostics: [Diagnostic]) {
    let graph = StageGraph(job)
    var list = graph.list
    guard !list.hasErrors else { return (nil, list.sorted) }
    var planned: [PlannedStage] = []
    var plannedIndex = [Int?](repeating: nil, count: job.stages.count)
    var followed = FollowedNumbers(job)
    for index in graph.order {
      let entry = job.stages[index]
      do {
        guard let type = registry[entry.definition.name] else {
          throw StageError("there is no stage '\(entry.definition.name)'")
        }
        let start = Result {
          try self.start(of: index, graph: graph, plannedIndex: plannedIndex, planned: planned, job: job)
        }
        let parameters =
          if !entry.follows.isEmpty, let start = try? start.get() {
            followed.parameters(
              of: entry, start: start, in: planned, self.followed(by: index, graph: graph, plannedIndex, job))
          } else {
            entry.parameters
          }
        let heard = SoundPlanner(job: job, stages: planned).sounds(entry.heard(in: job))
        let stage = try type.init(parameters, try context(entry, heard))
        guard let start = try start.get() else { continue }
        plannedIndex[index] = planned.count
        planned.append(
          PlannedStage(
            entry: entry, stage: stage, start: start, end: entry.duration.map { start + $0 },
            sources: sources(of: index, graph: graph, plannedIndex: plannedIndex, job: job)))
      } catch let aborted as PlanningAborted {
        list.add(.error, diagnostic(for: aborted.reason, in: entry, of: job))
        break
      } catch {
        list.add(.error, diagnostic(for: error, in: entry, of: job))
      }
    }
    guard planned.count == job.stages.count, !list.hasErrors else { return (nil, list.sorted) }
    let sounds = SoundPlanner(job: job, stages: planned).plan(&list)
    guard !list.hasErrors else { return (nil, list.sorted) }
    return (
      RenderPlan(
        job: job, stages: planned, drawingOrder: drawingOrder(of: job, plannedIndex: plannedIndex), sounds: sounds),
      list.sorted
    )
  }

  /// The start of a stage in seconds of the video; nil if the stage that it waits for failed.
  private static func start(
    of index: Int, graph: StageGraph, plannedIndex: [Int?], planned: [PlannedStage], job: Job
  ) throws -> Double? {
    switch job.stages[index].start {
    case .at(let seconds): return seconds
    case .after(let id, let moment, let delay, _, _):
      let edge = graph.needs(of: index).first { $0.reason == .moment(moment) }
      guard let other = edge.flatMap({ plannedIndex[$0.from] }).map({ planned[$0] }) else { return nil }
      guard let seconds = time(of: moment, in: other, of: job) else {
        throw StageError(
          "stage '\(id)' never reaches '\(moment)'",
          hint: commonMoments.contains(moment)
            ? "With these parameters it continues forever." : "With these parameters it does not come within the video."
        )
      }
      return other.start + seconds + delay
    }
  }

  /// The time of a moment, or of a cue's first coming within the video, in seconds after the stage's start.
  static func time(of moment: String, in planned: PlannedStage, of job: Job) -> Double? {
    if let declared = planned.stage.moments.first(where: { $0.name == moment }) { return declared.seconds }
    if planned.entry.definition.cues.contains(where: { $0.name == moment }) {
      return planned.stage.cues(until: job.composition.duration - planned.start).first { $0.name == moment }?.seconds
    }
    switch moment {
    case "start": return 0
    case "end": return planned.entry.duration ?? planned.stage.duration
    default: return nil
    }
  }

  /// The planned stages whose outputs a stage follows, by their ids.
  private static func followed(
    by index: Int, graph: StageGraph, _ plannedIndex: [Int?], _ job: Job
  ) -> [String: Int] {
    var result: [String: Int] = [:]
    for edge in graph.needs(of: index) {
      if case .follow = edge.reason { result[job.stages[edge.from].id] = plannedIndex[edge.from] }
    }
    return result
  }

  private static func sources(
    of index: Int, graph: StageGraph, plannedIndex: [Int?], job: Job
  ) -> [PlannedStage.Source] {
    graph.needs(of: index).compactMap { edge in
      guard case .value(let output, let input) = edge.reason, let stage = plannedIndex[edge.from] else {
        return nil
      }
      let isOptional = job.stages[index].definition.inputs.first { $0.name == input }?.isOptional ?? true
      return .init(input: input, isOptional: isOptional, stage: stage, output: output)
    }
  }

  /// By z, equal ones in the order of the file; without hidden stages.
  private static func drawingOrder(of job: Job, plannedIndex: [Int?]) -> [Int] {
    job.stages.indices
      .filter { !job.stages[$0].isHidden }
      .sorted { (job.stages[$0].z, $0) < (job.stages[$1].z, $1) }
      .compactMap { plannedIndex[$0] }
  }

  private static func diagnostic(for error: any Error, in entry: StageEntry, of job: Job) -> Diagnostic {
    let error = error as? StageError ?? StageError("\(error)")
    let parameter = error.parameter
    return job.diagnostic(
      at: parameter.flatMap { entry.position(ofParameter: $0) } ?? entry.position,
      path: parameter.map { "\(entry.path).parameters.\($0)" } ?? entry.path, error.message, hint: error.hint)
  }
}
