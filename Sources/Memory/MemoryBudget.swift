import Synchronization

/// A limit in bytes that the large allocations of a run share.
///
/// Owners take from it through a `MemoryAccount`. Nobody waits in here: who is refused gives back what it holds, and tries
/// again when others have given back too.
public final class MemoryBudget: Sendable {
  /// How many bytes there are in all.
  public let limit: Int
  /// How many bytes the process may hold, whether they are reserved or not.
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

  /// How many bytes are taken now.
  public var used: Int { state.withLock { $0.used } }

  /// How many bytes are left, without what caches could give back.
  public var available: Int { max(0, limit - used) }

  /// Lets the budget ask a cache, for as long as it lives, to give back memory that others need.
  public func add(_ cache: any ReclaimableCache) {
    state.withLock { state in
      state.caches.removeAll { $0.cache == nil }
      state.caches.append(WeakCache(cache: cache))
    }
  }

  /// Takes bytes if they fit, at worst after caches gave back; false if they do not.
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
  /// Lets go of values until about `bytes` are given back, or none is left. May be called from any thread.
  func reclaim(_ bytes: Int)
}
