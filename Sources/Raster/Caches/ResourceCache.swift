import Coding
import Dispatch
import Graphics
import Memory
import Synchronization

/// Prepared resources in memory: flattened paths, stroke outlines, mip levels of images.
///
/// Shared by all workers; what several of them need at once is made by one. A segmented LRU: resources that were used
/// again stay until the cache is full, others until enough newer ones have come, so that what moves in every frame does
/// not pile up. What is asked for again soon after it went counts as used again: a frame may need more resources than are
/// kept of those that were not. It never changes a pixel, only how soon a resource is there.
public final class ResourceCache: Sendable {
  fileprivate struct Entry {
    let value: any Sendable & AnyObject
    let cost: Int
    let reservation: MemoryReservation?
    var lastUse: UInt64
    var isReused = false
  }

  fileprivate struct State {
    var entries: [Digest: Entry] = [:]
    var uses: UInt64 = 0
    /// The cost of all entries.
    var cost = 0
    /// The number of entries that were not used again yet.
    var unreusedCount = 0
    /// The keys of these in the order in which they came, and of some that were used or removed since; from `firstUnreused` on.
    var unreused: [Digest] = []
    var firstUnreused = 0
    /// The keys of those that went without being used again, and the order in which they went; from `firstGone` on.
    var gone: Set<Digest> = []
    var goneInOrder: [Digest] = []
    var firstGone = 0
    /// Resources being prepared; each group is left when its resource is ready.
    var pending: [Digest: DispatchGroup] = [:]
  }

  /// The largest number of resources that were not used again.
  private static let maxUnreused = 128
  /// The largest number of keys of resources that are gone.
  fileprivate static let maxGone = 8192

  /// The bytes that a cache holds by default.
  public static let defaultCapacity = 512 << 20

  private let state = Mutex(State())
  private let capacity: Int
  private let memory: MemoryAccount?
  let outlines: OutlineDiskCache?

  /// Holds about `capacity` bytes, as far as `memory` has them, and frees them when others need them. Large outlines are
  /// also read from `store`, and written to it where it has none.
  public init(capacity: Int = defaultCapacity, store: (any BlobStore)? = nil, memory: MemoryAccount? = nil) {
    self.capacity = capacity
    self.memory = memory
    outlines = store.map { OutlineDiskCache($0) }
    memory?.budget.add(self)
  }

  /// The number of held resources.
  var count: Int { state.withLock { $0.entries.count } }

  /// The resource for `key`, from the cache or else from `make`, which may ask only for others that never ask for this one.
  /// Waits while another worker is making it.
  ///
  /// `cost` is its size in bytes. Kept ones count as used again at once.
  func value<Value: AnyObject & Sendable>(
    for key: Digest, cost: (Value) -> Int, isKept: Bool = false, make: () -> Value
  ) -> Value {
    while true {
      switch lookUp(key) {
      case .found(let value): return value as? Value ?? make()
      case .pending(let other): other.wait()
      case .missing:
        let made = make()
        insert(made, cost: cost(made), isKept: isKept, for: key)
        return made
      }
    }
  }

  private enum LookupResult {
    case found(any Sendable & AnyObject)
    /// Another worker is making it.
    case pending(DispatchGroup)
    /// The caller is to make and to insert it.
    case missing
  }

  private func lookUp(_ key: Digest) -> LookupResult {
    state.withLock { state in
      state.uses += 1
      if var entry = state.entries[key] {
        if !entry.isReused { state.unreusedCount -= 1 }
        entry.isReused = true
        entry.lastUse = state.uses
        state.entries[key] = entry
        return .found(entry.value)
      }
      if let other = state.pending[key] { return .pending(other) }
      let group = DispatchGroup()
      group.enter()
      state.pending[key] = group
      return .missing
    }
  }

  private func insert(_ value: any Sendable & AnyObject, cost: Int, isKept: Bool, for key: Digest) {
    // Not under the lock: the budget may ask this very cache to give back.
    let reservation = memory?.reserveIfAvailable(cost)
    // A value made after a refusal of memory may lack pixels.
    let isWhole = MemoryAccount.current?.refusal == nil
    let group = state.withLock { state in
      guard isWhole, memory == nil || reservation != nil else { return state.pending.removeValue(forKey: key) }
      state.uses += 1
      let isReused = state.gone.remove(key) != nil || isKept
      state.entries[key] = Entry(
        value: value, cost: cost, reservation: reservation, lastUse: state.uses, isReused: isReused)
      state.cost += cost
      if !isReused { state.noteUnreused(key) }
      if state.unreusedCount > Self.maxUnreused { state.removeOldestUnreused() }
      // Some more at once, since finding the oldest takes looking at all.
      if state.cost > capacity { state.removeOldest(downTo: capacity - capacity / 8, except: key) }
      return state.pending.removeValue(forKey: key)
    }
    group?.leave()
  }

  /// The levels of an image in a range; fewer where it has no more.
  func mipLevels(_ image: Image, _ range: Range<Int>) -> [MipLevel] {
    var levels: [MipLevel] = []
    let sizes = MipLevel.sizes(image)
    for index in range.clamped(to: 0..<sizes.count) {
      let level = value(for: Self.key(image, level: index), cost: \.cost) {
        let base = max(index - 2, 0) - range.lowerBound
        return levels.indices.contains(base)
          ? MipLevel(levels[base], width: sizes[index].width, height: sizes[index].height) : made(image, index, sizes)
      }
      levels.append(level)
    }
    return levels
  }

  /// One level of an image, or the last if there are fewer.
  func mipLevel(_ image: Image, _ index: Int) -> MipLevel {
    let sizes = MipLevel.sizes(image)
    return mipLevel(image, min(index, sizes.count - 1), sizes)
  }

  private func mipLevel(_ image: Image, _ index: Int, _ sizes: [(width: Int, height: Int)]) -> MipLevel {
    value(for: Self.key(image, level: index), cost: \.cost) { made(image, index, sizes) }
  }

  private func made(_ image: Image, _ index: Int, _ sizes: [(width: Int, height: Int)]) -> MipLevel {
    if index == 0 { return MipLevel(image) }
    let base = max(index - 2, 0)
    // The large levels are not kept where only smaller ones that are made of them are drawn.
    let known =
      base >= Self.firstSmallLevel
      ? mipLevel(image, base, sizes)
      : known(Self.key(image, level: base)) as? MipLevel ?? made(image, base, sizes)
    return MipLevel(known, width: sizes[index].width, height: sizes[index].height)
  }

  /// Levels from this one on take an eighth of the image's bytes at most.
  private static let firstSmallLevel = 4

  /// The resource for a key, if it is there.
  private func known(_ key: Digest) -> (any Sendable & AnyObject)? { state.withLock { $0.entries[key]?.value } }

  private static func key(_ image: Image, level: Int) -> Digest {
    Digest { hasher in
      hasher.combine("mip level")
      hasher.combine(level)
      hasher.combine(image.digest)
    }
  }
}

extension ResourceCache.State {
  /// Removes the oldest of the entries that were not used again.
  fileprivate mutating func removeOldestUnreused() {
    while firstUnreused < unreused.count {
      let key = unreused[firstUnreused]
      firstUnreused += 1
      if entries[key]?.isReused == false {
        remove(key)
        noteGone(key)
        break
      }
    }
  }

  private mutating func noteGone(_ key: Digest) {
    if gone.insert(key).inserted { goneInOrder.append(key) }
    guard goneInOrder.count - firstGone > ResourceCache.maxGone else { return }
    gone.remove(goneInOrder[firstGone])
    firstGone += 1
    guard firstGone > ResourceCache.maxGone else { return }
    goneInOrder.removeFirst(firstGone)
    firstGone = 0
  }

  /// Notes a new entry.
  fileprivate mutating func noteUnreused(_ key: Digest) {
    unreusedCount += 1
    unreused.append(key)
    guard unreused.count > 4096 else { return }
    unreused = unreused[firstUnreused...].filter { entries[$0]?.isReused == false }
    firstUnreused = 0
  }

  /// Removes the least recently used entries until the cost of all is no more than `wanted`.
  fileprivate mutating func removeOldest(downTo wanted: Int, except kept: Digest? = nil) {
    let keys = entries.map { ($0.value.lastUse, $0.key) }.sorted { $0.0 < $1.0 }
    for (_, key) in keys where key != kept {
      if cost <= wanted { return }
      remove(key)
    }
  }

  private mutating func remove(_ key: Digest) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    cost -= entry.cost
    if !entry.isReused { unreusedCount -= 1 }
  }
}

extension ResourceCache: ReclaimableCache {
  public func reclaim(_ bytes: Int) { state.withLock { $0.removeOldest(downTo: max(0, $0.cost - bytes)) } }
}
