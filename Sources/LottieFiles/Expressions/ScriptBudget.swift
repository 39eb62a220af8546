import Synchronization

/// The steps that an expression may take, with those that it asks for.
final class ScriptBudget: Sendable {
  private let steps: Atomic<Int>

  /// The values of properties that have been asked for.
  private let values = Mutex<[Key: Remembered]>([:])

  /// A property at an instant.
  struct Key: Hashable, Sendable {
    var composition: String?
    /// The place of the property in the document.
    var offset: Int
    /// In seconds.
    var instant: Double
  }

  private enum Remembered: Sendable {
    case number(Double)
    case numbers([Double])
  }

  init(_ steps: Int = 100_000) { self.steps = Atomic(steps) }

  /// A value of numbers that is made once for all expressions of one evaluation.
  func remembered(_ key: Key, _ make: () -> ScriptValue) -> ScriptValue {
    // Values that settings have given have no place of their own.
    guard key.offset > 0 else { return make() }
    switch values.withLock({ $0[key] }) {
    case .number(let number)?: return .number(number)
    case .numbers(let numbers)?: return .list(numbers)
    case nil: break
    }
    let value = make()
    if let elements = value.elements {
      values.withLock { $0[key] = .numbers(elements.map(\.number)) }
    } else if case .number(let number) = value {
      values.withLock { $0[key] = .number(number) }
    }
    return value
  }

  /// Takes a step; throws where none are left.
  func take(_ count: Int = 1) throws(ScriptExhaustion) {
    let (_, left) = steps.subtract(count, ordering: .relaxed)
    if left < 0 { throw ScriptExhaustion() }
  }
}

/// The end of the steps that an expression may take, which no script can catch.
struct ScriptExhaustion: Error {}

/// A value that a script throws.
struct ScriptThrow: Error {
  let value: ScriptValue

  init(_ value: ScriptValue) { self.value = value }

  /// A fault of the machine that a script can catch.
  init(_ message: String) { value = .text(message) }
}

// A script's values stay on the thread that runs it.
extension ScriptThrow: @unchecked Sendable {}
