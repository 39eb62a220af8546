import StageKit
import Synchronization

/// A value that is made once, with its own lock, so that making it does not block others.
final class Resource: Sendable {
  private let value = Mutex<(any Sendable)?>(nil)

  /// Made by the first caller; others wait for it.
  func value<Value: Sendable>(_ make: () throws -> Value) throws -> Value {
    try value.withLock { value in
      if let value, let known = value as? Value { return known }
      let made = try make()
      value = made
      return made
    }
  }

  /// A key for values of a type.
  static func key<Value>(_ key: Digest, _ type: Value.Type) -> Digest {
    Digest { hasher in
      hasher.combine(key)
      hasher.combine(String(reflecting: type))
    }
  }
}

/// The values that a job's stages make once for all workers, by key.
final class Resources: Sendable {
  private let entries = Mutex<[Digest: Resource]>([:])

  /// The value under a key, made by the first caller; others wait for it. `make` must not ask for the same key.
  func value<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    let typedKey = Resource.key(key, Value.self)
    let entry = entries.withLock { entries in
      if let known = entries[typedKey] { return known }
      let new = Resource()
      entries[typedKey] = new
      return new
    }
    return try entry.value(make)
  }
}
