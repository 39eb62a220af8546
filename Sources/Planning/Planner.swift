import JobFile
import Reporting
import StageKit

/// Why no further stages of a job are made.
public struct PlanningAborted: Error {
  public let reason: StageError

  public init(reason: StageError) { self.reason = reason }
}

/// Makes a job's stages and resolves its times.
public enum Planner {
  /// Moments that every stage has; `end` only where the stage says how long it lasts or the job does.
  public static let commonMoments = ["start", "end"]

  /// Times this close to a frame's instant count as that instant, in seconds.
  public static let timeTolerance = 1e-9

  /// Plans a job whose file has no errors.
  ///
  /// Every stage is made, in dependency order, even after another one failed, so that all faults are told. The plan is
  /// nil where there is an error among the diagnostics. `context` gives each stage the context that it is made in, and may
  /// throw `PlanningAborted`.
  public static func plan(
    _ job: Job, registry: StageRegistry, context: (StageEntry) throws -> any StageContext
  ) -> (plan: RenderPlan?, diagnostics: [Diagnostic]) {
    let graph = StageGraph(job)
    var list = graph.list
    guard !list.hasErrors else { return (nil, list.sorted) }
    var planned: [PlannedStage] = []
    var place = [Int?](repeating: nil, count: job.stages.count)
    for index in graph.order {
      let entry = job.stages[index]
      do {
        guard let type = registry[entry.definition.name] else {
          throw StageError("there is no stage '\(entry.definition.name)'")
        }
        let stage = try type.init(entry.parameters, try context(entry))
        guard let start = try start(of: index, graph: graph, place: place, planned: planned, job: job) else { continue }
        place[index] = planned.count
        planned.append(
          PlannedStage(
            entry: entry, stage: stage, start: start, end: entry.duration.map { start + $0 },
            sources: sources(of: index, graph: graph, place: place, job: job)))
      } catch let end as PlanningAborted {
        list.add(.error, diagnostic(for: end.reason, in: entry, of: job))
        break
      } catch {
        list.add(.error, diagnostic(for: error, in: entry, of: job))
      }
    }
    guard planned.count == job.stages.count, !list.hasErrors else { return (nil, list.sorted) }
    return (RenderPlan(job: job, stages: planned, drawingOrder: drawingOrder(of: job, place: place)), list.sorted)
  }

  /// The absolute start of a stage; nil where the stage it waits for could not be made.
  private static func start(
    of index: Int, graph: StageGraph, place: [Int?], planned: [PlannedStage], job: Job
  ) throws -> Double? {
    switch job.stages[index].start {
    case .at(let seconds): return seconds
    case .after(let id, let moment, let delay, _, _):
      let edge = graph.needs(of: index).first { $0.reason == .moment(moment) }
      guard let other = edge.flatMap({ place[$0.from] }).map({ planned[$0] }) else { return nil }
      guard let seconds = time(of: moment, in: other) else {
        throw StageError(
          "stage '\(id)' never reaches '\(moment)'", hint: "It goes on for ever with these parameters.")
      }
      return other.start + seconds + delay
    }
  }

  /// When a moment comes, in seconds after the stage's start.
  static func time(of moment: String, in planned: PlannedStage) -> Double? {
    if let declared = planned.stage.moments.first(where: { $0.name == moment }) { return declared.seconds }
    switch moment {
    case "start": return 0
    case "end": return planned.entry.duration ?? planned.stage.duration
    default: return nil
    }
  }

  private static func sources(
    of index: Int, graph: StageGraph, place: [Int?], job: Job
  ) -> [PlannedStage.Source] {
    graph.needs(of: index).compactMap { edge in
      guard case .value(let output, let input) = edge.reason, let stage = place[edge.from] else {
        return nil
      }
      let isOptional = job.stages[index].definition.inputs.first { $0.name == input }?.isOptional ?? true
      return .init(input: input, isOptional: isOptional, stage: stage, output: output)
    }
  }

  /// By z, and for one z by the order of the file; hidden stages are left out.
  private static func drawingOrder(of job: Job, place: [Int?]) -> [Int] {
    job.stages.indices
      .filter { !job.stages[$0].isHidden }
      .sorted { (job.stages[$0].z, $0) < (job.stages[$1].z, $1) }
      .compactMap { place[$0] }
  }

  private static func diagnostic(for error: any Error, in entry: StageEntry, of job: Job) -> Diagnostic {
    let fault = error as? StageError ?? StageError("\(error)")
    let parameter = fault.parameter
    return job.diagnostic(
      at: parameter.flatMap { entry.position(ofParameter: $0) } ?? entry.position,
      path: parameter.map { "\(entry.path).parameters.\($0)" } ?? entry.path, fault.message, hint: fault.hint)
  }
}
