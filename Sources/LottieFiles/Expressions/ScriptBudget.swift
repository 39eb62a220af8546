import Synchronization

/// The steps that an expression may take, with those that it asks for.
final class ScriptBudget: Sendable {
  private let steps: Atomic<Int>
  private let hasAskedForTime = Atomic(false)
  private let refusals = Atomic(0)

  init(_ steps: Int = 100_000) { self.steps = Atomic(steps) }

  /// Takes a step; throws where none are left.
  func take(_ count: Int = 1) throws(ScriptExhaustion) {
    // One thread takes them, so that reading and writing need not be one step.
    let left = steps.load(ordering: .relaxed) - count
    steps.store(left, ordering: .relaxed)
    if left < 0 { throw ScriptExhaustion() }
  }

  /// The number of values that were refused, since too many expressions ask for each other; one more where no steps are left.
  var refusalCount: Int { refusals.load(ordering: .relaxed) + (steps.load(ordering: .relaxed) < 0 ? 1 : 0) }

  /// Notes that a value is refused.
  func noteRefusal() { refusals.add(1, ordering: .relaxed) }

  /// True if something that depends on time has been asked for.
  var dependsOnTime: Bool { hasAskedForTime.load(ordering: .relaxed) }

  /// Notes that something that depends on time is asked for.
  func noteTime() { hasAskedForTime.store(true, ordering: .relaxed) }
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
