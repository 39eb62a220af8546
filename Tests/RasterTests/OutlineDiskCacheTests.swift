import Coding
import Geometry
import Graphics
import Synchronization
import Testing

@testable import Raster

/// Keeps bytes in memory and counts what is asked of it.
private final class MemoryStore: BlobStore {
  let state = Mutex((entries: [Digest: [UInt8]](), found: 0))

  func bytes(under key: Digest) -> [UInt8]? {
    state.withLock { state in
      if state.entries[key] != nil { state.found += 1 }
      return state.entries[key]
    }
  }

  func keep(_ bytes: [UInt8], under key: Digest) { state.withLock { $0.entries[key] = bytes } }
}

@Suite("Outlines that are kept from run to run")
struct OutlineDiskCacheTests {
  /// A scene of overlapping stars and a wiggling road, both of many points.
  private static let drawing: DisplayList = {
    var list = DisplayList()
    let stars = Path { path in
      for star in 0..<40 {
        let center = Point(Double(star % 8) * 12 + 6, Double(star / 8) * 14 + 8)
        let corners = (0..<31).map { corner -> Point in
          let (s, c) = sineAndCosine(degrees: Double(corner) * 348.387)
          return center + Point(c, s) * 11
        }
        path.polyline(corners, closed: true)
      }
    }
    let road = Path { path in
      path.polyline((0..<900).map { Point(Double($0) / 9, 40 + 30 * sineAndCosine(degrees: Double($0) * 7).0) })
    }
    list.fill(stars, Color(0.9, 0.4, 0.1, 0.7))
    list.stroke(road, .white, StrokeStyle(width: 1.3, cap: .round, join: .round))
    return list
  }()

  private func image(_ store: (any BlobStore)?) -> Image? {
    FrameRenderer(
      width: 100, height: 80, scale: 1, background: .black, cache: ResourceCache(store: store)
    ).render(Self.drawing)
  }

  @Test("Pixels are the same without a store, with an empty one, and with what is in it")
  func samePixels() {
    let store = MemoryStore()
    let plain = image(nil)
    #expect(image(store) == plain)
    #expect(store.state.withLock { $0.entries.count } == 2)
    #expect(store.state.withLock { $0.found } == 0)
    #expect(image(store) == plain)
    #expect(store.state.withLock { $0.found } == 2)
  }

  @Test("Bytes that are no outline are passed over")
  func damage() {
    let store = MemoryStore()
    let plain = image(store)
    store.state.withLock { state in
      for key in state.entries.keys { state.entries[key]?.removeLast(3) }
    }
    #expect(image(store) == plain)
    #expect(image(store) == plain)
  }

  @Test("Small outlines are not kept, nor more than a cache's share")
  func limits() {
    let store = MemoryStore()
    let cache = ResourceCache(store: store)
    let renderer = FrameRenderer(width: 20, height: 20, scale: 1, background: .black, cache: cache)
    for number in 0..<100 {
      var list = DisplayList()
      let count = number == 0 ? 300 : 600
      let points = (0..<count).map { (index: Int) -> Point in
        Point(Double(index % 20), Double(index * 7 % 20) + Double(number) / 100)
      }
      list.fill(Path { $0.polyline(points, closed: true) }, .white)
      _ = renderer.render(list)
      if number == 0 { #expect(store.state.withLock { $0.entries.isEmpty }) }
    }
    #expect(store.state.withLock { $0.entries.count } == 64)
  }
}
