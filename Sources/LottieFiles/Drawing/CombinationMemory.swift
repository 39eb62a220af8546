import StageKit
import Synchronization

/// Combined outlines that have been made before, so that those that do not change are made once.
final class CombinationMemory: Sendable {
  /// The greatest number of outlines that are kept; further ones are made each time.
  private static let maxCount = 2000

  private struct Key: Hashable {
    var first: Path
    var second: Path
    var operation: PathOperation
    var tolerance: Double
  }

  private let make: ShapeRun.Combine
  private let known = Mutex<[Key: Path]>([:])

  /// A memory of what `make` gives.
  init(_ make: @escaping ShapeRun.Combine) { self.make = make }

  /// The combination of two outlines.
  func combined(
    _ first: Path, _ second: Path, _ operation: PathOperation, _ tolerance: Double
  ) throws -> Path {
    let key = Key(first: first, second: second, operation: operation, tolerance: tolerance)
    if let result = known.withLock({ $0[key] }) { return result }
    let result = try make(first, second, operation, tolerance)
    known.withLock { if $0.count < Self.maxCount { $0[key] = result } }
    return result
  }
}
