import Coding
import Dispatch
import Geometry
import Graphics
import Memory
import Synchronization
import Testing

@testable import Raster

@Suite("Resource cache")
struct ResourceCacheTests {
  final class Box: Sendable {}

  private func key(_ number: Int) -> Digest { Digest { $0.combine(number) } }

  /// True if the value for a key had to be made.
  private func isMade(_ cache: ResourceCache, _ number: Int, cost: Int = 1) -> Bool {
    var made = false
    func make() -> Box {
      made = true
      return Box()
    }
    _ = cache.value(for: key(number), cost: { _ in cost }, make: make)
    return made
  }

  @Test("A resource is made once")
  func once() {
    let cache = ResourceCache()
    #expect(isMade(cache, 1))
    #expect(!isMade(cache, 1))
  }

  @Test("What is used again stays, what is not goes after enough others")
  func probation() {
    let cache = ResourceCache()
    _ = isMade(cache, 0)
    _ = isMade(cache, 0)
    for number in 1...200 { _ = isMade(cache, number) }
    #expect(!isMade(cache, 0))
    #expect(!isMade(cache, 200))
    #expect(isMade(cache, 1))
  }

  @Test("What each frame needs stays after two frames, however much it is, and what no frame needs again goes")
  func comingBack() {
    let cache = ResourceCache()
    for _ in 0..<2 { for number in 0..<1000 { _ = isMade(cache, number) } }
    for number in 0..<1000 { #expect(!isMade(cache, number)) }
    for number in 1000..<20_000 { _ = isMade(cache, number) }
    #expect(cache.count < 1200)
    #expect(!isMade(cache, 0))
  }

  @Test("When the cache is full, the least recently used goes")
  func capacity() {
    let cache = ResourceCache(capacity: 10)
    for number in 1...3 { _ = isMade(cache, number, cost: 4) }
    #expect(!isMade(cache, 3, cost: 4))
    #expect(!isMade(cache, 2, cost: 4))
    #expect(isMade(cache, 1, cost: 4))
  }

  @Test("One level of an image is the same as among all, and of those that it is made of only small ones are kept")
  func oneLevel() throws {
    let pixels = (0..<70 * 50 * 4).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let image = try #require(Image(width: 70, height: 50, premultiplied: pixels))
    func texels(_ level: MipLevel) -> [UInt8] {
      Array(UnsafeRawBufferPointer(start: level.texels, count: level.width * level.height * level.size))
    }
    let all = ResourceCache().mipLevels(image, 0..<Int.max)
    for index in 0...all.count {
      let cache = ResourceCache()
      let level = cache.mipLevel(image, index)
      let last = min(index, all.count - 1)
      #expect((level.width, level.height, level.size) == (all[last].width, all[last].height, all[last].size))
      #expect(texels(level) == texels(all[last]))
      // Each is made of the one before the last, and those before the fourth are not kept.
      #expect(cache.count == max((last - 2) / 2, 1))
    }
  }

  @Test("What was made after a refusal of memory is not kept")
  func refusals() {
    let cache = ResourceCache()
    let account = MemoryAccount(MemoryBudget(limit: 10))
    MemoryAccount.$current.withValue(account) {
      #expect(isMade(cache, 1))
      #expect(account.reserve(11, for: "a test") == nil)
      #expect(isMade(cache, 2))
      account.beginStep()
      #expect(!isMade(cache, 1))
      #expect(isMade(cache, 2))
    }
  }

  @Test("What two workers need at once is made by one of them")
  func shared() {
    let cache = ResourceCache()
    let key = key(1)
    let isBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let first = Mutex<Box?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      func makeSlowly() -> Box {
        isBegun.signal()
        mayEnd.wait()
        return Box()
      }
      let box = cache.value(for: key, cost: { _ in 1 }, make: makeSlowly)
      first.withLock { $0 = box }
      isOver.signal()
    }
    isBegun.wait()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { mayEnd.signal() }
    var isMadeAgain = false
    func makeAgain() -> Box {
      isMadeAgain = true
      return Box()
    }
    let second = cache.value(for: key, cost: { _ in 1 }, make: makeAgain)
    isOver.wait()
    #expect(!isMadeAgain)
    #expect(first.withLock { $0 } === second)
  }
}
