import JobFile
import Reporting
import StageKit

/// Ends the planning of a job: no further stages are initialized.
public struct PlanningAborted: Error {
  public let reason: StageError

  public init(reason: StageError) { self.reason = reason }
}

/// Makes what the stages of a job are given.
public protocol StageContexts {
  /// The context of a stage that is made from these sounds and foresees these values. May throw `PlanningAborted`.
  func context(of entry: StageEntry, heard: [PlannedSound], foreseen: ForeseenInputs) throws -> any StageContext

  /// True if a clip's file, or an animation's, has sound; true if that is not known.
  func hasSound(_ clip: ClipSound) -> Bool

  /// The contexts of the stages of a job that a stage of this one shows.
  func nested(_ nested: NestedJob) -> any StageContexts
}

/// Initializes a job's stages and resolves its times.
public enum Planner {
  /// Moments that every stage has; `end` only if the stage or the job limits its duration.
  public static let commonMoments = ["start", "end"]

  /// Times this close to a frame's time count as equal to it, in seconds.
  public static let timeTolerance = 1e-9

  #if DEBUG
    /// True if plans check numbers unless a caller decides: in debug builds.
    public static let checksNumbers = true
  #else
    /// True if plans check numbers unless a caller decides: in debug builds.
    public static let checksNumbers = false
  #endif

  /// Plans a job whose file has no errors.
  ///
  /// All stages are initialized in dependency order, even after one failed, to report all errors. The plan is nil if
  /// there is an error among the diagnostics. Warnings of `StageGraph` are not among them: checks of the file report these.
  /// With `checksNumbers`, a frame fails if a stage draws with a number that is not finite.
  public static func plan(
    _ job: Job, registry: StageRegistry, contexts: any StageContexts, checksNumbers: Bool = Planner.checksNumbers
  ) -> (plan: RenderPlan?, diagnostics: [Diagnostic]) {
    let graph = StageGraph(job)
    guard !graph.list.hasErrors else { return (nil, graph.diagnostics) }
    var list = DiagnosticList(file: job.file)
    var planning = StagePlanning(job: job, graph: graph, registry: registry, checksNumbers: checksNumbers)
    var followed = FollowedNumbers(job)
    for index in graph.planningOrder {
      let entry = job.stages[index]
      do {
        try planning.plan(index, contexts, &followed, &list)
      } catch let aborted as PlanningAborted {
        list.add(.error, diagnostic(for: aborted.reason, in: entry, of: job))
        break
      } catch {
        list.add(.error, diagnostic(for: error, in: entry, of: job))
      }
    }
    if !list.hasErrors { StageLayout(job: job, graph: graph).apply(to: &planning, &list) }
    if !list.hasErrors, planning.isMoved { planning.finish(contexts, followed.instants, &list) }
    guard !list.hasErrors, let stages = planning.inOrder else { return (nil, list.sorted) }
    let sounds = SoundPlanner(job: job, stages: stages).plan(contexts, &list)
    guard !list.hasErrors else { return (nil, list.sorted) }
    LateStages(job: job, stages: stages).report(to: &list)
    let plan = RenderPlan(
      job: job, stages: stages, drawingOrder: planning.layers(of: nil).compactMap { planning.places[$0] },
      sounds: sounds)
    return (plan, list.sorted)
  }

  static func diagnostic(for error: any Error, in entry: StageEntry, of job: Job) -> Diagnostic {
    let error = error as? StageError ?? StageError("\(error)")
    let parameter = error.parameter
    let place = parameter.map(entry.faultPlace(ofParameter:))
    let hints = [error.hint, place?.note].compactMap(\.self)
    return job.diagnostic(
      at: place?.position ?? entry.position,
      path: parameter.map { "\(entry.parametersPath).\($0)" } ?? entry.path, error.message,
      hint: hints.isEmpty ? nil : hints.joined(separator: " "))
  }
}
