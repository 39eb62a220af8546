import Geometry
import Graphics
import Raster
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Groups")
struct GroupTests {
  @Test("Opacity holds for a group as a whole")
  func opacityOfTheWhole() {
    let together = draw(16, 8) { list in
      list.group(opacity: 0.5) { group in
        group.fill(rectangle(0, 0, 10, 8), .white)
        group.fill(rectangle(6, 0, 10, 8), .white)
      }
    }
    for x in 0..<16 { #expect(together.red(x, 4) == 128) }
    let apart = draw(16, 8) { list in
      list.fill(rectangle(0, 0, 10, 8), Color(1, 1, 1, 0.5))
      list.fill(rectangle(6, 0, 10, 8), Color(1, 1, 1, 0.5))
    }
    #expect(apart.red(8, 4) == 191)
  }

  @Test("A group of one command looks like the command with that opacity")
  func singleCommandsTakeTheOpacity() {
    let group = draw(16, 16) { $0.group(opacity: 0.3) { $0.fill(circle(Point(8, 8), 6), .white) } }
    let paint = draw(16, 16) { $0.fill(circle(Point(8, 8), 6), Color(1, 1, 1, 0.3)) }
    #expect(group == paint)
  }

  @Test("What a group holds blends within it, however many commands it holds, and up to its full opacity if isolated")
  func blendsStayInside() {
    let cyan = Color(0, 1, 1)
    let yellow = DisplayList([
      .group(Group(DisplayList { $0.fill(rectangle(0, 0, 8, 8), Color(1, 1, 0)) }, blend: .multiply))
    ])
    func pixel(_ group: Group) -> [Int] {
      let frame = draw(8, 8) { list in
        list.fill(rectangle(0, 0, 8, 8), cyan)
        list.group(group)
      }
      return [frame.red(4, 4)]
    }
    // Yellow by itself over cyan is half red; multiplied with it there would be none.
    #expect(pixel(Group(yellow, opacity: 0.5)) == [128])
    #expect(pixel(Group(yellow)) == [0])
    #expect(pixel(Group(yellow, isIsolated: true)) == [255])
  }

  @Test("A clip around all that a group holds changes nothing", arguments: [0.0, 30])
  func clipsAround(degrees: Double) {
    func frame(_ clip: Clip?) -> Image {
      draw(64, 48, background: .white) { list in
        list.group(opacity: 0.7, clip: clip) { group in
          group.fill(circle(Point(30, 24), 9.3), Color(1, 0, 0, 0.5))
          group.fill(circle(Point(36, 24), 9.3), Color(0, 0.5, 1))
        }
      }
    }
    let turn = Transform.translation(33, 24) * .rotation(degrees: degrees) * .translation(-33, -24)
    #expect(frame(Clip(rectangle(12.3, 9.4, 41.5, 29.3).transformed(by: turn))) == frame(nil))
  }

  @Test("A clip within a mask, a blend or an opacity cuts as it does alone")
  func nestedClips() {
    let clip = Clip(circle(Point(32, 24), 14.6))
    let half = Mask(DisplayList { $0.fill(rectangle(0, 0, 64, 48), Color(1, 1, 1, 0.5)) })
    func frame(_ outer: Group) -> Image {
      draw(64, 48, background: .white) { $0.group(outer) }
    }
    let content = DisplayList { list in
      list.fill(rectangle(10, 10, 40, 20), Color(1, 0, 0))
      list.fill(rectangle(20, 4, 20, 40), Color(0, 0, 1))
    }
    let inner = DisplayList { $0.group(Group(content, clip: clip)) }
    let alone = frame(Group(content, opacity: 0.5, clip: clip))
    #expect(frame(Group(inner, mask: half)) == alone)
    #expect(frame(Group(inner, opacity: 0.5)) == alone)
    #expect(frame(Group(inner, opacity: 0.5, blend: .multiply)) == alone)
  }

  @Test("A clip lets through what it covers, with smooth edges")
  func clips() {
    let frame = draw(12, 6) { list in
      list.group(clip: Clip(rectangle(2.5, 1, 6, 4))) { $0.fill(rectangle(0, 0, 12, 6), .white) }
    }
    #expect((0..<12).map { frame.red($0, 3) } == [0, 0, 128, 255, 255, 255, 255, 255, 128, 0, 0, 0])
    #expect(frame.red(5, 0) == 0 && frame.red(5, 5) == 0)
  }

  @Test("Clips nest, and each has its own rule and transform")
  func clipsNest() {
    let ring = Path { path in
      path.append(rectangle(0, 0, 8, 8))
      path.append(rectangle(2, 2, 4, 4))
    }
    let frame = draw(20, 20) { list in
      list.group(clip: Clip(ring, rule: .evenOdd, transform: .scale(2))) { outer in
        outer.group(clip: Clip(rectangle(0, 0, 8, 20))) { $0.fill(rectangle(0, 0, 20, 20), .white) }
      }
    }
    #expect(frame.red(2, 8) == 255 && frame.red(6, 8) == 0 && frame.red(14, 8) == 0)
  }

  @Test("A clip shows the same as a mask of its outline, whether or not it needs a layer")
  func clipsAndMasks() {
    let box = Rect(x: 7, y: 9, width: 60, height: 44)
    let outlines: [Path] = [
      .rect(box), .rect(Rect(x: -5, y: -5, width: 200, height: 200)),
      .rect(Rect(x: 7, y: 9.3, width: 60, height: 43.6)),
      .rect(Rect(x: 7.5, y: 9, width: 60, height: 44)), .roundedRect(box, radius: 9), .roundedRect(box, radius: 22),
      circle(Point(36, 30), 25), polygon([Point(10, 5), Point(60, 5), Point(60, 60), Point(30, 70), Point(10, 60)]),
    ]
    for outline in outlines {
      for transform in [Transform.identity, .translation(3, -2), .translation(0.25, 0), .scale(1.5)] {
        func frame(_ stripHeight: Int, clip: Clip?, mask: Mask?) -> Image {
          draw(90, 70, background: Color(hex: 0x405060), stripHeight: stripHeight) { list in
            list.group(transform: transform, clip: clip, mask: mask) { group in
              group.fill(circle(Point(30, 30), 31), Color(1, 0.5, 0, 0.7))
              group.fill(rectangle(20.3, 4, 50, 33.7), .white)
              group.group(effects: [.blur(sigma: 3)]) { $0.fill(rectangle(40, 30, 30, 30), .black) }
            }
          }
        }
        let clipped = frame(16, clip: Clip(outline), mask: nil)
        let masked = frame(16, clip: nil, mask: Mask(DisplayList { $0.fill(outline, .white) }))
        #expect(zip(clipped.pixels, masked.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        for height in [1, 7, 70] { #expect(frame(height, clip: Clip(outline), mask: nil) == clipped) }
      }
    }
  }

  @Test("A mask takes alpha or luminance")
  func masks() {
    let content = DisplayList { list in
      list.fill(rectangle(0, 0, 4, 4), Color(0, 1, 0, 1))
      list.fill(rectangle(4, 0, 4, 4), Color(1, 1, 1, 0.5))
    }
    func row(_ channel: MaskChannel) -> [Int] {
      let frame = draw(12, 4) { list in
        list.group(mask: Mask(content, channel: channel)) { $0.fill(rectangle(0, 0, 12, 4), .white) }
      }
      return [frame.red(1, 1), frame.red(5, 1), frame.red(9, 1)]
    }
    #expect(row(.alpha) == [255, 128, 0])
    #expect(row(.luminance) == [182, 128, 0])
  }

  /// The integral of a unit Gaussian up to `x`.
  private func normal(_ x: Double) -> Double { 0.5 * (1 + erf(x / 2.0.squareRoot())) }

  @Test("A blurred bar has the profile of a Gaussian", arguments: [0.8, 1.5, 3.0, 4.0, 6.0, 9.0, 20.0])
  func blurIsGaussian(sigma: Double) {
    let width = 24 + Int(sigma * 10)
    let from = Double(width / 2 - 5)
    let to = from + 13
    let frame = draw(width, 4) { list in
      list.group(effects: [.blur(sigma: sigma)]) { $0.fill(rectangle(from, -400, to - from, 800), .white) }
    }
    func weight(_ d: Double) -> Double { exp(-d * d / (2 * sigma * sigma)) }
    let total = (-200...200).reduce(0.0) { $0 + weight(Double($1)) }
    for x in 0..<width {
      let exact = (Int(from)..<Int(to)).reduce(0.0) { $0 + weight(Double(x - $1)) } / total * 255
      // A fifth of a percent, and dithering by up to one step.
      #expect(abs(Double(frame.red(x, 2)) - exact) <= 255 * 0.002 + 1)
    }
  }

  @Test("A blurred edge is brightest inside and keeps its total")
  func blurKeepsItsTotal() {
    let frame = draw(96, 96) { list in
      list.group(effects: [.blur(sigma: 7)]) { $0.fill(rectangle(38, 40, 20, 16), .white) }
    }
    #expect(abs(frame.redArea - 320) < 2)
  }

  @Test("A blur's sigma scales with its group, and with the canvas")
  func blurScales() {
    let a = draw(40, 40) { list in
      list.group(effects: [.blur(sigma: 4)]) { $0.fill(rectangle(14, 14, 12, 12), .white) }
    }
    let b = draw(40, 40, scale: 2) { list in
      list.group(transform: .scale(0.5), effects: [.blur(sigma: 4)]) { $0.fill(rectangle(14, 14, 12, 12), .white) }
    }
    #expect(a == b)
  }

  @Test("Alphas that rounding carries beyond 1 still count as 1", arguments: [false, true])
  func roundingBeyondOne(isMasked: Bool) {
    func content(_ list: inout DisplayList) {
      list.fill(rectangle(0, 0, 32, 32), Color(hex: 0x884400))
      for i in 0..<1024 {
        list.fill(rectangle(Double(i % 32), Double(i / 32), 1, 1), Color.white.opacity(1 - Double(i) / 2048))
      }
    }
    let direct = draw(32, 32, background: .white, content)
    let mask = isMasked ? Mask(DisplayList(content)) : nil
    let group = draw(32, 32, background: .white) { list in
      list.group(blend: .normal, clip: Clip(rectangle(0, 0, 32, 32)), mask: mask, content)
    }
    #expect(zip(direct.pixels, group.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("A drop shadow lies below its group, moved, in its color")
  func dropShadow() {
    let frame = draw(32, 32, background: .white) { list in
      list.group(effects: [.dropShadow(color: Color(0, 0, 1, 0.5), offset: Point(8, 4), sigma: 0)]) {
        $0.fill(rectangle(4, 4, 10, 10), Color(1, 0, 0))
      }
    }
    #expect(frame[10, 10] == [255, 0, 0, 255])
    #expect(frame[18, 15] == [128, 128, 255, 255])
    #expect(frame[25, 10] == [255, 255, 255, 255])
    let half = draw(32, 32) { list in
      list.group(effects: [.dropShadow(color: .white, offset: Point(8.5, 0), sigma: 0)]) {
        $0.fill(rectangle(4, 4, 10, 10), .black)
      }
    }
    #expect((127...128).contains(half.red(22, 8)) && half.red(21, 8) == 255 && half.red(23, 8) == 0)
  }

  @Test("What lies outside the frame still blurs and throws shadows into it")
  func effectsFromOutside() {
    let frame = draw(16, 16) { list in
      list.group(effects: [.blur(sigma: 4)]) { $0.fill(rectangle(-40, -40, 39, 96), .white) }
    }
    #expect(abs(Double(frame.red(0, 8)) - normal(-1.5 / 4) * 255) <= 3)
  }

  @Test("Strips of any height give the same pixels")
  func stripsDoNotShow() throws {
    let stops = [GradientStop(0, Color(1, 0.5, 0, 1)), GradientStop(1, Color(0, 0.5, 1, 0))]
    var pixels: [UInt8] = []
    for i in 0..<64 { pixels += [UInt8(i * 4), UInt8(255 - i), 90, 255] }
    let picture = try #require(Image(width: 8, height: 8, premultiplied: pixels))
    let tilt = Transform(1, 0.2, 3, 0.1, 0.9, 2, 0.001, 0.006, 1)
    func scene(_ list: inout DisplayList) {
      list.fill(
        rectangle(0, 0, 60, 50), .conic(center: Point(30, 25), startDegrees: 20, stops: stops))
      list.fill(circle(Point(20, 20), 14), .radial(center: Point(20, 20), radius: 14, stops: stops))
      list.image(picture, in: Rect(x: 30, y: 5, width: 20, height: 24), transform: tilt)
      list.group(
        opacity: 0.7, blend: .overlay, clip: Clip(circle(Point(34, 30), 15)),
        mask: Mask(
          DisplayList { $0.fill(rectangle(20, 10, 30, 30), .linear(from: .zero, to: Point(60, 0), stops: stops)) })
      ) { group in
        group.fill(polygon([Point(20, 12), Point(50, 20), Point(22, 40), Point(44, 8)]), .white, rule: .evenOdd)
        group.group(effects: [.blur(sigma: 2.5), .dropShadow(color: .black, offset: Point(2, 3), sigma: 5)]) {
          $0.fill(rectangle(26, 20, 10, 8), Color(0, 1, 0))
        }
        group.group(effects: [.blur(sigma: 5)]) { blurred in
          blurred.fill(rectangle(30, 24, 12, 9), Color(0, 0, 1))
          blurred.fill(circle(Point(30, 30), 5), Color(1, 1, 0, 0.8))
        }
      }
      let wave = Path { path in
        path.move(to: Point(4, 40))
        path.cubic(Point(30, -20), Point(20, 80), to: Point(54, 12))
      }
      list.stroke(wave, .alongPath(start: 5, end: 60, stops: stops), StrokeStyle(width: 5, cap: .round, join: .round))
      list.stroke(wave, Color(1, 1, 1, 0.4), StrokeStyle(width: 2, dashes: [3, 2]), transform: tilt)
    }
    let whole = draw(60, 50, stripHeight: 50, scene)
    for height in [1, 7, 16] { #expect(draw(60, 50, stripHeight: height, scene) == whole) }
  }

  @Test("Fifty groups within one another fade what they hold fifty times")
  func deepGroups() {
    var content = DisplayList { $0.fill(circle(Point(30, 24), 20), .white) }
    for _ in 0..<50 {
      let inner = content
      content = DisplayList { list in
        list.group(opacity: 0.99) { group in
          group.append(inner)
          group.fill(rectangle(0, 0, 9, 9), Color(1, 0, 0, 0.1))
        }
      }
    }
    let frame = draw(64, 48) { $0.append(content) }
    #expect(abs(Double(frame.red(30, 24)) - 255 * 0.605) <= 2)
  }
}
