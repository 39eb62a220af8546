import StageKit

/// A picture of the differences between two others: the earlier one faint and gray, with pixels that differ in color.
enum DifferencePicture {
  /// Pixels that differ to the eye.
  private static let visible: (UInt8, UInt8, UInt8) = (220, 30, 40)
  /// Pixels that differ within the tolerance `antialias`.
  private static let tolerated: (UInt8, UInt8, UInt8) = (240, 190, 0)

  /// Marks each pixel that differs; of encoded pictures, `isLossy`, only those that differ to the eye. Nil where the sizes differ.
  static func make(_ before: Image, _ after: Image, isLossy: Bool = false) -> Image? {
    guard before.width == after.width, before.height == after.height else { return nil }
    let (width, height) = (before.width, before.height)
    let (a, b) = (before.pixels, after.pixels)
    let match = PixelMatch(width: width, height: height, before: a, after: b, isLossy: isLossy)
    var pixels = [UInt8](repeating: 255, count: a.count)
    for y in 0..<height {
      for x in 0..<width {
        let offset = (y * width + x) * 4
        let gray = (Int(a[offset]) * 54 + Int(a[offset + 1]) * 183 + Int(a[offset + 2]) * 19) / 256
        let faint = UInt8(230 - (230 - min(230, gray)) / 5)
        var color = (faint, faint, faint)
        if a[offset..<offset + 4] != b[offset..<offset + 4] {
          if match.difference(x: x, y: y) != nil { color = visible } else if !isLossy { color = tolerated }
        }
        (pixels[offset], pixels[offset + 1], pixels[offset + 2]) = color
      }
    }
    return Image(width: width, height: height, premultiplied: pixels)
  }
}
