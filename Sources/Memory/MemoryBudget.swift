import Synchronization

/// A limit in bytes that the large allocations of a run share.
///
/// Owners reserve from it through a `MemoryAccount`. Nothing blocks: a refused owner frees what it holds, and retries when
/// others have freed memory too.
public final class MemoryBudget: Sendable {
  /// In bytes.
  public let limit: Int
  /// The number of bytes that the process may hold, whether they are reserved or not.
  public let residentLimit: Int
  private let state = Mutex(State())

  private struct State {
    var used = 0
    var caches: [WeakCache] = []
  }

  private struct WeakCache: Sendable {
    weak var cache: (any ReclaimableCache)?
  }

  /// `residentLimit` is as much as `limit` by default.
  public init(limit: Int, residentLimit: Int? = nil) {
    self.limit = max(0, limit)
    self.residentLimit = residentLimit ?? self.limit
  }

  /// The default limit of a run in bytes: what the process holds already, and nine tenths of what the machine leaves.
  public static var defaultLimit: Int {
    guard let available = MachineMemory.available else { return .max }
    return (MachineMemory.resident() ?? 0) + available / 10 * 9
  }

  /// The number of bytes that are taken now.
  public var used: Int { state.withLock { $0.used } }

  /// The number of bytes that are left, without those that caches could give back.
  public var available: Int { max(0, limit - used) }

  /// Lets the budget ask a cache, for as long as it lives, to give back memory that others need.
  public func add(_ cache: any ReclaimableCache) {
    state.withLock { state in
      state.caches.removeAll { $0.cache == nil }
      state.caches.append(WeakCache(cache: cache))
    }
  }

  /// Reserves bytes if they fit, if need be after caches freed some; false if they do not.
  func take(_ bytes: Int) -> Bool {
    if tryTaking(bytes) { return true }
    guard bytes <= limit else { return false }
    for cache in state.withLock({ $0.caches.compactMap(\.cache) }) {
      cache.reclaim(bytes)
      if tryTaking(bytes) { return true }
    }
    return false
  }

  func giveBack(_ bytes: Int) { state.withLock { $0.used -= bytes } }

  private func tryTaking(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard bytes <= limit - state.used else { return false }
      state.used += bytes
      return true
    }
  }
}

/// A cache that holds reservations and can do without its values.
public protocol ReclaimableCache: AnyObject, Sendable {
  /// Drops values until about `bytes` are free, or none is left. May be called from any thread.
  func reclaim(_ bytes: Int)
}
