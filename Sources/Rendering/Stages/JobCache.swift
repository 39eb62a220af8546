import StageKit
import Synchronization

/// The values that a job's stages make once for all workers, by key.
final class JobCache: Sendable {
  private let entries = Mutex<[Digest: Once]>([:])

  /// The value under a key, made by the first caller; others wait for it. `make` must not ask for the same key.
  func value<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    let typedKey = Once.key(key, Value.self)
    let entry = entries.withLock { entries in
      if let known = entries[typedKey] { return known }
      let new = Once()
      entries[typedKey] = new
      return new
    }
    return try entry.value(make)
  }
}
