import StageKit
import Synchronization

/// The last values that stages made at great cost, such as a city, for the next variants of a job.
///
/// Keys are digests of all that values depend on.
final class VariantCache: Sendable {
  /// The last one that was asked for is at the end.
  private let entries = Mutex<[(key: Digest, value: Once)]>([])
  private static let capacity = 4

  /// The value under a key, made by the first caller; others wait for it.
  func value<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    let key = Once.key(key, Value.self)
    let value = entries.withLock { entries in
      let known = entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).value }
      let value = known ?? Once()
      entries.append((key, value))
      if entries.count > Self.capacity { entries.removeFirst() }
      return value
    }
    return try value.value(make)
  }

  func removeAll() { entries.withLock { $0 = [] } }
}
