import Foundation
import StageKit
import Testing

@testable import Regression

/// A color of 8 bits a channel.
private typealias RGB = (red: Double, green: Double, blue: Double)

/// A picture whose pixels are `paint` over `ground` by their coverage, from 0 to 1.
private func picture(
  _ paint: RGB, over ground: RGB, width: Int = 48, height: Int = 32, coverage: (_ x: Int, _ y: Int) -> Double
) throws -> Image {
  var pixels: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let share = min(1, max(0, coverage(x, y)))
      for (top, bottom) in [(paint.red, ground.red), (paint.green, ground.green), (paint.blue, ground.blue)] {
        pixels.append(UInt8((bottom + (top - bottom) * share).rounded()))
      }
      pixels.append(255)
    }
  }
  return try #require(Image(width: width, height: height, premultiplied: pixels))
}

/// The share of a column from `x` to `x + 1` within a span.
private func overlap(_ x: Int, _ span: ClosedRange<Double>) -> Double {
  max(0, min(Double(x) + 1, span.upperBound) - max(Double(x), span.lowerBound))
}

/// With noise of a linear congruential generator.
private func noisy(_ image: Image, _ amplitude: Int) throws -> Image {
  var pixels = image.pixels
  var state = 1
  for place in pixels.indices where place % 4 < 3 {
    state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
    pixels[place] = UInt8(min(255, max(0, Int(pixels[place]) + (state >> 16) % (2 * amplitude + 1) - amplitude)))
  }
  return try #require(Image(width: image.width, height: image.height, premultiplied: pixels))
}

private let night: RGB = (0x1A, 0x1A, 0x1A)
private let black: RGB = (0, 0, 0)
private let slate: RGB = (0x63, 0x7C, 0x95)
private let ink: RGB = (0x4D, 0x61, 0x74)
private let white: RGB = (255, 255, 255)

/// The differences that the named tolerances accept, in pictures that can be computed by hand.
@Suite("What tolerances forgive") struct ToleranceTests {
  private func accepted(_ before: Image, _ after: Image) throws -> (antialias: Bool, perceptual: Bool) {
    let difference = try #require(PictureDifference(before, after))
    return (Tolerance.antialias.accepts(difference), Tolerance.perceptual.accepts(difference))
  }

  /// Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005), table 1.
  @Test("Color differences are the published ones of CIEDE2000")
  func publishedDifferences() {
    let pairs: [((Double, Double, Double), (Double, Double, Double), Double)] = [
      ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
      ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1), ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
      ((50, 2.5, 0), (73, 25, -18), 27.1492), ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
      ((50, 0, 0), (50, -1, 2), 2.3669), ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
      ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
      ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
      ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ]
    for (first, second, expected) in pairs {
      let a = LabColor(lightness: first.0, a: first.1, b: first.2)
      let b = LabColor(lightness: second.0, a: second.1, b: second.2)
      #expect(abs(a.distance(to: b) - expected) < 5e-5)
      #expect(abs(b.distance(to: a) - expected) < 5e-5)
    }
    // sRGB's white is that of D65, and its red the published one.
    let (lightest, red) = (LabColor(red: 255, green: 255, blue: 255), LabColor(red: 255, green: 0, blue: 0))
    #expect(abs(lightest.lightness - 100) < 1e-4 && abs(lightest.a) < 1e-3 && abs(lightest.b) < 1e-3)
    #expect(abs(red.lightness - 53.24) < 0.01 && abs(red.a - 80.09) < 0.01 && abs(red.b - 67.20) < 0.01)
  }

  @Test("A flat area may differ by what is just noticed, and by no more")
  func flatAreas() throws {
    func flat(_ color: RGB) throws -> Image { try picture(color, over: color) { _, _ in 0 } }
    #expect(try accepted(flat(night), flat(black)) == (false, false))
    #expect(try accepted(flat(slate), flat(ink)) == (false, false))
    #expect(try accepted(flat(night), flat((0x14, 0x14, 0x14))) == (false, false))
    for change in [1.0, 2] {
      #expect(
        try accepted(flat(night), flat((night.red + change, night.green + change, night.blue + change))) == (true, true)
      )
    }
    let difference = try #require(PictureDifference(flat(night), flat(black)))
    #expect(difference.beyondAntialias == 48 * 32 && difference.largestDelta == 5.5)
  }

  @Test("A small flat area is no less an area")
  func smallAreas() throws {
    func dot(_ color: RGB) throws -> Image {
      try picture(color, over: white, width: 320, height: 320) { x, y in
        (6..<10).contains(x) && (6..<10).contains(y) ? 1 : 0
      }
    }
    // 16 of 102,400 pixels, and hardly any structure.
    #expect(try accepted(dot(slate), dot(ink)) == (false, false))
  }

  @Test("An edge that moves by less than a pixel is forgiven, and one that moves by a pixel is not")
  func edges() throws {
    func edge(_ place: Double, _ paint: RGB = white, _ ground: RGB = night) throws -> Image {
      try picture(paint, over: ground) { x, _ in overlap(x, place...1000) }
    }
    for from in [20.0, 20.25, 20.5, 20.97] {
      for step in [1.0 / 256, 0.25, 0.5, -0.5] {
        #expect(try accepted(edge(from), edge(from + step)) == (true, true), "\(from) + \(step)")
      }
    }
    #expect(try accepted(edge(20), edge(21)).antialias == false)
    #expect(try accepted(edge(20), edge(22)).antialias == false)
    // Its color is that of an area.
    #expect(try accepted(edge(20.5, slate), edge(20.5, ink)) == (false, false))
  }

  @Test("An edge on a gradient is no step of the gradient")
  func edgesOnGradients() throws {
    func edge(_ place: Double) throws -> Image {
      let under = try picture(white, over: night) { x, y in Double(x * 3 + y * 2) / 300 }
      var pixels = under.pixels
      for y in 0..<32 {
        for x in 0..<48 {
          for (channel, color) in [200.0, 20, 60].enumerated() {
            let value = Double(pixels[(y * 48 + x) * 4 + channel])
            pixels[(y * 48 + x) * 4 + channel] = UInt8((value + (color - value) * overlap(x, place...1000)).rounded())
          }
        }
      }
      return try #require(Image(width: 48, height: 32, premultiplied: pixels))
    }
    #expect(try accepted(edge(30), edge(30.5)) == (true, true))
    #expect(try accepted(edge(30), edge(31)).antialias == false)
  }

  @Test("Thin strokes move within a pixel, and keep their color")
  func thinText() throws {
    // Stems of a pixel, 4 apart.
    func stems(_ place: Double, _ color: RGB, over ground: RGB = night) throws -> Image {
      try picture(color, over: ground) { x, y in
        guard (4..<28).contains(y) else { return 0 }
        return (1..<11).reduce(0.0) { $0 + overlap(x, Double($1) * 4 + place...Double($1) * 4 + place + 1) }
      }
    }
    for step in [1.0 / 256, 0.25, 0.5] {
      #expect(try accepted(stems(0, slate), stems(step, slate)) == (true, true), "\(step)")
      #expect(try accepted(stems(step, white), stems(0, white)) == (true, true), "\(step)")
    }
    for ground in [night, white] {
      for place in [0, 0.3, 0.5] {
        #expect(try accepted(stems(place, slate, over: ground), stems(place, ink, over: ground)) == (false, false))
      }
    }
    #expect(try accepted(stems(0, slate), stems(1, slate)).antialias == false)
    #expect(try accepted(stems(0, slate), stems(100, slate)).antialias == false)
  }

  @Test("A disc that moves within a pixel is forgiven, and one that moves by more is not")
  func curves() throws {
    func disc(_ place: Double) throws -> Image {
      try picture(slate, over: white) { x, y in
        let (dx, dy) = (Double(x) + 0.5 - place, Double(y) + 0.5 - 15.7)
        return 11.5 - (dx * dx + dy * dy).squareRoot()
      }
    }
    for step in [1.0 / 256, 0.25, 0.5] { #expect(try accepted(disc(24), disc(24 + step)) == (true, true), "\(step)") }
    #expect(try accepted(disc(24), disc(26)).antialias == false)
  }

  @Test("A gradient may end in a color that is not told from its own, and in no other")
  func gradients() throws {
    func gradient(_ end: RGB) throws -> Image {
      try picture(end, over: night, width: 96) { x, _ in Double(x) / 95 }
    }
    #expect(try accepted(gradient(slate), gradient((slate.red + 2, slate.green + 2, slate.blue + 2))) == (true, true))
    #expect(try accepted(gradient(slate), gradient(ink)) == (false, false))
  }

  @Test("Noise of two code values is forgiven, and noise that is seen is not")
  func noise() throws {
    for color in [night, slate, white, black] {
      let flat = try picture(color, over: color) { _, _ in 0 }
      for amplitude in color.red == night.red ? [1] : [1, 2] {
        #expect(try accepted(flat, noisy(flat, amplitude)) == (true, true), "\(color) \(amplitude)")
      }
      #expect(try accepted(flat, noisy(flat, 16)) == (false, false))
    }
  }

  @Test("What differs in alpha alone differs")
  func alpha() throws {
    func shadow(_ alpha: UInt8) throws -> Image {
      try #require(Image(width: 8, height: 8, premultiplied: (0..<64).flatMap { _ in [0, 0, 0, alpha] }))
    }
    #expect(try accepted(shadow(120), shadow(121)) == (true, true))
    #expect(try accepted(shadow(120), shadow(160)) == (false, false))
  }

  @Test("Encoded areas of another color differ, and the noise of encoding does not")
  func encodedPictures() throws {
    func accepts(_ before: Image, _ after: Image) throws -> Bool {
      let difference = try #require(PictureDifference(before, after, isLossy: true))
      return Tolerance.antialias.accepts(difference, isLossy: true)
        && Tolerance.perceptual.accepts(difference, isLossy: true)
    }
    func box(_ color: RGB, _ right: Double = 30) throws -> Image {
      try picture(color, over: white) { x, y in (8..<24).contains(y) ? overlap(x, 10...right) : 0 }
    }
    for amplitude in [2, 4, 6] { #expect(try accepts(noisy(box(slate), amplitude), noisy(box(slate), amplitude + 1))) }
    #expect(try accepts(noisy(box(slate), 3), noisy(box(slate, 30.5), 4)))
    #expect(try !accepts(noisy(box(slate), 3), noisy(box(ink), 4)))
    #expect(try !accepts(noisy(box(night), 3), noisy(box(black), 4)))
  }
}
