import StageKit

/// Tells pixels of two pictures that differ to the eye from those that differ by the rounding of an edge.
///
/// A pixel differs where CIEDE2000 finds more than `areaDelta` between its two colors and as much between the means of the
/// 5 × 5 pixels around, or more than `pixelDelta` between the colors alone; colors with alpha are compared over black and over
/// white. It does not where it lies on an edge that moved by less than a pixel: where its value lies between those of its
/// neighbors in one of the pictures, and the other's does not leave what these span.
///
/// Encoded pictures, `isLossy`, differ by more everywhere. In them a pixel differs where pixelmatch's threshold says so, the
/// squared distance of colors in YIQ, as in "Measuring perceived color difference using YIQ NTSC transmission color space"
/// (Kotsarenko and Ramos, 2010), or where all around is flat and the means are `lossyDelta` apart.
struct PixelMatch {
  private let width: Int
  private let height: Int
  private let before: [UInt8]
  private let after: [UInt8]
  private let isLossy: Bool

  /// The tolerance for areas, in ΔE₀₀: a difference that is just noticed.
  static let areaDelta = 1.0
  /// The tolerance for a single pixel with an equal mean around it, such as noise, in ΔE₀₀.
  static let pixelDelta = 5.0
  /// The tolerance for flat areas of encoded pictures, in ΔE₀₀.
  static let lossyDelta = 2.5
  /// Values of a flat area of an encoded picture are no farther apart.
  private static let flatRange = 24
  /// Two colors of encoded pictures count as equal up to this share of the greatest distance.
  private static let threshold = 0.1
  private static let maxDelta = 35215.0 * threshold * threshold
  /// An edge's pixel is at least this share of the contrast away from both of its sides, or changes by no more than twice that.
  private static let edgeShare = 1.0 / 16
  /// The rounding of drawings and the ringing of encoders next to edges, in code values.
  private static let rounding = 1
  private static let ringing = 8

  /// Rows of `width` pixels of 4 bytes, premultiplied.
  init(width: Int, height: Int, before: [UInt8], after: [UInt8], isLossy: Bool = false) {
    (self.width, self.height, self.before, self.after) = (width, height, before, after)
    self.isLossy = isLossy
  }

  /// By how much a pixel differs, in ΔE₀₀, and of encoded pictures where all is flat, else 0; nil where it does not, or only as an edge does that moved by less than a pixel.
  func difference(x: Int, y: Int) -> Double? {
    let offset = (y * width + x) * 4
    let change = (0..<4).map { abs(Int(before[offset + $0]) - Int(after[offset + $0])) }.max() ?? 0
    guard change > Self.rounding else { return nil }
    return isLossy ? lossyDifference(x, y, offset: offset, change: change) : exactDifference(x, y, offset)
  }

  private func exactDifference(_ x: Int, _ y: Int, _ offset: Int) -> Double? {
    let delta = Self.distance(Self.values(before, offset), Self.values(after, offset))
    guard delta > Self.areaDelta else { return nil }
    let isEdge = isEdge(before, after, x: x, y: y) || isEdge(after, before, x: x, y: y)
    if meanDistance(x, y) > Self.areaDelta { return isEdge ? nil : delta }
    // A line thinner than a pixel moves without changing the mean.
    guard delta > Self.pixelDelta, !isEdge, !lies(after, between: before, x, y), !lies(before, between: after, x, y)
    else { return nil }
    return delta
  }

  private func lossyDifference(_ x: Int, _ y: Int, offset: Int, change: Int) -> Double? {
    let values = (Self.values(before, offset), Self.values(after, offset))
    if Self.squaredYIQ(values.0, values.1) > Self.maxDelta {
      // The reach of ringing and blocks is no measure of visible differences.
      return isEdge(before, after, x: x, y: y) || isEdge(after, before, x: x, y: y) ? nil : 0
    }
    guard change > 2, isFlat(before, x, y), isFlat(after, x, y) else { return nil }
    let mean = meanDistance(x, y)
    return mean > Self.lossyDelta ? mean : nil
  }

  // MARK: Colors

  private typealias Values = (red: Double, green: Double, blue: Double, alpha: Double)

  private static func values(_ pixels: [UInt8], _ offset: Int) -> Values {
    (Double(pixels[offset]), Double(pixels[offset + 1]), Double(pixels[offset + 2]), Double(pixels[offset + 3]))
  }

  /// ΔE₀₀ over black, or over white where that is more.
  private static func distance(_ a: Values, _ b: Values) -> Double {
    func color(_ values: Values, over ground: Double) -> LabColor {
      let light = ground * (255 - values.alpha) / 255
      return LabColor(red: values.red + light, green: values.green + light, blue: values.blue + light)
    }
    let onBlack = color(a, over: 0).distance(to: color(b, over: 0))
    if a.alpha == 255, b.alpha == 255 { return onBlack }
    return max(onBlack, color(a, over: 255).distance(to: color(b, over: 255)))
  }

  private static func squaredYIQ(_ a: Values, _ b: Values) -> Double {
    let (red, green, blue) = (a.red - b.red, a.green - b.green, a.blue - b.blue)
    let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  // MARK: Neighbors

  private func around(_ x: Int, _ y: Int, _ reach: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    (max(x - reach, 0)...min(x + reach, width - 1), max(y - reach, 0)...min(y + reach, height - 1))
  }

  /// The distance of the means of the 5 × 5 pixels around, or what the pictures have of them.
  private func meanDistance(_ x: Int, _ y: Int) -> Double {
    // At borders too they are 25.
    let (left, top) = (max(0, min(x - 2, width - 5)), max(0, min(y - 2, height - 5)))
    let (columns, rows) = (left...min(left + 4, width - 1), top...min(top + 4, height - 1))
    func mean(_ pixels: [UInt8]) -> Values {
      var (red, green, blue, alpha) = (0, 0, 0, 0)
      for row in rows {
        for column in columns {
          let offset = (row * width + column) * 4
          red += Int(pixels[offset])
          green += Int(pixels[offset + 1])
          blue += Int(pixels[offset + 2])
          alpha += Int(pixels[offset + 3])
        }
      }
      let count = Double(columns.count * rows.count)
      return (Double(red) / count, Double(green) / count, Double(blue) / count, Double(alpha) / count)
    }
    return Self.distance(mean(before), mean(after))
  }

  private func isFlat(_ pixels: [UInt8], _ x: Int, _ y: Int) -> Bool {
    let (columns, rows) = around(x, y, 2)
    return (0..<4).allSatisfy { channel in
      let span = Self.span(pixels, channel: channel, columns: columns, rows: rows, width: width)
      return span.greatest - span.least <= Self.flatRange
    }
  }

  private static func span(
    _ pixels: [UInt8], channel: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>, width: Int
  ) -> (least: Int, greatest: Int) {
    var (least, greatest) = (255, 0)
    for row in rows {
      for column in columns {
        let value = Int(pixels[(row * width + column) * 4 + channel])
        least = min(least, value)
        greatest = max(greatest, value)
      }
    }
    return (least, greatest)
  }

  /// True if a pixel lies on an edge of a picture, and changed in the other no farther than to one of the edge's sides.
  private func isEdge(_ pixels: [UInt8], _ other: [UInt8], x: Int, y: Int) -> Bool {
    isBetween(pixels, other, x: x, y: y) { value, changed, span in
      let contrast = Double(span.greatest - span.least)
      let margin = Double(min(value - span.least, span.greatest - value))
      return margin >= max(1, contrast * Self.edgeShare)
        || (margin > 0 && Double(abs(value - changed)) <= 2 * contrast * Self.edgeShare)
    }
  }

  /// True if a pixel of a picture lies between those around it of another, to neither of which it is equal.
  private func lies(_ pixels: [UInt8], between other: [UInt8], _ x: Int, _ y: Int) -> Bool {
    isBetween(other, pixels, x: x, y: y) { _, changed, span in changed > span.least && changed < span.greatest }
  }

  /// True if the pixel of `other` is within the range of `pixels` around it, and a condition holds in the channel that
  /// differs most: of the place's value, of the other's, and of the range around it.
  private func isBetween(
    _ pixels: [UInt8], _ other: [UInt8], x: Int, y: Int,
    _ condition: (_ value: Int, _ changed: Int, _ span: (least: Int, greatest: Int)) -> Bool
  ) -> Bool {
    let (columns, rows) = around(x, y, 1)
    let offset = (y * width + x) * 4
    var most = (difference: -1, holds: false)
    for channel in 0..<4 {
      let (value, changed) = (Int(pixels[offset + channel]), Int(other[offset + channel]))
      let span = Self.span(pixels, channel: channel, columns: columns, rows: rows, width: width)
      // The sides of an edge may be gradients.
      let slack =
        (isLossy ? Self.ringing : Self.rounding) + Int(Double(span.greatest - span.least) * Self.edgeShare)
      guard changed >= span.least - slack, changed <= span.greatest + slack else { return false }
      if abs(value - changed) > most.difference {
        most = (abs(value - changed), condition(value, changed, span))
      }
    }
    return most.holds
  }
}
