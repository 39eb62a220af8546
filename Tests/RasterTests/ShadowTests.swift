import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Shadows")
struct ShadowTests {
  /// How far frames differ at most, in steps of 8 bits.
  private func difference(_ a: Frame, _ b: Frame) -> Int {
    zip(a.pixels, b.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  private func content(_ kind: Int, _ place: Point, _ list: inout DisplayList) {
    let stops = [GradientStop(0, Color(1, 0.5, 0, 1)), GradientStop(1, Color(0, 0.5, 1, 0))]
    switch kind {
    case 0: list.fill(rectangle(place.x, place.y, 61.3, 40), .white)
    case 1: list.fill(circle(place + Point(30, 30), 27), Color(0.2, 0.5, 0.9, 0.6))
    case 2:
      list.fill(rectangle(place.x, place.y, 50, 50), .linear(from: place, to: place + Point(50, 20), stops: stops))
    case 3:
      list.fill(rectangle(place.x, place.y, 40, 30), Color(hex: 0x884400))
      list.stroke(circle(place + Point(40, 30), 20), .white, StrokeStyle(width: 3))
    default:
      list.group(opacity: 0.6) { group in
        group.fill(rectangle(place.x, place.y, 40, 30), .white)
        group.fill(circle(place + Point(40, 30), 20), Color(hex: 0x2244EE))
      }
    }
  }

  @Test("Without a layer effects look as they do with one", arguments: [0, 1.3, 3.9, 5, 12, 30])
  func layersDoNotShow(sigma: Double) {
    var numbers = SeededNumbers(seed: UInt64(sigma * 10))
    for kind in 0..<5 {
      let place = Point(.random(in: -60...110, using: &numbers), .random(in: -50...70, using: &numbers))
      let offset = Point(.random(in: -30...30, using: &numbers), .random(in: -30...30, using: &numbers))
      for effect in [
        Effect.dropShadow(color: Color(0.1, 0, 0.3, 0.8), offset: offset, sigma: sigma), .blur(sigma: sigma),
      ] {
        // A blur of nothing leaves pixels as they are, but two effects take a layer.
        let frames = [[effect], [.blur(sigma: 0), effect]].map { effects in
          draw(99, 71, background: Color(hex: 0xC0D0E0)) { list in
            list.group(opacity: kind % 2 == 0 ? 1 : 0.7, effects: effects) { content(kind, place, &$0) }
          }
        }
        #expect(difference(frames[0], frames[1]) <= 1)
      }
    }
  }

  @Test("Thinning keeps what is flat flat and totals exact", arguments: [1, 2, 8, 64])
  func thinningIsExact(step: Int) {
    let axis = Thinning(step: step)
    let thinner = AlphaThinner()
    let width = 400 / step + 8
    let out = Scratch<Float>(capacity: width * width)
    let columns = 37..<311
    let rows = 21..<300
    thinner.begin(axis, axis, columns: columns, firstRow: rows.lowerBound, stride: width, out: out.base + 2 * width + 2)
    for row in rows {
      thinner.begin(row: row)
      thinner.rise(at: columns.lowerBound, by: 51_234)
      thinner.rise(at: columns.upperBound, by: -51_234)
    }
    thinner.finish()
    var total = 0.0
    var greatest: Float = 0
    for i in 0..<width * width {
      total += Double(out.base[i])
      greatest = max(greatest, out.base[i])
    }
    #expect(greatest == 51_234)
    let area = Double(columns.count * rows.count) / Double(step * step) * 51_234
    #expect(abs(total - area) <= area * 1e-6)
  }

  @Test("An effect that stays is not made again, whatever changes below it")
  func effectsAreKept() {
    let pool = LayerCache { Scratch<Int>() }
    var made = 0
    func key(_ number: Int) -> Digest { Digest { $0.combine(number) } }
    func take(_ number: Int) -> Scratch<Int>? {
      pool.value(for: key(number)) { _ in
        made += 1
        return number >= 0
      }
    }
    var used = [take(1), take(2)]
    pool.reclaim()
    #expect(take(1) === used[0] && made == 2)
    let freed = used[1].map(ObjectIdentifier.init)
    used[1] = nil
    pool.reclaim()
    #expect(take(3).map(ObjectIdentifier.init) == freed && made == 3)
    #expect(take(-1) == nil)
  }
}
