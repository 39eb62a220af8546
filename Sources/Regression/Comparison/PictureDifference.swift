import StageKit

/// The difference between two pictures of one size.
public struct PictureDifference: Codable, Hashable, Sendable {
  /// A rectangle of pixels, from the top left.
  public struct Region: Codable, Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    /// True if a pixel is inside, or within `margin` pixels of it.
    func contains(_ x: Int, _ y: Int, margin: Int = 0) -> Bool {
      (self.x - margin..<self.x + width + margin).contains(x)
        && (self.y - margin..<self.y + height + margin).contains(y)
    }
  }

  /// All of one picture.
  public var pixels: Int
  /// Pixels that differ at all.
  public var differing: Int
  /// Pixels that differ to the eye and do not lie on an edge that moved by less than a pixel, see `Tolerance.antialias`.
  public var beyondAntialias: Int
  /// The greatest color difference of these, in ΔE₀₀; 0 for none.
  public var largestDelta: Double
  /// The greatest difference of any channel, from 0 to 255.
  public var largest: Int
  /// The mean of the structural similarities of red, green and blue.
  public var ssim: Double
  /// The square of 32 pixels a side, or what the picture has of it, with the greatest sum of differences.
  public var worstRegion: Region?

  /// The side of the squares among which the worst is found.
  private static let square = 32

  /// Pixels in masks count as equal, also `margin` pixels beyond them. `isLossy` pictures were decoded. Nil if the
  /// sizes differ.
  public init?(_ before: Image, _ after: Image, masks: [Region] = [], margin: Int = 0, isLossy: Bool = false) {
    guard before.width == after.width, before.height == after.height else { return nil }
    let (width, height) = (before.width, before.height)
    let a = before.pixels
    let b = masks.isEmpty ? after.pixels : Self.masked(after.pixels, by: a, width: width, masks, margin)
    let match = PixelMatch(width: width, height: height, before: a, after: b, isLossy: isLossy)
    pixels = width * height
    (differing, beyondAntialias, largest, largestDelta) = (0, 0, 0, 0)
    let columns = (width + Self.square - 1) / Self.square
    var sums = [Int](repeating: 0, count: columns * ((height + Self.square - 1) / Self.square))
    for y in 0..<height {
      for x in 0..<width {
        let offset = (y * width + x) * 4
        var sum = 0
        for channel in offset..<offset + 4 {
          let difference = abs(Int(a[channel]) - Int(b[channel]))
          sum += difference
          largest = max(largest, difference)
        }
        // The costly comparison of colors is only for pixels that differ at all.
        guard sum > 0 else { continue }
        differing += 1
        sums[y / Self.square * columns + x / Self.square] += sum
        if let delta = match.difference(x: x, y: y) {
          beyondAntialias += 1
          largestDelta = max(largestDelta, (delta * 10).rounded() / 10)
        }
      }
    }
    let channels = (0..<3).map { channel in
      func plane(_ pixels: [UInt8]) -> [UInt8] { stride(from: channel, to: pixels.count, by: 4).map { pixels[$0] } }
      return structuralSimilarity(plane(a), plane(b), width: width, height: height)
    }
    ssim = channels.reduce(0, +) / 3
    worstRegion = nil
    // Among equal sums the first square wins, so that reports do not change from run to run.
    if differing > 0, let worst = sums.indices.max(by: { (sums[$0], $1) < (sums[$1], $0) }) {
      let (x, y) = (worst % columns * Self.square, worst / columns * Self.square)
      worstRegion = Region(x: x, y: y, width: min(Self.square, width - x), height: min(Self.square, height - y))
    }
  }

  /// The later pixels, with the earlier ones where a mask lies.
  private static func masked(
    _ after: [UInt8], by before: [UInt8], width: Int, _ masks: [Region], _ margin: Int
  ) -> [UInt8] {
    var result = after
    for pixel in 0..<after.count / 4
    where masks.contains(where: { $0.contains(pixel % width, pixel / width, margin: margin) }) {
      for channel in pixel * 4..<pixel * 4 + 4 { result[channel] = before[channel] }
    }
    return result
  }
}
