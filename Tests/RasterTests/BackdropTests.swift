import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Backdrops")
struct BackdropTests {
  private func glass(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DisplayList {
    DisplayList { $0.fill(rectangle(x, y, width, height), .white) }
  }

  /// The integral of a Gaussian of this deviation up to `x`.
  private func integral(_ x: Double, _ sigma: Double) -> Double { 0.5 * (1 + erf(x / (sigma * 2.0.squareRoot()))) }

  @Test("An edge below is blurred by a Gaussian where the outline covers, and nowhere else", arguments: [2.0, 6, 19])
  func edges(sigma: Double) {
    let frame = draw(200, 60, background: .black) { list in
      list.fill(rectangle(100, 0, 100, 60), Color(1, 0.5, 0))
      list.backdrop(blur: (sigma * sigma + 1.0 / 12).squareRoot(), within: glass(20, 10, 160, 30))
    }
    for x in 0..<200 {
      let exact = integral(Double(x) + 0.5 - 100, sigma)
      let inside = (20..<180).contains(x) ? exact : x < 100 ? 0 : 1
      #expect(abs(Double(frame.red(x, 20)) - 255 * inside) <= 255 * 0.002 + 1)
      #expect(abs(Double(frame[x, 39][1]) - 127.5 * inside) <= 255 * 0.002 + 1)
      for y in [9, 40, 59] { #expect(frame.red(x, y) == (x < 100 ? 0 : 255)) }
    }
  }

  @Test("Beyond the canvas its last pixels go on", arguments: [1.0, 5, 40])
  func clamps(sigma: Double) {
    let frame = draw(70, 50, background: .black) { list in
      list.fill(rectangle(0, 0, 70, 50), Color(hex: 0x3366CC))
      list.backdrop(blur: sigma, within: glass(-10, -10, 90, 70))
    }
    for y in 0..<50 { for x in 0..<70 { #expect(frame[x, y] == [0x33, 0x66, 0xCC, 255]) } }
  }

  @Test("A clear canvas stays clear, and half of a color stays half")
  func alphas() {
    func frame(_ color: Color) -> Image {
      draw(40, 40, background: .clear) { list in
        list.fill(rectangle(-20, -20, 80, 80), color)
        list.backdrop(blur: 4, within: glass(5, 5, 30, 30))
      }
    }
    #expect(frame(.clear).pixels.allSatisfy { $0 == 0 })
    #expect(frame(Color(1, 1, 1, 0.5))[20, 20] == [128, 128, 128, 128])
  }

  @Test("Opacity and the outline's alpha mix what is blurred with what is not")
  func partly() {
    func frame(_ opacity: Double, _ alpha: Double) -> Image {
      draw(60, 20) { list in
        list.fill(rectangle(30, 0, 30, 20), .white)
        list.backdrop(
          blur: 8, within: DisplayList { $0.fill(rectangle(0, 0, 60, 20), Color(0, 0, 0, alpha)) },
          opacity: opacity)
      }
    }
    let (sharp, soft) = (frame(0, 1), frame(1, 1))
    for (opacity, alpha) in [(0.25, 1.0), (1, 0.25), (0.5, 0.5)] {
      let mixed = frame(opacity, alpha)
      for x in 0..<60 {
        let exact = Double(sharp.red(x, 9)) + Double(soft.red(x, 9) - sharp.red(x, 9)) * 0.25
        #expect(abs(Double(mixed.red(x, 9)) - exact) <= 2)
      }
    }
  }

  @Test("Colors are transformed after the blur")
  func colors() {
    let frame = draw(40, 20) { list in
      list.fill(rectangle(0, 0, 40, 20), Color(0.2, 0.6, 0.4))
      list.backdrop(blur: 3, within: glass(10, 0, 20, 20), color: .brightness(1.5))
    }
    #expect(frame[20, 10] == [77, 230, 153, 255])
    #expect(frame[5, 10] == [51, 153, 102, 255])
  }

  /// Bars that a backdrop blurs.
  private func bars(_ list: inout DisplayList) {
    for x in stride(from: 0.0, to: 90, by: 14) { list.fill(rectangle(x, 0, 7, 60), Color(1, 0.8, x / 90)) }
  }

  @Test("Within groups that are no layers, all of the canvas is below; their transforms count")
  func plainGroups() {
    let direct = draw(90, 60) { list in
      bars(&list)
      list.fill(circle(Point(30, 30), 10), .black)
      list.backdrop(blur: 3, within: glass(20, 10, 40, 30))
      list.fill(circle(Point(50, 30), 5), .white)
    }
    let grouped = draw(90, 60) { list in
      bars(&list)
      list.group(transform: .translation(10, 0)) { outer in
        outer.fill(circle(Point(20, 30), 10), .black)
        outer.group(transform: .translation(0, 10)) { $0.backdrop(blur: 3, within: glass(10, 0, 40, 30)) }
        outer.fill(circle(Point(40, 30), 5), .white)
      }
    }
    #expect(direct == grouped)
  }

  @Test("Within a group that is a layer, only what the group has drawn is below")
  func layers() {
    let frame = draw(90, 60, background: .black) { list in
      bars(&list)
      list.group(clip: Clip(rectangle(0, 0, 90, 60))) { group in
        group.backdrop(blur: 3, within: glass(20, 10, 40, 30))
      }
    }
    #expect(frame == draw(90, 60, background: .black, bars))
    let own = draw(90, 60, background: .black) { list in
      list.group(clip: Clip(rectangle(0, 0, 90, 60))) { group in
        group.fill(rectangle(0, 0, 90, 60), .black)
        bars(&group)
        group.backdrop(blur: 3, within: glass(20, 10, 40, 30))
      }
    }
    let plain = draw(90, 60, background: .black) { list in
      bars(&list)
      list.backdrop(blur: 3, within: glass(20, 10, 40, 30))
    }
    #expect(zip(own.pixels, plain.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("Backdrops and blurs above one another show the same in a layer as on the canvas")
  func several() {
    func content(_ list: inout DisplayList) {
      list.fill(rectangle(0, 0, 90, 60), .black)
      bars(&list)
      list.backdrop(blur: 9, within: glass(0, 0, 50, 30))
      list.group(effects: [.blur(sigma: 5)]) { group in
        group.fill(circle(Point(50, 30), 14), .white)
        group.fill(circle(Point(56, 30), 9), Color(0, 0.5, 1))
      }
      list.backdrop(blur: 2, within: glass(30, 10, 50, 44))
      list.backdrop(blur: 5, within: glass(10, 20, 44, 30), color: .contrast(1.5))
    }
    let plain = draw(90, 60, content)
    let layer = draw(90, 60) { $0.group(mask: Mask(glass(0, 0, 90, 60)), content) }
    #expect(zip(layer.pixels, plain.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("A silhouette has the alpha of outlines, and none of their colors")
  func silhouettes() {
    let drawing = DisplayList { list in
      list.fill(circle(Point(20, 20), 12), Color(1, 0, 0, 0.3))
      list.stroke(rectangle(10, 10, 50, 30), Color(0, 1, 0, 0.5), StrokeStyle(width: 3))
      list.group(opacity: 0.2, blend: .multiply, clip: Clip(rectangle(40, 0, 20, 60)), effects: [.blur(sigma: 9)]) {
        $0.fill(circle(Point(50, 30), 14), .linear(from: .zero, to: Point(9, 0), stops: [GradientStop(0, .clear)]))
      }
    }
    let opaque = draw(70, 60, background: .clear) { list in
      list.fill(circle(Point(20, 20), 12), .white)
      list.stroke(rectangle(10, 10, 50, 30), .white, StrokeStyle(width: 3))
      list.group(clip: Clip(rectangle(40, 0, 20, 60))) { $0.fill(circle(Point(50, 30), 14), .white) }
    }
    #expect(draw(70, 60, background: .clear) { $0.append(drawing.silhouette) } == opaque)
  }

  /// Moving things below and above several backdrops, some of them beyond the canvas, in groups of both kinds.
  private func scene(_ kind: Int, _ list: inout DisplayList) {
    let n = Double(kind)
    let place = Point(
      (37 * n).truncatingRemainder(dividingBy: 120) - 15, (23 * n).truncatingRemainder(dividingBy: 80) - 10)
    let stops = [GradientStop(0, Color(hex: 0xFF0000, alpha: 0.7)), GradientStop(1, .white)]
    switch kind % 9 {
    case 0: list.fill(rectangle(place.x - 40, place.y - 20, 130, 51.5), Color(hex: 0x336699))
    case 1: list.fill(circle(place, 17), .radial(center: place, radius: 17, stops: stops))
    case 2: list.backdrop(blur: 1 + n / 6, within: glass(place.x, place.y, 45, 30))
    case 3:
      list.backdrop(
        blur: 3, within: DisplayList { $0.fill(circle(.zero, 20), Color(1, 1, 1, 0.8)) },
        transform: .translation(place.x, place.y) * .scale(1.5), opacity: 0.7, color: .saturation(1.8))
    case 4: list.stroke(circle(place, 9), Color(hex: 0xFFAA00, alpha: 0.6), StrokeStyle(width: 3))
    case 5:
      list.group(opacity: 0.8, effects: [.dropShadow(color: .black, offset: Point(2, 3), sigma: 3)]) { group in
        group.fill(circle(place, 25), Color(hex: 0x90C030))
        group.fill(rectangle(place.x, place.y, 9, 30), .black)
        group.backdrop(blur: 4, within: glass(place.x - 10, place.y - 10, 30, 20))
        group.backdrop(blur: 2, within: glass(place.x, place.y - 10, 40, 50))
      }
    case 6:
      let card = Path.roundedRect(Rect(x: 10, y: 8, width: 60, height: 50), radius: 9)
      list.group(clip: kind % 2 == 0 ? Clip(card) : nil) { group in
        group.fill(circle(place, 26), Color(hex: 0xFFFFFF, alpha: 0.7))
        group.backdrop(blur: 5, within: glass(place.x - 30, place.y - 20, 50, 33).silhouette)
      }
    case 7:
      list.group(blend: BlendMode.allCases[kind % 17], mask: Mask(glass(20, 10, 50, 60), isInverted: true)) {
        $0.fill(rectangle(place.x, place.y, 70, 40), Color(hex: 0x00FF80, alpha: 0.9))
      }
    default:
      list.group(effects: [.innerShadow(color: .black, offset: Point(2, 2), sigma: 4), .color(.hue(degrees: 9 * n))]) {
        $0.fill(circle(place, 22), Color(hex: 0xD08020))
      }
    }
  }

  @Test("Frames are the same whatever was drawn before, and in strips of any height", arguments: [false, true])
  func framesDoNotRemember(isClear: Bool) {
    var numbers = SeededNumbers(seed: isClear ? 5 : 6)
    func fresh(_ stripHeight: Int) -> FrameRenderer {
      FrameRenderer(
        width: 103, height: 71, background: isClear ? .clear : Color(hex: 0x102030), cache: ResourceCache(),
        stripHeight: stripHeight)
    }
    let renderers = [fresh(16), fresh(5)]
    var kinds = (0..<8).map { _ in Int.random(in: 0..<72, using: &numbers) }
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 0...2, using: &numbers) {
        let place = Int.random(in: 0...kinds.count, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: kinds.insert(Int.random(in: 0..<72, using: &numbers), at: place)
        case 1: if place < kinds.count && kinds.count > 4 { kinds.remove(at: place) }
        default: if place < kinds.count { kinds[place] = Int.random(in: 0..<72, using: &numbers) }
        }
      }
      let list = DisplayList { list in for kind in kinds { scene(kind, &list) } }
      let expected = fresh(71).render(list)
      for renderer in renderers { #expect(renderer.render(list) == expected) }
    }
  }

  @Test("What moves below a backdrop is drawn again within it, and what moves far away is not")
  func damage() {
    func list(_ x: Double) -> DisplayList {
      DisplayList { list in
        list.fill(rectangle(0, 0, 400, 60), Color(hex: 0x334455))
        list.fill(rectangle(x, 20, 8, 8), .white)
        list.backdrop(blur: 4, within: glass(200, 10, 100, 40))
      }
    }
    func fresh() -> FrameRenderer {
      FrameRenderer(width: 400, height: 60, background: .black, cache: ResourceCache(), stripHeight: 10)
    }
    let renderer = fresh()
    for x in [20.0, 30, 180, 195, 250, 310, 380] { #expect(renderer.render(list(x)) == fresh().render(list(x))) }
  }
}
