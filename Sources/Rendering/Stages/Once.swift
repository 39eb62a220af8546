import StageKit
import Synchronization

/// A value that is made once, with its own lock, so that making it does not block others.
final class Once: Sendable {
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
