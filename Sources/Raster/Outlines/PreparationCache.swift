import Coding
import Dispatch
import Geometry
import Graphics
import Synchronization

/// What drawing prepares once and keeps: flattened paths, stroke outlines, mip levels of images.
///
/// Shared by all workers, of which one makes what several want; looked up once per command and frame. What was not used for longest goes when the cache is
/// full, and what was never used again goes when enough others came after it, so that what moves in every frame does not
/// pile up. It never changes a pixel, only how soon it is there.
public final class PreparationCache: Sendable {
  private struct Entry {
    let value: any Sendable & AnyObject
    let cost: Int
    var lastUse: UInt64
    var isProven = false
  }

  private struct State {
    var entries: [Digest: Entry] = [:]
    var uses: UInt64 = 0
    var cost = 0
    /// What workers are making, each with a group that is left when it is there.
    var making: [Digest: DispatchGroup] = [:]
    /// The keys made last, of which those that are not proven are still on probation; a ring.
    var newest: [Digest] = []
    var nextNewest = 0

    mutating func remove(_ key: Digest) {
      if let old = entries.removeValue(forKey: key) { cost -= old.cost }
    }
  }

  /// How many others may come before something must have been used again.
  private static let probation = 128

  private let state = Mutex(State())
  private let capacity: Int
  let shelf: OutlineShelf?

  /// Keeps about `capacity` bytes. Large outlines are also read from `store`, and those that are not there kept in it.
  public init(capacity: Int = 512 << 20, store: (any PreparationStore)? = nil) {
    self.capacity = capacity
    shelf = store.map { OutlineShelf($0) }
  }

  /// How many values are kept.
  var count: Int { state.withLock { $0.entries.count } }

  /// The value kept for `key`, or else what `make` makes.
  ///
  /// Where another worker is making it, `meanwhile` is called once, and then waited; `make` must ask for no other value.
  func value<Value: AnyObject & Sendable>(
    for key: Digest, cost: (Value) -> Int, make: () -> Value, meanwhile: () -> Void = {}
  ) -> Value {
    var isFirst = true
    while true {
      switch claim(key) {
      case .kept(let kept): return kept as? Value ?? make()
      case .granted: return keep(make(), for: key, cost: cost)
      case .awaited(let other):
        if isFirst { meanwhile() }
        isFirst = false
        other.wait()
      }
    }
  }

  /// Makes the value for `key` unless it is there, or another worker is making it.
  func prepare<Value: AnyObject & Sendable>(for key: Digest, cost: (Value) -> Int, make: () -> Value) {
    if case .granted = claim(key) { _ = keep(make(), for: key, cost: cost) }
  }

  private enum Claim {
    case kept(any Sendable & AnyObject)
    /// The caller is to make the value, and then to keep it.
    case granted
    case awaited(DispatchGroup)
  }

  private func claim(_ key: Digest) -> Claim {
    state.withLock { state in
      state.uses += 1
      if let kept = state.entries[key]?.value {
        state.entries[key]?.lastUse = state.uses
        state.entries[key]?.isProven = true
        return .kept(kept)
      }
      if let other = state.making[key] { return .awaited(other) }
      let group = DispatchGroup()
      group.enter()
      state.making[key] = group
      return .granted
    }
  }

  /// Keeps what was made after a claim, and wakes those who wait for it.
  private func keep<Value: AnyObject & Sendable>(_ made: Value, for key: Digest, cost: (Value) -> Int) -> Value {
    let size = cost(made)
    let group = state.withLock { state in
      Self.begin(key, &state)
      state.uses += 1
      state.entries[key] = Entry(value: made, cost: size, lastUse: state.uses)
      state.cost += size
      while state.cost > capacity, state.entries.count > 1 {
        guard let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { break }
        state.remove(oldest.key)
      }
      return state.making.removeValue(forKey: key)
    }
    group?.leave()
    return made
  }

  /// Puts a key on probation and ends that of the one before it by `probation`.
  private static func begin(_ key: Digest, _ state: inout State) {
    guard state.newest.count == probation else {
      state.newest.append(key)
      return
    }
    let old = state.newest[state.nextNewest]
    if state.entries[old]?.isProven == false { state.remove(old) }
    state.newest[state.nextNewest] = key
    state.nextNewest = (state.nextNewest + 1) % probation
  }

  func mipChain(_ image: Image) -> MipChain {
    let key = Digest { hasher in
      hasher.combine("mip chain")
      hasher.combine(image.digest)
    }
    return value(for: key, cost: \.cost) { MipChain(image) }
  }
}
