import Geometry
import Graphics
import Synchronization

/// What drawing prepares once and keeps: flattened paths, stroke outlines, mip levels of images.
///
/// Shared by all workers; looked up once per command and frame. What was not used for longest goes when the cache is
/// full. It never changes a pixel, only how soon it is there.
public final class PreparationCache: Sendable {
  private struct Entry {
    let value: any Sendable & AnyObject
    let cost: Int
    var lastUse: UInt64
  }

  private struct State {
    var entries: [Digest: Entry] = [:]
    var uses: UInt64 = 0
    var cost = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Keeps about `capacity` bytes.
  public init(capacity: Int = 512 << 20) { self.capacity = capacity }

  /// The value kept for `key`, or else what `make` makes; two workers may make it at once.
  func value<Value: AnyObject & Sendable>(
    for key: Digest, cost: (Value) -> Int, make: () -> Value
  ) -> Value {
    let kept = state.withLock { state -> (any Sendable & AnyObject)? in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.value
    }
    if let kept = kept as? Value { return kept }
    let made = make()
    let size = cost(made)
    state.withLock { state in
      if let old = state.entries.removeValue(forKey: key) { state.cost -= old.cost }
      state.uses += 1
      state.entries[key] = Entry(value: made, cost: size, lastUse: state.uses)
      state.cost += size
      while state.cost > capacity, state.entries.count > 1 {
        guard let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { break }
        state.entries.removeValue(forKey: oldest.key)
        state.cost -= oldest.value.cost
      }
    }
    return made
  }

  func mipChain(_ image: Image) -> MipChain {
    let key = Digest { hasher in
      hasher.combine("mip chain")
      hasher.combine(image.digest)
    }
    return value(for: key, cost: \.cost) { MipChain(image) }
  }
}
