import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Reuse")
struct ReuseTests {
  private func command(_ kind: Int, _ list: inout DisplayList) {
    let n = Double(kind)
    let shape = rectangle(3 * n, 7 * n.truncatingRemainder(dividingBy: 5), 20.3, 9.7)
    switch kind % 6 {
    case 0: list.fill(shape, Color(hex: 0x336699))
    case 1:
      list.fill(
        shape,
        .linear(from: Point(0, 0), to: Point(60, 50), stops: [GradientStop(0, .white), GradientStop(1, .black)]))
    case 2: list.stroke(circle(Point(10 + n, 30), 9), Color(hex: 0xFFAA00, alpha: 0.6), StrokeStyle(width: 3))
    case 3: list.group(effects: [.dropShadow(color: .black, offset: Point(1, 2), sigma: 3)]) { $0.fill(shape, .white) }
    case 4:
      list.group(opacity: 0.5) {
        $0.fill(shape, .white)
        $0.fill(circle(Point(20, 20), n), Color(hex: 0x00FF00))
      }
    default:
      list.stroke(
        shape, .alongPath(start: 0, end: 40, stops: [GradientStop(0, .white), GradientStop(1, Color(hex: 0xFF0000))]),
        StrokeStyle(width: 4))
    }
  }

  @Test("Frames are the same whatever was drawn before")
  func framesDoNotRemember() {
    var numbers = SeededNumbers(state: 3)
    func fresh() -> FrameRenderer {
      FrameRenderer(
        width: 64, height: 50, background: Color(hex: 0x102030), cache: PreparationCache(), stripHeight: 8)
    }
    let renderer = fresh()
    var pictures = [YUVFrame(width: 64, height: 50), YUVFrame(width: 64, height: 50)]
    var kinds: [Int] = []
    for round in 0..<120 {
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: kinds = (0..<4).map { _ in Int.random(in: 0..<24, using: &numbers) }
      case 1: if !kinds.isEmpty { kinds.removeLast() }
      case 2: kinds.append(Int.random(in: 0..<24, using: &numbers))
      case 3: if !kinds.isEmpty { kinds[kinds.count / 2] = Int.random(in: 0..<24, using: &numbers) }
      default: break
      }
      let list = DisplayList { list in for kind in kinds { command(kind, &list) } }
      if round % 3 == 0 {
        #expect(renderer.render(list) as Frame == fresh().render(list) as Frame)
        continue
      }
      let which = Int.random(in: 0..<4, using: &numbers) == 0 ? 1 : 0
      var expected = YUVFrame(width: 64, height: 50)
      renderer.render(list, into: &pictures[which])
      fresh().render(list, into: &expected)
      #expect(
        pictures[which].y == expected.y && pictures[which].u == expected.u && pictures[which].v == expected.v)
    }
  }

  @Test("Strips that nothing changed in say so")
  func unchangedStripsSaySo() {
    let renderer = FrameRenderer(width: 32, height: 32, background: .black, cache: PreparationCache(), stripHeight: 8)
    func unchanged(_ y: Double) -> [Bool] {
      var result: [Bool] = []
      renderer.render(
        DisplayList {
          $0.fill(rectangle(0, 0, 32, 32), Color(hex: 0x334455))
          $0.fill(rectangle(4, y, 4, 4), .white)
        }
      ) { result.append($0.isUnchanged) }
      return result
    }
    _ = unchanged(2)
    _ = unchanged(2)
    #expect(unchanged(2) == [true, true, true, true])
    #expect(unchanged(10) == [false, false, true, true])
    #expect(unchanged(18) == [true, false, false, true])
  }
}
