import JobFile
import StageKit

/// Makes a job's stages and resolves its times.
public enum Planner {
  /// Moments that every stage has; `end` only where the stage says how long it lasts or the job does.
  public static let commonMoments = ["start", "end"]

  /// Times this close to a frame's instant count as that instant, in seconds.
  public static let timeTolerance = 1e-9

  /// Plans a job whose file has no errors.
  ///
  /// Every stage is made, in dependency order, even after another one failed, so that all faults are told. The plan is
  /// nil where there is an error among the diagnostics. `context` gives each stage the context that it is made in.
  public static func plan(
    _ job: Job, registry: StageRegistry, context: (StageEntry) -> any StageContext
  ) -> (plan: RenderPlan?, diagnostics: [Diagnostic]) {
    let graph = StageGraph(job)
    guard !graph.diagnostics.contains(where: { $0.severity == .error }) else { return (nil, graph.diagnostics) }
    let log = DiagnosticLog(file: job.file)
    var planned: [PlannedStage] = []
    var places: [String: Int] = [:]
    let edges = Dictionary(grouping: graph.edges, by: \.to)
    var place = [Int?](repeating: nil, count: job.stages.count)
    for index in graph.order {
      let entry = job.stages[index]
      do {
        guard let type = registry[entry.definition.name] else {
          throw StageError("there is no stage '\(entry.definition.name)'")
        }
        let stage = try type.init(entry.parameters, context(entry))
        guard let start = try start(of: entry, after: { places[$0].map { planned[$0] } }) else { continue }
        place[index] = planned.count
        places[entry.id] = planned.count
        planned.append(
          PlannedStage(
            entry: entry, stage: stage, start: start, end: entry.duration.map { start + $0 },
            sources: sources(of: index, edges: edges[index] ?? [], place: place, job: job)))
      } catch {
        log.add(diagnostic(for: error, in: entry, of: job))
      }
    }
    let diagnostics = graph.diagnostics + log.sorted
    guard planned.count == job.stages.count, !log.hasErrors else { return (nil, diagnostics) }
    return (RenderPlan(job: job, stages: planned, drawingOrder: drawingOrder(of: job, place: place)), diagnostics)
  }

  /// The absolute start of a stage; nil where the stage it waits for could not be made.
  private static func start(of entry: StageEntry, after find: (String) -> PlannedStage?) throws -> Double? {
    switch entry.start {
    case .at(let seconds): return seconds
    case .after(let id, let moment, let delay, _, _):
      guard let other = find(id) else { return nil }
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
    of index: Int, edges: [StageGraph.Edge], place: [Int?], job: Job
  ) -> [PlannedStage.Source] {
    edges.compactMap { edge in
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
