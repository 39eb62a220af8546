import Coding
import Geometry
import Graphics

/// Large pictures, which are read no larger than they are shown where their decoder can.
extension PictureTraits {
  /// True if the picture has so many pixels that it is worth reading only as large as it is shown, and no more
  /// than are read.
  public var isLarge: Bool {
    guard let size else { return false }
    let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
    return !isTooLarge && (Self.largeArea...maxPictureArea).contains(area)
  }

  private static let largeArea = 8_000_000

  /// The size after a number of halvings, at most `maxHalvings`, and the map of its pixels to those of the picture.
  ///
  /// The last texel of a row in the file shows less than others where the sides do not divide; it is the first one where
  /// the picture is mirrored to be upright.
  public func reduced(halvings more: Int) -> (size: PixelSize, placement: Transform)? {
    guard let fileSize else { return nil }
    let (whole, reduced) = (fileSize.halved(halvings), fileSize.halved(halvings + more))
    let mirrors = mirrorsPicture(orientation)
    let factor = 1 << more
    let x = mirrors.columns ? whole.width - reduced.width * factor : 0
    let y = mirrors.rows ? whole.height - reduced.height * factor : 0
    let (moveX, moveY) = (5...8).contains(orientation) ? (y, x) : (x, y)
    return (
      reduced.upright(orientation),
      Transform(Double(factor), 0, Double(moveX), 0, Double(factor), Double(moveY))
    )
  }

  /// The picture of the file, made when it is asked for, and smaller where its decoder can; `read` gives the pixels of a number
  /// of halvings. Nil where the size is not known.
  public func image(digest: Digest, read: @escaping @Sendable (_ halvings: Int) -> [UInt8]) -> Image? {
    guard let size else { return nil }
    var reduce: (@Sendable (Int) -> Image.Reduction)?
    if let whole = Image(width: size.width, height: size.height, digest: digest, gamut: gamut, make: { read(0) }),
      maxHalvings > 0
    {
      reduce = { [self] wanted in
        // The decoder halves colors as often as brightness: sparse ones would have but one sample for a pixel.
        let halvings = min(wanted - (hasSparseColors ? 1 : 0), maxHalvings)
        guard halvings > 0 else { return Image.Reduction(whole, placement: .identity) }
        let key = Digest { hasher in
          hasher.combine("halved")
          hasher.combine(halvings)
          hasher.combine(digest)
        }
        guard let (size, placement) = reduced(halvings: halvings),
          let image = Image(
            width: size.width, height: size.height, digest: key, gamut: gamut, make: { read(halvings) })
        else { return Image.Reduction(whole, placement: .identity) }
        return Image.Reduction(image, placement: placement)
      }
    }
    return Image(width: size.width, height: size.height, digest: digest, gamut: gamut, reduce: reduce) { read(0) }
  }
}
