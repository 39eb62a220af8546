import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Memory of layers")
struct LayerMemoryTests {
  /// Groups with effects beside and within one another; the first is as in no other frame.
  private func list(_ count: Int, first: Double = 0) -> DisplayList {
    func place(_ i: Int) -> Rect {
      Rect(x: Double(i % 9) * 5 + (i == 0 ? first : 0), y: Double(i % 7) * 4, width: 30, height: 20)
    }
    return DisplayList { list in
      list.fill(rectangle(0, 0, 64, 48), Color(0.2, 0.3, 0.4, 1))
      for i in 0..<count {
        let (outline, color) = (rectangle(place(i).minX, place(i).minY, 30, 20), Color(1, Double(i % 3) / 2, 0, 0.7))
        let blur = Effect.blur(sigma: 1 + Double(i % 4))
        list.group(effects: [.dropShadow(color: .black, offset: Point(2, 3), sigma: 2)]) { $0.fill(outline, color) }
        list.group(opacity: 0.6, blend: i % 2 == 0 ? .multiply : .normal, effects: [blur]) { group in
          group.fill(outline, color)
          group.fill(
            circle(Point(30, 20), 9),
            .linear(
              from: .zero, to: Point(40, 40),
              stops: [
                GradientStop(0, .white), GradientStop(1, color),
              ]))
        }
        list.group(opacity: 0.5) { outer in
          outer.fill(circle(Point(20, 20), 8), color)
          outer.group(effects: [blur, .dropShadow(color: .white, offset: Point(-2, 1), sigma: 1)]) { inner in
            inner.fill(outline, color)
            inner.group(effects: [blur]) { $0.stroke(outline, .white, StrokeStyle(width: 2)) }
          }
          outer.group(effects: [blur]) { $0.fill(circle(Point(44, 20), 8), color) }
        }
      }
    }
  }

  @Test("What layers take is foretold from a list")
  func foretold() {
    func bytes(_ list: DisplayList, _ width: Int, _ height: Int, scale: Double = 1) -> Int {
      var need = DrawingNeed(width: width, height: height, scale: scale)
      need.add(list)
      return need.frame
    }
    #expect(bytes(list(0), 1000, 1000) == 0)
    let shadows = DisplayList { list in
      for i in 0..<30 {
        list.group(effects: [.dropShadow(color: .black, offset: Point(2, 3), sigma: 100)]) {
          $0.fill(rectangle(0, 0, Double(i), 9), .white)
        }
      }
    }
    #expect(bytes(DisplayList(Array(shadows.commands.prefix(3))), 1000, 1000) == 27_000_000)
    #expect(bytes(shadows, 1000, 1000) == 90_000_000)
    #expect(bytes(shadows, 1000, 100) == 16 << 20)
    let blurred = DisplayList { list in
      list.group(transform: .scale(2)) { outer in
        outer.group(effects: [.blur(sigma: 10)]) { $0.append(shadows) }
      }
    }
    // 30 shadows and the blur, which is drawn with 3.5 × 10 × 2 × 2 pixels more on all sides.
    #expect(bytes(blurred, 1000, 1000, scale: 2) == 90_000_000 + 1284 * 1284 * 17)
    let huge = DisplayList { $0.group(effects: [.blur(sigma: 1e30)]) { $0.append(shadows) } }
    #expect(bytes(huge, 1000, 500) == 45_000_000 + 3000 * 2500 * 17)
  }

  @Test("What outlines take is foretold from a list, once for frames that show the same")
  func outlines() {
    let scribble = Path { path in
      path.move(to: .zero)
      for i in 1...1000 { path.line(to: Point(Double(i * 7919 % 100), Double(i * 104_729 % 100))) }
    }
    func need(_ lists: DisplayList...) -> DrawingNeed {
      var need = DrawingNeed(width: 100, height: 100, scale: 1)
      for list in lists { need.add(list) }
      return need
    }
    let filled = DisplayList { $0.fill(scribble, .white) }
    let once = need(filled)
    #expect(once.paths >= 1001 * 16 && once.outlines >= 1001 * 16 && once.frame >= 1001 * 100)
    let again = need(filled, filled)
    #expect((again.paths, again.outlines, again.frame) == (once.paths, once.outlines, once.frame))
    let moved = DisplayList { $0.fill(scribble.transformed(by: .translation(1, 0)), .white) }
    #expect(need(filled, moved).outlines == 2 * once.outlines)
    #expect(need(filled, moved).frame == once.frame)
    let stroked = need(DisplayList { $0.stroke(scribble, .white, StrokeStyle(width: 2)) })
    #expect(stroked.frame > once.frame)
    // Dashes of a hundredth of what the lines are long.
    let dashed = need(DisplayList { $0.stroke(scribble, .white, StrokeStyle(width: 2, dashes: [0.3, 0.2])) })
    #expect(dashed.frame > 20 * stroked.frame)
    let shadow = DisplayList { list in
      list.group(effects: [.dropShadow(color: .black, offset: .zero, sigma: 1)]) { $0.append(filled) }
    }
    #expect(need(shadow).frame >= 2 * once.frame)
    #expect(need(DisplayList { $0.fill(circle(Point(9, 9), 5), .white) }).frame == 0)
    var joined = DrawingNeed(width: 100, height: 100, scale: 1)
    joined.add(once)
    #expect(joined.frame == once.frame && joined.paths == once.paths)
  }

  @Test("Curves are reckoned as the lines that they are cut into")
  func curves() {
    func need(_ size: Double) -> Int {
      let arcs = Path { path in
        path.move(to: .zero)
        for i in 0..<100 { path.quad(Point(size, size), to: Point(Double(i % 2) * size, 0)) }
      }
      var need = DrawingNeed(width: 100, height: 100, scale: 1)
      need.add(DisplayList { $0.fill(arcs, .white) })
      return need.frame
    }
    // The number of chords grows with the root of the size.
    #expect((9...11).contains(need(100_000) / need(1000)))
  }
}
