import Planning
import Raster
import StageKit

/// Asks a job's stages for consecutive frames, and measures how visible joins would be.
struct FrameSurveyor {
  private let task: RenderTask
  private let places: [Int: [JoinPlace]]
  /// Stages that use a row of data. Joins are measured without them, so that all rows are cut at the same places.
  private let rowStages: Set<Int>
  private var last: (number: Int, frame: EvaluatedFrame)?
  private lazy var meter = JoinMeter(task.plan.job, task.preparation, task.joins)
  private(set) var result = FrameSurvey()

  /// `places` are those whose second instants are surveyed.
  init(_ task: RenderTask, _ places: ArraySlice<JoinPlace>) {
    self.task = task
    self.places = Dictionary(grouping: places, by: \.second)
    rowStages = Set(task.plan.stages.indices.filter { task.plan.stages[$0].entry.usesRow })
  }

  mutating func survey(_ frame: Int, _ breadcrumb: CrashBreadcrumb?) throws(StageFailure) {
    let evaluated = try task.evaluate(at: task.instants[frame], breadcrumb)
    result.digests.append(evaluated.picture.digest)
    for place in places[frame] ?? [] {
      if task.askedJoins.contains(place) {
        result.joins.append(.asked)
        continue
      }
      let before =
        if let last, last.number == place.first {
          last.frame
        } else {
          try task.evaluate(at: task.instants[place.first], breadcrumb)
        }
      result.joins.append(
        meter.visibility(
          from: task.plan.picture(of: before, without: rowStages),
          to: task.plan.picture(of: evaluated, without: rowStages)))
    }
    last = (frame, evaluated)
  }
}
