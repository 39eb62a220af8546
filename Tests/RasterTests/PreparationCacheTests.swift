import Geometry
import Testing

@testable import Raster

@Suite("What drawing keeps")
struct PreparationCacheTests {
  final class Box: Sendable {}

  private func key(_ number: Int) -> Digest { Digest { $0.combine(number) } }

  /// Whether the value for a key had to be made.
  private func isMade(_ cache: PreparationCache, _ number: Int, cost: Int = 1) -> Bool {
    var made = false
    func make() -> Box {
      made = true
      return Box()
    }
    _ = cache.value(for: key(number), cost: { _ in cost }, make: make)
    return made
  }

  @Test("A thing is made once")
  func once() {
    let cache = PreparationCache()
    #expect(isMade(cache, 1))
    #expect(!isMade(cache, 1))
  }

  @Test("What is used again stays, what never is goes after enough others")
  func probation() {
    let cache = PreparationCache()
    _ = isMade(cache, 0)
    _ = isMade(cache, 0)
    for number in 1...200 { _ = isMade(cache, number) }
    #expect(!isMade(cache, 0))
    #expect(!isMade(cache, 200))
    #expect(isMade(cache, 1))
  }

  @Test("When the cache is full, what was not used for longest goes")
  func capacity() {
    let cache = PreparationCache(capacity: 10)
    for number in 1...3 { _ = isMade(cache, number, cost: 4) }
    #expect(!isMade(cache, 3, cost: 4))
    #expect(!isMade(cache, 2, cost: 4))
    #expect(isMade(cache, 1, cost: 4))
  }
}
