/// Rows of a finished frame; valid only while it is handed over.
public struct Strip {
  /// From the top of the frame.
  public let firstRow: Int
  public let rowCount: Int
  public let width: Int
  /// `rowCount` × `width` pixels of 4 bytes: red, green, blue, alpha; premultiplied sRGB.
  public let pixels: UnsafeBufferPointer<UInt8>
  /// The columns that may differ from those that the same renderer handed over for its last frame; begins at a multiple
  /// of 32, and ends at one or with the row.
  public let changed: Range<Int>
}

/// A finished frame: rows from the top, each `width` pixels of 4 bytes: red, green, blue, alpha; premultiplied sRGB.
public struct Frame: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public var pixels: [UInt8]
}
