import Planning
import StageKit

/// A job that can be drawn: what is asked for, and the stages that draw it.
struct JobDrawing: Sendable {
  let spec: RenderSpec
  let plan: RenderPlan
  /// The points at which a segment begins, whatever frames show: around what rows of data give, so that videos of other
  /// rows share the segments before and after it.
  let forcedCuts: Set<CutPoint>
  let cutMemo: CutMemo

  /// `plan` is of the spec's job.
  init(_ spec: RenderSpec, _ plan: RenderPlan, _ cutMemo: CutMemo = CutMemo()) {
    self.spec = spec
    self.plan = plan
    self.cutMemo = cutMemo
    forcedCuts = Self.forcedCuts(of: plan, spec.cutPoints, spec.instants)
    spec.meter.measure { $0.name(plan.stages) }
  }

  /// The last points before stages that use a row of data come, and the first ones after they went.
  private static func forcedCuts(of plan: RenderPlan, _ points: [CutPoint], _ instants: [Double]) -> Set<CutPoint> {
    var forced: Set<CutPoint> = []
    for stage in plan.stages where stage.entry.usesRow {
      let span = stage.videoSpan
      if let point = points.last(where: { instants[$0.second] <= span.lowerBound }) { forced.insert(point) }
      if let point = points.first(where: { instants[$0.second] >= span.upperBound }) { forced.insert(point) }
    }
    return forced
  }

  /// Asks all stages for what they show at an instant; `stageDone` is called after each with its index.
  func evaluate(
    at seconds: Double, _ breadcrumb: CrashBreadcrumb?, stageDone: @escaping (Int) -> Void = { _ in }
  ) throws(StageFailure) -> EvaluatedFrame {
    let frame = plan.frame(at: seconds)
    func note(_ stage: Int) {
      guard let breadcrumb else { return }
      guard plan.stages.indices.contains(stage) else { return breadcrumb.begin(.drawing(frame: frame)) }
      let entry = plan.stages[stage].entry
      breadcrumb.begin(.evaluating(stage: entry.id, definition: entry.definition.name, frame: frame))
    }
    note(0)
    return try plan.evaluate(at: seconds) { stage in
      stageDone(stage)
      note(stage + 1)
    }
  }
}
