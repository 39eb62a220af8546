import Synchronization

/// The part of a budget that one owner, such as a job or a worker, has reserved.
///
/// Code that allocates far below its owner finds the account in `current`. Where it cannot fail at once it continues
/// without a reservation: the account records the refusal, and the owner checks for it after the step.
public final class MemoryAccount: Sendable {
  /// The account that allocations of this thread are charged to; nil where memory is not limited.
  @TaskLocal public static var current: MemoryAccount?

  public let budget: MemoryBudget
  private let state = Mutex(State())

  private struct State {
    /// Bytes of reservations.
    var reserved = 0
    /// Bytes that are charged to the budget whether they are reserved or not.
    var minimum = 0
    var peak = 0
    var refusal: MemoryRefusal?

    var charge: Int { max(reserved, minimum) }
  }

  public init(_ budget: MemoryBudget) { self.budget = budget }

  deinit { budget.giveBack(state.withLock { $0.charge }) }

  /// Bytes reserved now.
  public var reserved: Int { state.withLock { $0.reserved } }

  /// The most bytes that were reserved since the last `beginStep()`, a refused reservation among them.
  public var peak: Int { state.withLock { $0.peak } }

  /// The first reservation that was refused since the last `beginStep()`.
  public var refusal: MemoryRefusal? { state.withLock { $0.refusal } }

  /// Forgets the refusal, and how much was reserved at most.
  public func beginStep() {
    state.withLock { state in
      state.refusal = nil
      state.peak = state.reserved
    }
  }

  /// Reserves bytes for as long as the reservation lives; nil if they do not fit, which the account records.
  ///
  /// `purpose` names their use in messages, such as `a layer`.
  public func reserve(_ bytes: Int, for purpose: StaticString) -> MemoryReservation? {
    if let reservation = reserveIfAvailable(bytes) { return reservation }
    refuse(bytes, for: purpose)
    return nil
  }

  /// Reserves bytes that their owner can do without; nil if they do not fit, which is no refusal.
  public func reserveIfAvailable(_ bytes: Int) -> MemoryReservation? {
    update { $0.reserved += max(0, bytes) } ? MemoryReservation(self, max(0, bytes)) : nil
  }

  /// Records that bytes were needed that do not fit.
  public func refuse(_ bytes: Int, for purpose: StaticString) {
    let inUse = budget.used
    state.withLock { state in
      state.peak = max(state.peak, state.reserved + bytes)
      if state.refusal == nil {
        state.refusal = MemoryRefusal(purpose: "\(purpose)", bytes: bytes, inUse: inUse, limit: budget.limit)
      }
    }
  }

  /// Charges at least this number of bytes to the budget, reserved or not, so that reservations up to them cannot be
  /// refused. False, and nothing changes, if they do not fit.
  public func guarantee(_ bytes: Int) -> Bool { update { $0.minimum = bytes } }

  /// Changes what is reserved or the minimum, and what the budget is charged with it; false if that does not fit.
  ///
  /// The budget is not asked under the lock, since its caches may give back reservations of this very account.
  private func update(_ change: (inout State) -> Void) -> Bool {
    while true {
      let (old, new) = state.withLock { state in
        var new = state
        change(&new)
        return (state, new)
      }
      let more = new.charge - old.charge
      guard more <= 0 || budget.take(more) else { return false }
      let isDone = state.withLock { state in
        guard state.reserved == old.reserved, state.minimum == old.minimum else { return false }
        change(&state)
        state.peak = max(state.peak, state.reserved)
        return true
      }
      if isDone { budget.giveBack(max(0, -more)) } else { budget.giveBack(max(0, more)) }
      if isDone { return true }
    }
  }

  fileprivate func giveBack(_ bytes: Int) {
    let freed = state.withLock { state in
      let before = state.charge
      state.reserved -= bytes
      return before - state.charge
    }
    budget.giveBack(freed)
  }
}

/// Bytes that are reserved for as long as this exists.
public final class MemoryReservation: Sendable {
  public let bytes: Int
  private let account: MemoryAccount

  fileprivate init(_ account: MemoryAccount, _ bytes: Int) {
    self.account = account
    self.bytes = bytes
  }

  deinit { account.giveBack(bytes) }
}

/// A request that did not fit into a budget.
public struct MemoryRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The use of the bytes.
  public let purpose: String
  public let bytes: Int
  /// The bytes that all owners had reserved together.
  public let inUse: Int
  /// The bytes of the whole budget.
  public let limit: Int

  public init(purpose: String, bytes: Int, inUse: Int, limit: Int) {
    self.purpose = purpose
    self.bytes = bytes
    self.inUse = inUse
    self.limit = limit
  }

  public var description: String {
    "\(purpose) needs \(Self.mebibytes(bytes)) MiB of memory besides \(Self.mebibytes(inUse)) MiB that are in use, more "
      + "than the \(limit >> 20) MiB that the run may take"
  }

  private static func mebibytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }
}
