import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("The part of a drawing that decides its alpha")
struct AlphaContentTests {
  private let box = Rect(x: 10, y: 10, width: 80, height: 60)

  private func alphas(_ list: DisplayList) -> [UInt8] {
    let frame = draw(100, 80, background: .clear) { $0.append(list) }
    return stride(from: 3, to: frame.pixels.count, by: 4).map { frame.pixels[$0] }
  }

  @Test("Content that fills its clip becomes the clip")
  func clips() {
    let clip = Clip(.roundedRect(box, radius: 12))
    let list = DisplayList { list in
      list.group(clip: clip) { group in
        group.group(transform: .scale(2)) { job in
          job.fill(rectangle(5, 5, 40, 30), Color(hex: 0x334455))
          job.fill(circle(Point(20, 20), 60), Color(1, 0, 0, 0.4))
        }
      }
    }
    #expect(
      list.alphaContent(.identity).commands == [
        .fill(clip.path, rule: .nonzero, paint: .color(.white), transform: .identity)
      ])
  }

  @Test("What an opaque convex outline covers with pixels to spare is left out")
  func hidden() {
    let paint = Paint.linear(from: .zero, to: Point(90, 0), stops: [GradientStop(0, .white), GradientStop(1, .black)])
    func count(_ inner: Rect) -> Int {
      DisplayList { list in
        list.fill(.roundedRect(box, radius: 20), paint)
        list.group(blend: .multiply, mask: Mask(DisplayList { $0.fill(.rect(inner), .white) })) { group in
          group.fill(circle(Point(50, 40), 200), Color(1, 0, 0, 0.4))
        }
      }.alphaContent(.identity).commands.count
    }
    #expect(count(Rect(x: 20, y: 20, width: 60, height: 40)) == 1)
    // The corner of the round outline is cut off, and so is an edge on the outline's own.
    #expect(count(Rect(x: 11, y: 11, width: 60, height: 40)) == 2)
    #expect(count(Rect(x: 20, y: 20, width: 70, height: 40)) == 2)
  }

  @Test("What spreads or is behind the viewer stays")
  func kept() {
    let spread = DisplayList { list in
      list.fill(.rect(box), .white)
      list.group(effects: [.blur(sigma: 20)]) { $0.fill(rectangle(40, 30, 10, 10), .white) }
    }
    #expect(spread.alphaContent(.identity).commands.count == 2)
    let behind = Transform(1, 0, 0, 0, 1, 0, 0, -0.05)
    let tilted = DisplayList { list in
      list.fill(.rect(box), .white)
      list.fill(rectangle(40, 30, 10, 10), .white, transform: behind)
    }
    #expect(tilted.alphaContent(.identity).commands.count == 2)
    // A filter shows the alpha of what lies below it.
    let backdrop = DisplayList([
      .fill(.rect(box), rule: .nonzero, paint: .color(.white), transform: .identity),
      .backdrop(BackdropFilter(DisplayList { $0.fill(rectangle(40, 30, 10, 10), .white) }, sigma: 3)),
    ])
    #expect(backdrop.alphaContent(.identity) == backdrop)
  }

  /// A random drawing of nested groups.
  private func scene(_ depth: Int, _ numbers: inout SeededNumbers) -> DisplayList {
    func rect() -> Rect {
      Rect(
        x: .random(in: 0...60, using: &numbers), y: .random(in: 0...50, using: &numbers),
        width: .random(in: 5...60, using: &numbers), height: .random(in: 5...50, using: &numbers))
    }
    var list = DisplayList()
    for _ in 0..<3 {
      switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &numbers) {
      case 0: list.fill(.roundedRect(rect(), radius: 4), Color(0.2, 0.5, 0.8))
      case 1: list.fill(.rect(rect()), Color(0.9, 0.2, 0.1, 0.5))
      case 2: list.stroke(circle(rect().center, 12), .white, width: 3)
      case 3:
        let clip = rect()
        var inner = DisplayList { $0.fill(.rect(clip.inset(by: -1)), .black) }
        inner.append(scene(depth - 1, &numbers))
        list.group(clip: Clip(.roundedRect(clip, radius: 6))) { $0.append(inner) }
      case 4:
        let inner = scene(depth - 1, &numbers)
        let modes: [BlendMode] = [.normal, .multiply, .plus, .screen, .difference]
        list.group(
          transform: .rotation(degrees: .random(in: -20...20, using: &numbers)),
          opacity: Bool.random(using: &numbers) ? 1 : 0.6, blend: modes[Int.random(in: 0..<5, using: &numbers)]
        ) { $0.append(inner) }
      default:
        let (inner, mask) = (scene(depth - 1, &numbers), scene(0, &numbers))
        list.group(mask: Mask(mask, isInverted: Bool.random(using: &numbers))) { $0.append(inner) }
      }
    }
    return list
  }

  @Test("Its alpha is that of the drawing but for roundings and coinciding edges", arguments: 0..<60)
  func alphas(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let list = scene(2, &numbers)
    let (all, part) = (alphas(list), alphas(list.alphaContent(.identity)))
    #expect(zip(all, part).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test(
    "Effects under a clip or a mask show as if they were drawn before it",
    arguments: [Effect.blur(sigma: 6), .dropShadow(color: .black, offset: Point(4, 9), sigma: 5)])
  func cutEffects(effect: Effect) {
    let content = DisplayList { list in
      list.fill(circle(Point(40, 40), 25), Color(1, 0.5, 0))
      list.fill(rectangle(30, 10, 60, 20), Color(0, 0.5, 1, 0.7))
    }
    let whole = DisplayList([.group(Group(content, effects: [effect]))])
    let cut = rectangle(35, 30, 20, 12)
    let mask = Mask(DisplayList { $0.fill(cut, .white) })
    func frame(_ group: Group) -> Image { draw(100, 80, background: .white) { $0.group(group) } }
    #expect(frame(Group(content, clip: Clip(cut), effects: [effect])) == frame(Group(whole, clip: Clip(cut))))
    #expect(frame(Group(content, mask: mask, effects: [effect])) == frame(Group(whole, mask: mask)))
  }
}
