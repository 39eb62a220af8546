import StageKit

/// Counts the pixels in which two opaque pictures differ as pixelmatch does: the squared distance of colors in YIQ, as in
/// "Measuring perceived color difference using YIQ NTSC transmission color space" (Kotsarenko and Ramos, 2010), and
/// anti-aliased pixels left out, as in "Anti-aliased pixel and intensity slope detector" (Vyšniauskas, 2009).
struct PixelMatch {
  private let width: Int
  private let height: Int
  private let before: [UInt8]
  private let after: [UInt8]

  /// Two colors count as equal up to this share of the greatest distance.
  static let threshold = 0.1
  private static let maxDelta = 35215.0 * threshold * threshold

  /// Rows of `width` pixels of 4 bytes, alpha 255.
  init(width: Int, height: Int, before: [UInt8], after: [UInt8]) {
    (self.width, self.height, self.before, self.after) = (width, height, before, after)
  }

  /// Whether a pixel counts as different.
  func differs(x: Int, y: Int) -> Bool {
    let offset = (y * width + x) * 4
    guard
      before[offset] != after[offset] || before[offset + 1] != after[offset + 1]
        || before[offset + 2] != after[offset + 2]
    else { return false }
    guard abs(Self.delta(before, after, offset, offset, lumaOnly: false)) > Self.maxDelta else { return false }
    return !isAntialiased(before, x, y, beside: after) && !isAntialiased(after, x, y, beside: before)
  }

  /// Positive where the first color is the lighter one.
  private static func delta(_ a: [UInt8], _ b: [UInt8], _ i: Int, _ k: Int, lumaOnly: Bool) -> Double {
    let red = Double(a[i]) - Double(b[k])
    let green = Double(a[i + 1]) - Double(b[k + 1])
    let blue = Double(a[i + 2]) - Double(b[k + 2])
    let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
    if lumaOnly { return y }
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    let sum = 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    return y > 0 ? -sum : sum
  }

  /// Whether a pixel lies on an edge: between its darkest and its lightest neighbor, one of which is part of a flat area
  /// in both pictures.
  private func isAntialiased(_ picture: [UInt8], _ x: Int, _ y: Int, beside other: [UInt8]) -> Bool {
    let columns = max(x - 1, 0)...min(x + 1, width - 1)
    let rows = max(y - 1, 0)...min(y + 1, height - 1)
    let offset = (y * width + x) * 4
    var equal = columns.count < 3 || rows.count < 3 ? 1 : 0
    var (minimum, maximum) = (0.0, 0.0)
    var (darkest, lightest) = ((x: 0, y: 0), (x: 0, y: 0))
    for column in columns {
      for row in rows where column != x || row != y {
        let delta = Self.delta(picture, picture, offset, (row * width + column) * 4, lumaOnly: true)
        if delta == 0 {
          equal += 1
          if equal > 2 { return false }
        } else if delta < minimum {
          minimum = delta
          darkest = (column, row)
        } else if delta > maximum {
          maximum = delta
          lightest = (column, row)
        }
      }
    }
    if minimum == 0 || maximum == 0 { return false }
    return (hasManyEqualNeighbors(picture, darkest) && hasManyEqualNeighbors(other, darkest))
      || (hasManyEqualNeighbors(picture, lightest) && hasManyEqualNeighbors(other, lightest))
  }

  private func hasManyEqualNeighbors(_ picture: [UInt8], _ at: (x: Int, y: Int)) -> Bool {
    let columns = max(at.x - 1, 0)...min(at.x + 1, width - 1)
    let rows = max(at.y - 1, 0)...min(at.y + 1, height - 1)
    let offset = (at.y * width + at.x) * 4
    var equal = columns.count < 3 || rows.count < 3 ? 1 : 0
    for column in columns {
      for row in rows where column != at.x || row != at.y {
        let other = (row * width + column) * 4
        let isEqual =
          picture[offset] == picture[other] && picture[offset + 1] == picture[other + 1]
          && picture[offset + 2] == picture[other + 2] && picture[offset + 3] == picture[other + 3]
        if isEqual { equal += 1 }
        if equal > 2 { return true }
      }
    }
    return false
  }
}
