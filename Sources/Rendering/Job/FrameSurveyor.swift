import Planning
import Raster
import StageKit

/// Asks a job's stages for consecutive frames, and measures how visible joins would be.
struct FrameSurveyor {
  private let task: RenderTask
  private let places: [Int: [JoinPlace]]
  private var last: (frame: Int, list: DisplayList)?
  private lazy var meter = JoinMeter(task.plan.job, task.preparation, task.joins)
  private(set) var result = FrameSurvey()

  /// `places` are those whose second instants are surveyed.
  init(_ task: RenderTask, _ places: ArraySlice<JoinPlace>) {
    self.task = task
    self.places = Dictionary(grouping: places, by: \.second)
  }

  mutating func survey(_ frame: Int, _ breadcrumb: CrashBreadcrumb?) throws(StageFailure) {
    let list = try task.evaluate(at: task.instants[frame], breadcrumb).picture
    result.digests.append(list.digest)
    for place in places[frame] ?? [] {
      if task.askedJoins.contains(place) {
        result.joins.append(.asked)
        continue
      }
      let before =
        if let last, last.frame == place.first {
          last.list
        } else {
          try task.evaluate(at: task.instants[place.first], breadcrumb).picture
        }
      result.joins.append(meter.visibility(from: before, to: list))
    }
    last = (frame, list)
  }
}
