import Foundation
import StageKit

/// The contrast of letters to what is around them, as WCAG 2.2 defines it.
struct TextContrast {
  /// The contrast that level AA of WCAG asks for.
  static let minimum = 4.5
  /// The same of large text.
  static let minimumOfLarge = 3.0
  /// The thickness of large text's strokes in pixels of CSS: WCAG's large text begins with 24 pixels, or 18.7 in bold, whose strokes are
  /// about as thick.
  static let largeThickness = 2.4

  /// In pixels: parts of a text are judged one by one, since what lies under it may vary.
  private static let tile = 24
  /// The distance around letters within which their background is measured, in pixels.
  static let reach = 3

  /// The contrast that nine parts in ten of a text have at least, from 1 to 21; nil where too little of it can be seen.
  ///
  /// - Parameters:
  ///   - picture: The whole picture.
  ///   - letters: The letters alone on a clear ground, of the same size.
  static func contrast(of letters: Image, in picture: Image) -> Double? {
    let (width, height) = (picture.width, picture.height)
    let (mask, pixels) = (letters.pixels, picture.pixels)
    // Letters that are seen through are nowhere covered more.
    let opacity = Double(stride(from: 3, to: mask.count, by: 4).lazy.map { mask[$0] }.max() ?? 0) / 255
    var contrasts: [Double] = []
    for top in stride(from: 0, to: height, by: tile) {
      for left in stride(from: 0, to: width, by: tile) {
        let (right, bottom) = (min(left + tile, width), min(top + tile, height))
        var highest: UInt8 = 0
        for y in top..<bottom { for x in left..<right { highest = max(highest, mask[(y * width + x) * 4 + 3]) } }
        guard highest > 96 else { continue }
        var (ground, seen, ink) = (PixelSum(), PixelSum(), PixelSum())
        for y in top..<bottom {
          for x in left..<right {
            let offset = (y * width + x) * 4
            if mask[offset + 3] >= UInt8(Double(highest) * 0.9) {
              seen.add(pixels, offset)
              ink.add(mask, offset)
            } else if mask[offset + 3] == 0, isNearLetters(x, y, in: mask, width: width, height: height) {
              ground.add(pixels, offset)
            }
          }
        }
        guard ground.count >= 12, ink.count >= 4, ground.mean(3) == 1 else { continue }
        let cover = ink.mean(3)
        let expected = (0..<3).map { ink.mean($0) + (1 - cover) * ground.mean($0) }
        // Pixels of another color are hidden by something above the letters.
        guard (0..<3).allSatisfy({ abs(expected[$0] - seen.mean($0)) < 0.15 }) else { continue }
        let around = (0..<3).map { ground.mean($0) }
        let color = (0..<3).map { ink.mean($0) / cover * opacity + around[$0] * (1 - opacity) }
        contrasts.append(ratio(luminance(color), luminance(around)))
      }
    }
    guard !contrasts.isEmpty else { return nil }
    contrasts.sort()
    return contrasts[contrasts.count / 10]
  }

  /// The mean thickness of letters' strokes in pixels: twice their area for the length of their outlines; 0 without letters.
  static func thickness(of letters: Image) -> Double {
    let (width, height, mask) = (letters.width, letters.height, letters.pixels)
    func cover(_ x: Int, _ y: Int) -> Double { Double(mask[(y * width + x) * 4 + 3]) }
    var (area, length) = (0.0, 0.0)
    for y in 0..<height - 1 {
      for x in 0..<width - 1 {
        let here = cover(x, y)
        let (across, down) = (cover(x + 1, y) - here, cover(x, y + 1) - here)
        area += here
        length += (across * across + down * down).squareRoot()
      }
    }
    return length > 0 ? 2 * area / length : 0
  }

  private static func isNearLetters(_ x: Int, _ y: Int, in mask: [UInt8], width: Int, height: Int) -> Bool {
    for row in max(0, y - reach)...min(height - 1, y + reach) {
      for column in max(0, x - reach)...min(width - 1, x + reach) where mask[(row * width + column) * 4 + 3] > 96 {
        return true
      }
    }
    return false
  }

  /// WCAG's contrast ratio of two relative luminances.
  static func ratio(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

  /// WCAG's relative luminance of red, green and blue in sRGB from 0 to 1.
  static func luminance(_ color: [Double]) -> Double {
    let linear = color.map(Color.linearLight)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}

/// Pixels, added up.
private struct PixelSum {
  private var sums = SIMD4<Int>()
  private(set) var count = 0

  mutating func add(_ pixels: [UInt8], _ offset: Int) {
    sums &+= SIMD4(
      Int(pixels[offset]), Int(pixels[offset + 1]), Int(pixels[offset + 2]), Int(pixels[offset + 3]))
    count += 1
  }

  /// The mean of red, green, blue or alpha, from 0 to 1; there must be a pixel.
  func mean(_ channel: Int) -> Double { Double(sums[channel]) / Double(255 * count) }
}
