import Geometry
import Graphics
import Testing

@Suite("Display lists")
struct DisplayListTests {
  static let square = Path { p in
    p.move(to: .zero)
    for corner in [Point(1, 0), Point(1, 1), Point(0, 1)] { p.line(to: corner) }
    p.close()
  }

  @Test("Equal drawings are equal and have equal digests, wherever they were made")
  func equality() {
    func draw(_ color: Color) -> DisplayList {
      DisplayList { d in
        d.group(opacity: 0.5, effects: [.blur(sigma: 2)]) { $0.fill(Self.square.transformed(by: .scale(3)), color) }
      }
    }
    #expect(draw(.white) == draw(.white))
    #expect(draw(.white).digest == draw(.white).digest)
    #expect(draw(.white) != draw(.black))
    #expect(draw(.white).digest != draw(.black).digest)
  }

  @Test("Every property of a command counts in its digest")
  func digestOfEveryProperty() {
    let stroke = StrokeStyle(width: 2)
    var variants: [DrawCommand] = [
      .fill(Self.square, rule: .nonzero, paint: .color(.white), transform: .identity),
      .fill(Self.square, rule: .evenOdd, paint: .color(.white), transform: .identity),
      .fill(Self.square, rule: .nonzero, paint: .color(.white), transform: .scale(2)),
      .stroke(Self.square, style: stroke, paint: .color(.white), transform: .identity),
    ]
    var style = stroke
    style.cap = .round
    variants.append(.stroke(Self.square, style: style, paint: .color(.white), transform: .identity))
    style.dashes = [1, 2]
    variants.append(.stroke(Self.square, style: style, paint: .color(.white), transform: .identity))
    style.order = .transformThenOutline
    variants.append(.stroke(Self.square, style: style, paint: .color(.white), transform: .identity))
    let content = DisplayList([variants[0]])
    variants += [
      .group(Group(content)), .group(Group(content, opacity: 0.5)), .group(Group(content, blend: .screen)),
      .group(Group(content, clip: Clip(Self.square))), .group(Group(content, mask: Mask(content))),
      .group(Group(content, effects: [.blur(sigma: 1)])), .group(Group(content, effects: [.blur(sigma: 2)])),
      .group(Group(content, mask: Mask(content, isInverted: true))),
      .group(Group(content, mask: Mask(content, channel: .luminance))),
      .group(Group(content, effects: [.dropShadow(color: .white, offset: .zero, sigma: 1)])),
      .group(Group(content, effects: [.shadow(color: .white, offset: .zero, sigma: 1)])),
      .group(Group(content, effects: [.innerShadow(color: .white, offset: .zero, sigma: 1)])),
      .group(Group(content, effects: [.color(.brightness(2))])),
      .group(Group(content, effects: [.color(.contrast(2))])),
      .backdrop(BackdropFilter(content, sigma: 1)), .backdrop(BackdropFilter(content, sigma: 2)),
      .backdrop(BackdropFilter(content, sigma: 1, transform: .scale(2))),
      .backdrop(BackdropFilter(content, sigma: 1, opacity: 0.5)),
      .backdrop(BackdropFilter(content, sigma: 1, color: .identity)),
    ]
    #expect(Set(variants.map(\.digest)).count == variants.count)
  }

  @Test("Empty paths and groups leave no command")
  func emptiness() {
    let list = DisplayList { d in
      d.fill(.empty, .white)
      d.group { $0.stroke(.empty, .white, StrokeStyle()) }
      d.backdrop(blur: 3, within: DisplayList())
    }
    #expect(list.isEmpty)
  }
}
