import Foundation
import StageKit
import Testing

@testable import Regression

/// A disc, a gradient and a box, by a formula that other tools can follow.
private func picture(
  x cx: Double = 40, y cy: Double = 30, right: Int = 86, slope: Int = 180
) throws -> Image {
  var pixels: [UInt8] = []
  for y in 0..<64 {
    for x in 0..<96 {
      let dx = Double(x) + 0.5 - cx
      let dy = Double(y) + 0.5 - cy
      let coverage = min(1, max(0, 18 - (dx * dx + dy * dy).squareRoot() + 0.5))
      let ground = [x * slope / 96, y * 200 / 64, 90]
      let isBox = (70..<right).contains(x) && (40..<56).contains(y)
      for (channel, color) in [240, 220, 30].enumerated() {
        let value = Double(ground[channel]) + Double(color - ground[channel]) * coverage
        pixels.append(isBox ? [200, 20, 60][channel] : UInt8((value + 0.5).rounded(.down)))
      }
      pixels.append(255)
    }
  }
  return try #require(Image(width: 96, height: 64, premultiplied: pixels))
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

@Suite("Comparing pictures") struct ComparisonTests {
  /// Similarities of FFmpeg's `ssim` filter in `gbrp`, over the same pictures.
  @Test("Similarities are those of FFmpeg")
  func agreesWithUsualTools() throws {
    let base = try picture()
    let cases: [(Image, ssim: Double, largest: Int, differing: Int)] = [
      (base, 1, 0, 0),
      (try picture(x: 40.3), 0.994436, 60, 130),
      (try picture(x: 42, y: 31), 0.896927, 198, 268),
      (try picture(right: 87), 0.992814, 151, 16),
      (try picture(slope: 186), 0.999552, 6, 4330),
      (try noisy(base, 3), 0.964788, 3, 6125),
      (try noisy(base, 40), 0.302967, 40, 6144),
    ]
    for (other, ssim, largest, differing) in cases {
      let difference = try #require(PictureDifference(base, other))
      #expect(abs(difference.ssim - ssim) < 1e-6)
      #expect(difference.largest == largest)
      #expect(difference.differing == differing)
    }
  }

  @Test("A plane smaller than a window is compared as one window") func comparesSmallPlanes() {
    // Means of 10 and 20, variances of 100 (of a population of 4 as of a sample of 4, 400 ÷ 3), and no covariance.
    let similarity = structuralSimilarity([0, 0, 20, 20], [10, 30, 10, 30], width: 2, height: 2)
    let (c1, c2) = (26.0, 702.0)
    #expect(abs(similarity - (2 * 40 * 80 + c1) * c2 / ((1600 + 6400 + c1) * (2 * 1600 + c2))) < 1e-12)
    #expect(structuralSimilarity([7], [7], width: 1, height: 1) == 1)
  }

  @Test("The worst region holds the largest change") func findsWorstRegion() throws {
    let difference = try #require(PictureDifference(try picture(), try picture(right: 87)))
    #expect(difference.worstRegion == .init(x: 64, y: 32, width: 32, height: 32))
  }

  @Test("Pictures of two sizes are not compared") func refusesOtherSizes() throws {
    let small = try #require(Image(width: 1, height: 1, premultiplied: [0, 0, 0, 255]))
    #expect(PictureDifference(small, try picture()) == nil)
    #expect(PictureDifference(small, small)?.differing == 0)
  }

  @Test("Each tolerance accepts what it says") func tolerancesDiffer() throws {
    let base = try picture()
    let shifted = try #require(PictureDifference(base, try picture(x: 40.3)))
    let gradient = try #require(PictureDifference(base, try picture(slope: 181)))
    let moved = try #require(PictureDifference(base, try picture(x: 42, y: 31)))
    #expect(!Tolerance.exact.accepts(gradient))
    #expect(Tolerance.antialias.accepts(gradient))
    #expect(shifted.beyondAntialias == 0 && shifted.largestDelta == 0)
    #expect(!Tolerance.antialias.accepts(moved))
    #expect(Tolerance.perceptual.accepts(gradient))
    #expect(!Tolerance.perceptual.accepts(moved))
    // A color that is off by one, on most of a small picture, is structure to SSIM, but nothing to see.
    var faint = gradient
    (faint.beyondAntialias, faint.ssim) = (0, 0.9)
    #expect(Tolerance.perceptual.accepts(faint) && Tolerance.antialias.accepts(faint))
  }
}
