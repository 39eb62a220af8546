import Coding
import Dispatch
import Geometry
import Graphics
import Synchronization
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

  @Test("What two workers want is made by one, while the other does what is to come")
  func shared() {
    let cache = PreparationCache()
    let order = Mutex<[String]>([])
    let isBegun = DispatchSemaphore(value: 0)
    let isAhead = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      func makeSlowly() -> Box {
        isBegun.signal()
        isAhead.wait()
        order.withLock { $0.append("one") }
        return Box()
      }
      _ = cache.value(for: key(1), cost: { _ in 1 }, make: makeSlowly)
      isOver.signal()
    }
    isBegun.wait()
    func make() -> Box {
      order.withLock { $0.append("other") }
      return Box()
    }
    func prepareOthers() {
      cache.prepare(for: key(1), cost: { _ in 1 }, make: make)
      cache.prepare(for: key(2), cost: { _ in 1 }, make: make)
      isAhead.signal()
    }
    let value = cache.value(for: key(1), cost: { _ in 1 }, make: make, meanwhile: prepareOthers)
    isOver.wait()
    #expect(order.withLock { $0 } == ["other", "one"])
    #expect(cache.value(for: key(1), cost: { _ in 1 }, make: make) === value)
    #expect(!isMade(cache, 2))
  }

  @Test("Outlines that are still to come are prepared ahead, groups' too")
  func ahead() {
    let road = Path { path in
      path.polyline((0..<600).map { Point(Double($0) / 6, 40 + 30 * sineAndCosine(degrees: Double($0) * 7).0) })
    }
    let cache = PreparationCache()
    let rasterizer = Rasterizer(width: 100, height: 80, scale: 1, cache: cache)
    var inner = DisplayList()
    inner.stroke(road, .white, StrokeStyle(width: 2))
    var list = DisplayList()
    list.fill(road, .white)
    list.group(Group(inner, transform: .translation(0, 3), opacity: 0.5))
    let surface = Surface(region: PixelRect(x0: 0, y0: 0, x1: 100, y1: 80), stripHeight: 16)
    rasterizer.ahead = (list, surface, .identity)
    rasterizer.prepareAhead()
    #expect(cache.count == 2)
    #expect(rasterizer.operations(of: list, .identity, surface).count == 2)
    #expect(cache.count == 2)
  }
}
