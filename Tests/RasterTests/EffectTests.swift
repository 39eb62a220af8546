import Geometry
import Graphics
import Testing

@testable import Raster

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Effects")
struct EffectTests {
  /// The integral of a Gaussian of this deviation up to `x`.
  private func integral(_ x: Double, _ sigma: Double) -> Double { 0.5 * (1 + erf(x / (sigma * 2.0.squareRoot()))) }

  /// The value that a Gaussian leaves at a pixel of a box of ones.
  private func blurred(_ box: Rect, _ sigma: Double, _ x: Int, _ y: Int) -> Double {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    return (integral(x - box.minX, sigma) - integral(x - box.maxX, sigma))
      * (integral(y - box.minY, sigma) - integral(y - box.maxY, sigma))
  }

  /// Each pixel stands for its whole square, whose variance is 1/12.
  private func deviation(_ sigma: Double) -> Double { (sigma * sigma + 1.0 / 12).squareRoot() }

  @Test("A shadow alone is a drop shadow without what throws it")
  func shadowAlone() {
    let (color, offset) = (Color(0.9, 0.3, 0.1, 0.7), Point(7, -4))
    func frame(_ effect: Effect, covered: Bool) -> Image {
      draw(90, 70, background: Color(hex: 0x204060)) { list in
        list.group(effects: [effect]) { group in
          group.fill(circle(Point(44, 36), 21), Color(hex: 0x55AA33))
          group.fill(rectangle(20, 30, 30, 20), .white)
        }
        if covered {
          list.fill(circle(Point(44, 36), 21), Color(hex: 0x55AA33))
          list.fill(rectangle(20, 30, 30, 20), .white)
        }
      }
    }
    #expect(
      frame(.dropShadow(color: color, offset: offset, sigma: 5), covered: false)
        == frame(.shadow(color: color, offset: offset, sigma: 5), covered: true))
  }

  @Test("A shadow alone can be blended by itself")
  func glow() {
    let box = Rect(x: 60, y: 50, width: 80, height: 60)
    let frame = draw(200, 160, background: Color(0.2, 0.4, 0.6)) { list in
      list.group(
        blend: .plus, effects: [.shadow(color: Color(0.5, 0.25, 0.5), offset: .zero, sigma: deviation(12))]
      ) { $0.fill(rectangle(box.minX, box.minY, box.width, box.height), .white) }
    }
    for y in stride(from: 0, to: 160, by: 7) {
      for x in stride(from: 0, to: 200, by: 7) {
        let part = blurred(box, 12, x, y)
        for (value, exact) in zip(frame[x, y], [0.2 + 0.5 * part, 0.4 + 0.25 * part, 0.6 + 0.5 * part]) {
          #expect(abs(Double(value) - 255 * min(exact, 1)) <= 255 * 0.002 + 1)
        }
      }
    }
  }

  @Test("An inner shadow is what the blurred alpha leaves free, within the content", arguments: [0, 1.5, 3, 8, 25])
  func innerShadow(sigma: Double) {
    let box = Rect(x: 30, y: 40, width: 100, height: 70)
    let (offset, color, shade) = (Point(6, 9), Color(0.8, 0.7, 0.2), Color(0.1, 0, 0.3, 0.75))
    let frame = draw(160, 150, background: .clear) { list in
      list.group(
        effects: [.innerShadow(color: shade, offset: offset, sigma: sigma > 0 ? deviation(sigma) : 0)]
      ) { $0.fill(rectangle(box.minX, box.minY, box.width, box.height), color) }
    }
    let moved = Rect(x: box.x + offset.x, y: box.y + offset.y, width: box.width, height: box.height)
    for y in 0..<150 {
      for x in 0..<160 {
        let isInside = box.contains(Point(Double(x) + 0.5, Double(y) + 0.5))
        guard isInside else {
          #expect(frame[x, y] == [0, 0, 0, 0])
          continue
        }
        let center = Point(Double(x) + 0.5, Double(y) + 0.5)
        let part = 0.75 * (1 - (sigma > 0 ? blurred(moved, sigma, x, y) : moved.contains(center) ? 1 : 0))
        let exact = zip([color.red, color.green, color.blue], [shade.red, shade.green, shade.blue]).map {
          ($0 * (1 - part) + $1 * part) * 255
        }
        for (value, exact) in zip(frame[x, y], exact + [255]) {
          #expect(abs(Double(value) - exact) <= 255 * 0.002 + 1)
        }
      }
    }
  }

  @Test(
    "An inner shadow that is moved beside the content covers all of it",
    arguments: [Point(60, 0), Point(-60, 0), Point(0, 60), Point(300, 300)])
  func innerShadowBeside(offset: Point) {
    let frame = draw(80, 80, background: .clear) { list in
      list.group(effects: [.innerShadow(color: .black, offset: offset, sigma: 2)]) {
        $0.fill(rectangle(30, 30, 20, 20), .white)
      }
    }
    for y in 30..<50 { for x in 30..<50 { #expect(frame[x, y] == [0, 0, 0, 255]) } }
  }

  @Test("An inner shadow keeps the content's alpha, and takes any shape's")
  func innerShadowKeepsAlpha() {
    func content(_ list: inout DisplayList) {
      list.fill(circle(Point(40, 30), 22.3), Color(0.9, 0.9, 0.9, 0.6))
      list.fill(rectangle(10.4, 12.7, 20, 30), .white)
    }
    let plain = draw(80, 60, background: .clear, content)
    let shaded = draw(80, 60, background: .clear) { list in
      list.group(effects: [.innerShadow(color: .black, offset: Point(0, 3), sigma: 4)], content)
    }
    for y in 0..<60 { for x in 0..<80 { #expect(abs(plain[x, y][3] - shaded[x, y][3]) <= 1) } }
    #expect(plain != shaded)
  }

  @Test("Color matrices transform straight colors, and alpha stays")
  func colors() {
    let matrices: [ColorMatrix] = [
      .identity, .brightness(1.6), .brightness(0.3), .contrast(1.8), .contrast(0.4), .saturation(0), .saturation(2.2),
      .hue(degrees: 75), .hue(degrees: -140), .tint(Color(0.9, 0.6, 0.2), amount: 0.8),
      .saturation(0.2).followed(by: .contrast(1.4)).followed(by: .hue(degrees: 30)),
    ]
    for matrix in matrices {
      for color in [Color(0.7, 0.3, 0.8), Color(0.4, 1, 0.1, 0.6), Color(1, 0, 0.5, 0.2), Color(0, 0, 0), .white] {
        let frame = draw(20, 4, background: .clear) { list in
          list.group(effects: [.color(matrix)]) { $0.fill(rectangle(0, 0, 11, 4), color) }
        }
        let exact = matrix.apply(color)
        let expected = [exact.red, exact.green, exact.blue, 1].map { $0 * color.alpha * 255 }
        for (value, exact) in zip(frame[3, 2], expected) { #expect(abs(Double(value) - exact) <= 0.6) }
        #expect(frame[15, 2] == [0, 0, 0, 0])
      }
    }
  }

  @Test("Matrices of any numbers leave colors within alpha")
  func extremeColors() {
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e9, 0] {
      let row = SIMD4(number, 1, -number, 0.5)
      let matrix = ColorMatrix(red: row, green: row * 2, blue: [0, 0, 0, number])
      let frame = draw(8, 8, background: .clear) { list in
        list.group(effects: [.color(matrix)]) { $0.fill(rectangle(0, 0, 8, 8), Color(0.5, 0.5, 1, 0.5)) }
      }
      #expect(frame[4, 4][3] == 128 && frame[4, 4].allSatisfy { $0 <= 128 })
    }
  }

  @Test("Effects follow one another, and clip, mask, blend and opacity come after")
  func order() {
    let shape = rectangle(10, 10, 30, 20)
    func frame(_ effects: [Effect], _ color: Color) -> Image {
      draw(50, 40, background: .white) { list in
        list.group(opacity: 0.5, blend: .multiply, clip: Clip(rectangle(0, 0, 50, 24)), effects: effects) { group in
          group.fill(shape, color)
          group.fill(rectangle(0, 0, 1, 1), .clear)
        }
      }
    }
    let gray = ColorMatrix.saturation(0).apply(Color(0.2, 0.5, 0.9))
    #expect(
      frame([.color(.saturation(0)), .blur(sigma: 3)], Color(0.2, 0.5, 0.9)) == frame([.blur(sigma: 3)], gray))
    let blurredFirst = frame([.blur(sigma: 3), .color(.saturation(0))], Color(0.2, 0.5, 0.9))
    let pairs = zip(blurredFirst.pixels, frame([.blur(sigma: 3)], gray).pixels)
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("An inverted mask hides what it covers")
  func invertedMasks() {
    let content = DisplayList { list in
      list.fill(rectangle(0, 0, 4, 4), Color(0, 1, 0, 1))
      list.fill(rectangle(4, 0, 4, 4), Color(1, 1, 1, 0.5))
    }
    func row(_ channel: MaskChannel, _ content: DisplayList) -> [Int] {
      let frame = draw(12, 4) { list in
        list.group(mask: Mask(content, channel: channel, isInverted: true)) {
          $0.fill(rectangle(0, 0, 12, 4), .white)
        }
      }
      return [frame.red(1, 1), frame.red(5, 1), frame.red(9, 1)]
    }
    #expect(row(.alpha, content) == [0, 128, 255])
    #expect(row(.luminance, content) == [73, 128, 255])
    #expect(row(.alpha, DisplayList()) == [255, 255, 255])
  }
}
