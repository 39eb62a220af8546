import Coding
import Geometry
import Graphics
import Raster
import Testing

@Suite("Images")
struct ImageTests {
  private func image(_ width: Int, _ height: Int, _ color: (Int, Int) -> (Int, Int, Int)) throws -> Image {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (r, g, b) = color(x, y)
        pixels += [UInt8(r), UInt8(g), UInt8(b), 255]
      }
    }
    return try #require(Image(width: width, height: height, premultiplied: pixels))
  }

  private func noise(_ width: Int, _ height: Int) throws -> Image {
    var numbers = SeededNumbers(seed: 3)
    return try image(width, height) { _, _ in
      (
        Int.random(in: 0...255, using: &numbers), Int.random(in: 0...255, using: &numbers),
        Int.random(in: 0...255, using: &numbers)
      )
    }
  }

  @Test("An image at its own size and whole pixels is copied exactly")
  func copiesAreExact() throws {
    let picture = try noise(7, 5)
    let frame = draw(12, 10) { $0.image(picture, in: Rect(x: 3, y: 4, width: 7, height: 5)) }
    for y in 0..<5 {
      for x in 0..<7 {
        let place = (y * 7 + x) * 4
        #expect(frame[x + 3, y + 4] == picture.pixels[place..<place + 4].map(Int.init))
      }
    }
    #expect(frame[2, 5] == [0, 0, 0, 255])
  }

  @Test("Magnified, an edge overshoots no more than Lanczos' kernel does")
  func magnification() throws {
    let picture = try image(8, 1) { x, _ in (x < 4 ? 50 : 200, 0, 0) }
    let frame = draw(64, 8) { $0.image(picture, in: Rect(x: 0, y: 0, width: 64, height: 8)) }
    let exact = LanczosReference((0..<8).map { $0 < 4 ? 50 : 200 }, width: 8).resampled(width: 64, height: 1)
    for x in 0..<64 { #expect(abs(Double(frame.red(x, 3)) - exact.values[x]) <= 1) }
  }

  @Test("Minified, fine patterns turn to their mean, along each axis alone too")
  func minificationAverages() throws {
    let checks = try image(128, 128) { x, y in (x + y) % 2 == 0 ? (255, 255, 255) : (0, 0, 0) }
    let small = draw(10, 10) { $0.image(checks, in: Rect(x: 0, y: 0, width: 10, height: 10)) }
    for y in 1..<9 { for x in 1..<9 { #expect(abs(small.red(x, y) - 128) <= 2) } }
    let stripes = try image(128, 16) { x, _ in x % 2 == 0 ? (255, 255, 255) : (0, 0, 0) }
    let narrow = draw(16, 16) { $0.image(stripes, in: Rect(x: 0, y: 0, width: 16, height: 16)) }
    for x in 3..<13 { #expect(abs(narrow.red(x, 8) - 128) <= 3) }
    // Rows keep their sharpness where only columns shrink.
    let rows = try image(128, 16) { _, y in y < 8 ? (0, 0, 0) : (255, 255, 255) }
    let sharp = draw(16, 16) { $0.image(rows, in: Rect(x: 0, y: 0, width: 16, height: 16)) }
    #expect(sharp.red(8, 7) <= 2 && sharp.red(8, 8) >= 253)
  }

  @Test("Through a perspective each pixel shows the texel it sees")
  func projectiveImages() throws {
    let picture = try image(16, 16) { x, y in (x * 16, y * 16, 0) }
    let seen = try #require(
      Transform(
        mapping: Rect(x: 0, y: 0, width: 16, height: 16),
        to: [Point(10, 2), Point(40, 6), Point(46, 44), Point(2, 40)]))
    let back = try #require(seen.inverse)
    let frame = draw(48, 48) {
      $0.image(picture, in: Rect(x: 0, y: 0, width: 16, height: 16), transform: seen)
    }
    for y in 10..<38 {
      for x in 14..<36 {
        let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        func expected(_ v: Double) -> Double { min(max(v - 0.5, 0), 15) * 16 }
        #expect(abs(Double(frame[x, y][0]) - expected(p.x)) <= 2)
        #expect(abs(Double(frame[x, y][1]) - expected(p.y)) <= 2)
      }
    }
  }

  @Test("Outside, an image repeats, mirrors, or ends")
  func imageSpreads() throws {
    let picture = try image(3, 1) { x, _ in ([10, 100, 200][x], 0, 0) }
    func row(_ spread: Spread) -> [Int] {
      let frame = draw(9, 1) {
        $0.fill(rectangle(0, 0, 9, 1), .image(picture, placement: .translation(3, 0), spread: spread))
      }
      return (0..<9).map { frame.red($0, 0) }
    }
    #expect(row(.pad) == [10, 10, 10, 10, 100, 200, 200, 200, 200])
    #expect(row(.repeat) == [10, 100, 200, 10, 100, 200, 10, 100, 200])
    #expect(row(.mirror) == [200, 100, 10, 10, 100, 200, 200, 100, 10])
    #expect(row(.clear) == [0, 0, 0, 10, 100, 200, 0, 0, 0])
  }

  @Test("An image's opacity is that of its paint")
  func imageOpacity() throws {
    let white = try image(4, 4) { _, _ in (255, 255, 255) }
    let frame = draw(4, 4) { $0.image(white, in: Rect(x: 0, y: 0, width: 4, height: 4), opacity: 0.25) }
    #expect(frame.red(2, 2) == 64)
  }
}
