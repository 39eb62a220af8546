import StageKit
import Synchronization

/// The combinations of outlines that were asked for.
final class CombinationLog: Sendable {
  private let operations = Mutex<[PathOperation]>([])

  func add(_ operation: PathOperation) { operations.withLock { $0.append(operation) } }
  var last: PathOperation? { operations.withLock { $0.last } }
  var count: Int { operations.withLock { $0.count } }
}
