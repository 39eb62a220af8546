import StageKit
import Synchronization

/// The evaluation of expressions that is under way: the one that runs, those that ask for it, and all of its frame.
struct ScriptContext: Sendable {
  /// The greatest number of expressions that ask for each other's values.
  private static let maxDepth = 20

  /// The current one; nil outside of frames and expressions.
  @TaskLocal static var current: ScriptContext?

  let memory: ScriptMemory
  let budget: ScriptBudget
  /// The number of expressions that run, the innermost counted; 0 for a frame.
  private let depth: Int

  private init(_ memory: ScriptMemory, _ budget: ScriptBudget, depth: Int) {
    self.memory = memory
    self.budget = budget
    self.depth = depth
  }

  /// A context for the expressions of one frame, which share what they ask for.
  static func frame() -> ScriptContext { ScriptContext(ScriptMemory(), ScriptBudget(), depth: 0) }

  /// A context for an expression in the current one; throws where too many ask for each other.
  static func next() throws -> ScriptContext {
    let outer = current ?? frame()
    try outer.checkDepth()
    return ScriptContext(outer.memory, outer.depth == 0 ? ScriptBudget() : outer.budget, depth: outer.depth + 1)
  }

  /// Throws where its expression may not ask for others, since too many ask for each other.
  func checkDepth() throws {
    guard depth >= Self.maxDepth else { return }
    budget.noteRefusal()
    throw ScriptThrow("expressions ask for each other without end")
  }

  /// Evaluates something in it.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }
}

/// The values that expressions have asked for, each of which is made once for a frame.
final class ScriptMemory: Sendable {
  /// A property at an instant.
  struct Key: Hashable, Sendable {
    /// The place of the property in the document.
    var offset: Int
    /// In seconds.
    var instant: Double
  }

  /// The greatest number of values that are kept; more are made each time.
  private static let maxCount = 50_000

  private enum Remembered: Sendable {
    case number(Double)
    case numbers([Double])
  }

  private struct State {
    var values: [Key: Remembered] = [:]
    var transforms: [Key: Transform] = [:]
    /// The values that are being made.
    var open: Set<Key> = []
    /// Those of them that have been asked for meanwhile, in vain: what depends on them is not final.
    var cycles: Set<Key> = []
    /// The number of values that were asked for in vain.
    var refusals = 0
    /// The results of expressions, by the places of their properties and by frames.
    var results: [Key: any Sendable] = [:]
  }

  private let state = Mutex(State())

  /// A value of numbers that is made once; throws where it is asked for while it is made.
  func value(_ key: Key, _ budget: ScriptBudget, _ make: () throws -> ScriptValue) throws -> ScriptValue {
    switch state.withLock({ $0.values[key] }) {
    case .number(let number)?: return .number(number)
    case .numbers(let numbers)?: return .list(numbers)
    case nil: break
    }
    return try made(key, budget, make) { value, state in
      if let elements = value.elements {
        state.values[key] = .numbers(elements.map(\.number))
      } else if case .number(let number) = value {
        state.values[key] = .number(number)
      }
    }
  }

  /// A map that is made once; throws where it is asked for while it is made.
  func transform(_ key: Key, _ budget: ScriptBudget, _ make: () throws -> Transform) throws -> Transform {
    if let known = state.withLock({ $0.transforms[key] }) { return known }
    return try made(key, budget, make) { transform, state in state.transforms[key] = transform }
  }

  /// The result of an expression, which is evaluated once, whether it is drawn or asked for.
  ///
  /// - `key`: Its property with a frame in place of seconds.
  func result<Value: Sendable>(_ key: Key, _ budget: ScriptBudget, _ make: () throws -> Value) rethrows -> Value {
    let (known, refusals) = state.withLock { ($0.results[key], $0.refusals + budget.refusalCount) }
    if let known = known as? Value { return known }
    let result = try make()
    guard key.offset > 0, key.instant.isFinite else { return result }
    state.withLock { state in
      // Without what was refused it is not final.
      guard state.refusals + budget.refusalCount == refusals, state.results.count < Self.maxCount else { return }
      state.results[key] = result
    }
    return result
  }

  /// Makes something and keeps it, unless a part of it was refused.
  private func made<Result>(
    _ key: Key, _ budget: ScriptBudget, _ make: () throws -> Result, keep: (Result, inout State) -> Void
  ) throws -> Result {
    // Values from settings have no place in the file; NaN is no key.
    guard key.offset > 0, key.instant.isFinite else { return try make() }
    let isFree = state.withLock { state in
      if state.open.insert(key).inserted { return true }
      state.cycles.insert(key)
      state.refusals += 1
      return false
    }
    guard isFree else { throw ScriptThrow("an expression asks for its own value") }
    defer {
      state.withLock {
        $0.open.remove(key)
        $0.cycles.remove(key)
      }
    }
    let refusals = budget.refusalCount
    let result = try make()
    state.withLock { state in
      guard budget.refusalCount == refusals, state.cycles.subtracting([key]).isEmpty,
        state.values.count + state.transforms.count < Self.maxCount
      else { return }
      keep(result, &state)
    }
    return result
  }
}
