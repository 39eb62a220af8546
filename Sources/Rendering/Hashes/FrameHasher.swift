import Planning
import Raster
import StageKit

/// Asks a job's stages for consecutive frames, and measures how visible cuts would be.
struct FrameHasher {
  private let drawing: JobDrawing
  private let points: [Int: [CutPoint]]
  /// Stages that use a row of data. Cuts are measured without them, so that all rows are cut at the same points.
  private let rowStages: Set<Int>
  private var last: (number: Int, frame: EvaluatedFrame)?
  private lazy var meter = CutMeter(drawing.plan.job, drawing.spec.preparation, drawing.cutMemo)
  private(set) var result = FrameHashes()

  /// `points` are those whose second instants are hashed.
  init(_ drawing: JobDrawing, _ points: ArraySlice<CutPoint>) {
    self.drawing = drawing
    self.points = Dictionary(grouping: points, by: \.second)
    let stages = drawing.plan.stages
    rowStages = Set(stages.indices.filter { stages[$0].entry.usesRow })
  }

  mutating func hash(_ frame: Int, _ breadcrumb: CrashBreadcrumb?) throws(StageFailure) {
    let instants = drawing.spec.instants
    let evaluated = try drawing.evaluate(at: instants[frame], breadcrumb)
    result.digests.append(evaluated.picture.digest)
    for point in points[frame] ?? [] {
      if drawing.forcedCuts.contains(point) {
        result.cuts.append(.forced)
        continue
      }
      let before =
        if let last, last.number == point.first {
          last.frame
        } else {
          try drawing.evaluate(at: instants[point.first], breadcrumb)
        }
      result.cuts.append(
        meter.visibility(
          from: drawing.plan.picture(of: before, without: rowStages),
          to: drawing.plan.picture(of: evaluated, without: rowStages)))
    }
    last = (frame, evaluated)
  }
}
