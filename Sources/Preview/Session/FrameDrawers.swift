import Rendering
import StageKit

/// The drawers of one thread, which keep what successive frames have in common.
final class FrameDrawers {
  struct Key: Hashable {
    let job: PlannedJobs.Key
    let scale: Double
    let isClear: Bool
    let isDraft: Bool
  }

  /// The last one that was asked for is at the end.
  private var entries: [(key: Key, drawer: JobDrawer)] = []
  private static let capacity = 4

  /// The drawer of a job at a scale, made where there is none. `prepared` must be the job of the key.
  func drawer(_ key: Key, _ prepared: PlannedJob) -> JobDrawer {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.drawer
    }
    let drawer = prepared.drawer(scale: key.scale, isClear: key.isClear, isDraft: key.isDraft)
    entries.append((key, drawer))
    if entries.count > Self.capacity { entries.removeFirst() }
    return drawer
  }
}
