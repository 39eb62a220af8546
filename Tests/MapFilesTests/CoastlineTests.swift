import Testing

@testable import MapFiles

@Suite("The sea beside coastlines")
struct CoastlineTests {
  private func place(_ x: Int, _ y: Int) -> OSMPlace { OSMPlace(longitude: Int32(x), latitude: Int32(y)) }

  /// From 0 to 100 in both directions.
  private var box: OSMBox {
    var box = OSMBox(.init(southWest: .init(longitude: 0, latitude: 0), northEast: .init(longitude: 0, latitude: 0)))
    (box.east, box.north) = (100, 100)
    return box
  }

  private func sea(_ lines: [(Int, Int)]...) -> [[[OSMPlace]]] {
    Coastline(lines.map { $0.map(place) }).sea(in: box)
  }

  /// True if it is sea at a place.
  private func isSea(_ x: Int, _ y: Int, _ sea: [[[OSMPlace]]]) -> Bool {
    sea.contains { polygon in
      polygon.filter { OSMRings.contains($0, place(x, y)) }.count == 1
    }
  }

  @Test("It lies to the right of a coast that crosses the part")
  func crossing() {
    let north = sea([(40, -20), (40, 50), (60, 120)])
    #expect(isSea(90, 50, north) && !isSea(10, 50, north))
    let south = sea([(60, 120), (40, 50), (40, -20)])
    #expect(isSea(10, 50, south) && !isSea(90, 50, south))
  }

  @Test("Ways of a coast are joined in any order")
  func joined() {
    let parts = sea([(40, 50), (60, 120)], [(40, -20), (40, 50)])
    #expect(isSea(90, 50, parts) && !isSea(10, 50, parts))
  }

  @Test("A coast that ends within the part goes on to the nearest border")
  func openEnds() {
    let open = sea([(10, 30), (50, 50), (70, 95)])
    #expect(isSea(90, 20, open) && !isSea(10, 90, open))
    #expect(!isSea(5, 32, open) && isSea(5, 28, open))
  }

  @Test("A coast that ends just before it leaves the part does not go on across itself")
  func openEndsBeside() {
    let open = sea([(21, 2), (20, 1), (20, -5), (40, -5), (60, 50), (60, 120)])
    #expect(isSea(90, 50, open) && !isSea(10, 50, open) && !isSea(40, 50, open))
  }

  @Test("Two coasts leave a channel between them, and islands in it")
  func channel() {
    let island = [(45, 45), (55, 45), (55, 55), (45, 55), (45, 45)]
    let channel = sea([(30, -1), (30, 101)], [(70, 101), (70, -1)], island)
    #expect(isSea(40, 50, channel) && !isSea(50, 50, channel) && !isSea(10, 50, channel) && !isSea(90, 50, channel))
  }

  @Test("Around islands alone is sea, and within lakes of the sea")
  func islands() {
    let island = sea(
      [(20, 20), (80, 20), (80, 80), (20, 80), (20, 20)], [(40, 40), (40, 60), (60, 60), (60, 40), (40, 40)])
    #expect(isSea(10, 10, island) && !isSea(30, 30, island) && isSea(50, 50, island))
  }

  @Test("An island across a corner of the part is land there")
  func corner() {
    let island = sea([(-50, -50), (50, -50), (50, 50), (-50, 50), (-50, -50)])
    #expect(isSea(80, 80, island) && isSea(80, 20, island) && isSea(20, 80, island) && !isSea(20, 20, island))
  }

  @Test("Without coasts there is no sea")
  func none() { #expect(sea([(200, 0), (200, 100)]).isEmpty) }
}
