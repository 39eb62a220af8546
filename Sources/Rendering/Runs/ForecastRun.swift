import Planning
import StageKit
import Synchronization

/// A run that finds out how jobs are cut and what is in the store; it draws nothing and writes no files.
final class ForecastRun: RunKind {
  private let core: RunCore
  private let found = Mutex<[Int: [SegmentForecast]]>([:])

  init(_ core: RunCore) { self.core = core }

  var writesFiles: Bool { false }
  var order: [Int] { Array(core.jobs.indices) }
  var forecasts: [Int: [SegmentForecast]] { found.withLock { $0 } }

  func step(of drawing: JobDrawing, _ layout: SegmentLayout) -> JobStep { forecast(drawing.spec, layout) }

  func step(of spec: RenderSpec, _ layout: SegmentLayout) -> JobStep? { forecast(spec, layout) }

  private func forecast(_ spec: RenderSpec, _ layout: SegmentLayout) -> JobStep {
    let reuse = SegmentReuse(spec, layout, core.store)
    let stored = reuse.stored(layout.distinct)
    let all = zip(0..., layout.distinct).map { ordinal, segment in
      SegmentForecast(
        job: spec.index, ordinal: ordinal, frames: layout.segments[segment],
        framesToDraw: Set(layout.frameDigests(ofSegment: segment)).count,
        isStored: stored.contains(segment),
        seconds: core.store?.bytes(.costs, SegmentCost.key(of: segment, layout, spec)).flatMap {
          try? SegmentCost(bytes: $0).seconds
        },
        keys: reuse.keys(of: segment))
    }
    found.withLock { $0[spec.index] = all }
    return .end
  }
}
