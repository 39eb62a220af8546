import StageKit
import Synchronization

/// The values that a job's stages make once for all workers, by key.
final class Resources: Sendable {
  /// One value with its own lock, so that making it does not block the others.
  private final class Entry: Sendable { let value = Mutex<(any Sendable)?>(nil) }

  private let entries = Mutex<[Digest: Entry]>([:])

  /// The value under a key, made by the first caller; others wait for it. `make` must not ask for the same key.
  func value<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    let typedKey = Digest { hasher in
      hasher.combine(key)
      hasher.combine(String(reflecting: Value.self))
    }
    let entry = entries.withLock { entries in
      if let known = entries[typedKey] { return known }
      let new = Entry()
      entries[typedKey] = new
      return new
    }
    return try entry.value.withLock { value in
      if let value, let known = value as? Value { return known }
      let made = try make()
      value = made
      return made
    }
  }
}
