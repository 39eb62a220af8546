import Coding
import Geometry
import Testing

@testable import Raster

@Suite("Damage")
struct DamageTests {
  private let surface = Surface(region: PixelRect(x0: 0, y0: 0, x1: 40, y1: 30), stripHeight: 8)

  private func item(_ kind: Int) -> FrameItem {
    let (x, y) = (kind * 7 % 36, kind * 11 % 27)
    return FrameItem(
      digest: Digest { $0.combine(kind) },
      bounds: PixelRect(x0: x, y0: y, x1: min(x + 3 + kind % 9, 40), y1: min(y + 2 + kind % 13, 30)))
  }

  /// The items that touch a row, from the bottom.
  private func touching(_ items: [FrameItem], _ y: Int) -> [FrameItem] {
    items.filter { $0.bounds.y0 <= y && y < $0.bounds.y1 }
  }

  /// The items of a row that touch a column.
  private func stack(_ items: [FrameItem], _ x: Int) -> [Digest] {
    items.filter { $0.bounds.x0 <= x && x < $0.bounds.x1 }.map(\.digest)
  }

  @Test("Outside the damage, both frames have the same items in the same order")
  func outsideIsTheSame() {
    var numbers = SeededNumbers(seed: 21)
    var kinds: [Int] = []
    for _ in 0..<150 {
      let old = kinds.map(item)
      for _ in 0..<Int.random(in: 0...4, using: &numbers) {
        let place = Int.random(in: 0...kinds.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: kinds.insert(Int.random(in: 0..<50, using: &numbers), at: place)
        case 1: if place < kinds.count { kinds.remove(at: place) }
        case 2: if place < kinds.count { kinds.swapAt(place, kinds.count - 1) }
        default: kinds.append(Int.random(in: 0..<50, using: &numbers))
        }
      }
      let new = kinds.map(item)
      let damage = Damage(from: old, to: new, on: surface, .identity)
      for strip in 0..<surface.stripCount {
        for y in surface.rows(ofStrip: strip) {
          let rows = (touching(old, y), touching(new, y))
          for x in 0..<40 where !damage.columns[strip].contains(x) {
            if stack(rows.0, x) != stack(rows.1, x) { Issue.record("\(kinds) differ at \(x), \(y)") }
          }
        }
      }
    }
  }

  @Test("Equal frames have none, and one item's change is that item's columns in both frames")
  func isTight() {
    let still = (0..<10).map(item)
    #expect(Damage(from: still, to: still, on: surface, .identity).columns == Array(repeating: 0..<0, count: 4))
    let a = FrameItem(digest: Digest { $0.combine("a") }, bounds: PixelRect(x0: 2, y0: 9, x1: 5, y1: 12))
    let b = FrameItem(digest: Digest { $0.combine("b") }, bounds: PixelRect(x0: 8, y0: 9, x1: 11, y1: 20))
    let damage = Damage(from: still + [a] + still, to: still + [b] + still, on: surface, .identity)
    #expect(damage.columns == [0..<0, 2..<11, 8..<11, 0..<0])
  }

  @Test("From nothing, all that is there is damage")
  func fromNothing() {
    let damage = Damage(from: [], to: [item(1)], on: surface, .identity)
    let bounds = item(1).bounds
    for strip in 0..<surface.stripCount {
      let rows = surface.rows(ofStrip: strip)
      let isTouched = bounds.y0 < rows.upperBound && bounds.y1 > rows.lowerBound
      #expect(damage.columns[strip] == (isTouched ? bounds.x0..<bounds.x1 : 0..<0))
    }
  }
}
