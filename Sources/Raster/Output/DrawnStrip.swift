/// Rows of a finished frame, valid only while they are handed over.
///
/// Pixels have 16 bits for each of red, green, blue and alpha, 65280 for 1, premultiplied sRGB; with each comes whether
/// it is to be dithered.
public struct DrawnStrip {
  let layer: PixelLayer
  /// The rows from the top of the frame.
  public let rows: Range<Int>
  /// The frame's width in pixels.
  public let width: Int
  /// The columns that may differ from the renderer's last frame, which alone have pixels; begins at a multiple of 32,
  /// and ends at one or with the row.
  public let columns: Range<Int>
}
