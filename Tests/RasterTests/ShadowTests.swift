import Coding
import Geometry
import Graphics
import Memory
import Testing

@testable import Raster

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Shadows")
struct ShadowTests {
  /// The largest difference of frames, in steps of 8 bits.
  private func difference(_ a: Image, _ b: Image) -> Int {
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

  @Test("A blur of nothing before an effect does not show", arguments: [0, 1.3, 3.9, 5, 12, 30])
  func emptyBlursDoNotShow(sigma: Double) {
    var numbers = SeededNumbers(seed: UInt64(sigma * 10))
    for kind in 0..<5 {
      let place = Point(.random(in: -60...110, using: &numbers), .random(in: -50...70, using: &numbers))
      let offset = Point(.random(in: -30...30, using: &numbers), .random(in: -30...30, using: &numbers))
      for effect in [
        Effect.dropShadow(color: Color(0.1, 0, 0.3, 0.8), offset: offset, sigma: sigma), .blur(sigma: sigma),
      ] {
        let frames = [[effect], [.blur(sigma: 0), effect]].map { effects in
          draw(99, 71, background: Color(hex: 0xC0D0E0)) { list in
            list.group(opacity: kind % 2 == 0 ? 1 : 0.7, effects: effects) { content(kind, place, &$0) }
          }
        }
        #expect(difference(frames[0], frames[1]) <= 1)
      }
    }
  }

  @Test("Downsampling keeps what is flat flat, and totals", arguments: [3.0, 5, 30, 250])
  func downsamplingIsExact(sigma: Double) {
    let (columns, rows) = (37..<611, 21..<600)
    let image = BlurredImage()
    let downsampler = Downsampler()
    let blur = Blur(sigma: sigma, stretch: .identity, maxSigma: 1000)
    let canvas = PixelRect(x0: 0, y0: 0, x1: 700, y1: 700)
    let drawn = PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound)
    #expect(image.begin(blur, channelCount: 1, drawn: drawn, region: canvas))
    downsampler.begin(columns, image.x)
    for y in rows {
      downsampler.add(row: y, columns, to: image) { $1.update(repeating: 51_234, count: columns.count) }
    }
    let step = image.x.step
    let plane = image.plane
    var total = 0.0
    for row in plane.rows {
      for column in plane.columns {
        let value = plane.sample(column, row, channel: 0).pointee
        total += Double(value)
        let pixels = PixelRect(
          x0: image.x.firstPixel(of: column), y0: image.y.firstPixel(of: row),
          x1: image.x.firstPixel(of: column + 2), y1: image.y.firstPixel(of: row + 2))
        if pixels.union(drawn) == drawn { #expect(abs(value - 51_234) < 0.02) }
        if pixels.intersection(drawn).isEmpty { #expect(value == 0) }
      }
    }
    let area = Double(columns.count * rows.count) / Double(step * step) * 51_234
    #expect(abs(total - area) <= area * 1e-6)
  }

  /// The integral of a Gaussian of this deviation up to `x`.
  private func integral(_ x: Double, _ sigma: Double) -> Double { 0.5 * (1 + erf(x / (sigma * 2.0.squareRoot()))) }

  @Test("A blurred box is the product of two error functions, in one color or several", arguments: [2, 5, 17, 70])
  func boxesAreGaussian(sigma: Double) {
    let (width, height) = (260, 200)
    let box = Rect(x: 61, y: 53, width: 120, height: 90)
    func exact(_ x: Int, _ y: Int) -> Double {
      let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
      return (integral(x - box.minX, sigma) - integral(x - box.maxX, sigma))
        * (integral(y - box.minY, sigma) - integral(y - box.maxY, sigma))
    }
    // Each pixel stands for its whole square, whose variance is 1/12.
    for isOneColor in [true, false] {
      let frame = draw(width, height) { list in
        list.group(effects: [.blur(sigma: (sigma * sigma + 1.0 / 12).squareRoot())]) { group in
          group.fill(rectangle(box.minX, box.minY, box.width, box.height), Color(1, 0.5, 0))
          if !isOneColor { group.fill(rectangle(0, 0, 1, 1), .clear) }
        }
      }
      for y in stride(from: 0, to: height, by: 3) {
        for x in stride(from: 0, to: width, by: 3) {
          #expect(abs(Double(frame.red(x, y)) - 255 * exact(x, y)) <= 255 * 0.002 + 1)
          #expect(abs(Double(frame[x, y][1]) - 127.5 * exact(x, y)) <= 255 * 0.002 + 1)
        }
      }
    }
  }

  @Test("What is flat stays flat, and has exactly its color", arguments: [0.5, 2, 5, 14])
  func flatAreas(sigma: Double) {
    let color = Color(0.31, 0.52, 0.97, 0.7)
    let plain = draw(300, 300, background: .white) { $0.fill(rectangle(0, 0, 300, 300), color) }
    for isOneColor in [true, false] {
      let frame = draw(300, 300, background: .white) { list in
        list.group(effects: [.blur(sigma: sigma)]) { group in
          group.fill(circle(Point(150.3, 149.7), 130), color)
          if !isOneColor { group.fill(rectangle(0, 0, 1, 1), .black) }
        }
      }
      for y in 135..<165 { for x in 135..<165 { #expect(frame[x, y] == plain[x, y]) } }
    }
  }

  @Test("Thirty shadows of shadows take no more than their number")
  func nestedShadows() {
    var content = DisplayList { $0.fill(rectangle(20, 20, 8, 8), .white) }
    for i in 0..<30 {
      let inner = content
      content = DisplayList { list in
        let offset = Point(i % 2 == 0 ? 1 : 0, i % 2 == 0 ? 0 : 1)
        list.group(effects: [.dropShadow(color: .white, offset: offset, sigma: 0)]) { $0.append(inner) }
      }
    }
    let frame = draw(64, 64) { $0.append(content) }
    #expect(frame.red(20, 20) == 255 && frame.red(42, 42) == 255 && frame.red(43, 43) == 0 && frame.red(19, 19) == 0)
  }

  @Test("Effects reserve their memory, and give it back; without it nothing is drawn")
  func effectsReserveMemory() {
    let list = DisplayList { list in
      list.group(effects: [.blur(sigma: 3)]) { group in
        group.fill(rectangle(10, 10, 200, 200), .white)
        group.fill(rectangle(50, 50, 20, 20), .black)
      }
    }
    for (limit, fits) in [(16 << 20, true), (1 << 20, false)] {
      let account = MemoryAccount(MemoryBudget(limit: limit))
      MemoryAccount.$current.withValue(account) {
        let renderer = FrameRenderer(width: 256, height: 256, background: .black, cache: ResourceCache())
        _ = renderer.render(list)
        #expect((account.refusal == nil) == fits)
        if fits { #expect(account.reserved > 256 * 256 * 16) }
      }
      #expect(account.reserved == 0)
    }
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
