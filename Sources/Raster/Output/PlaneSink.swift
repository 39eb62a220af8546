import Formats

/// Holds the last frame drawn into it in one pixel format.
public struct PlaneSink: FrameSink, Sendable {
  public private(set) var planes: FramePlanes
  public var drawing: DrawingID?
  /// Where drawings lie in its frames; nil where they are the whole frames.
  public private(set) var placement: SinkPlacement?
  private let converter: any StripConverter

  /// Frames divide into whole samples; without a placement their size must be the renderer's.
  public init(_ format: PixelFormat, width: Int, height: Int, placement: SinkPlacement? = nil) {
    planes = FramePlanes(format, width: width, height: height)
    converter = format.converter
    self.placement = placement
    for strip in placement?.backgroundStrips(width: width, height: height) ?? [] {
      converter.convert(strip, into: &planes)
    }
  }

  /// Whether the placement's background is laid under drawings, if it has one; not where they have it already.
  public var isComposited: Bool {
    get { placement?.isComposited ?? false }
    set { placement?.isComposited = newValue }
  }

  public var format: PixelFormat { planes.format }

  public mutating func take(_ strip: DrawnStrip) {
    guard let placement else {
      precondition(strip.width == planes.width, "the frame is of another size")
      return converter.convert(strip, into: &planes)
    }
    if let placed = placement.place(strip, width: planes.width, height: planes.height) {
      converter.convert(placed, into: &planes)
    }
  }
}

/// Turns drawn pixels into the samples of one family of pixel formats.
protocol StripConverter: Sendable {
  /// Converts a strip's columns into the rows of `planes` that it covers.
  ///
  /// Where chroma is subsampled the strip begins at an even row and has an even count of them.
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes)
}

extension PixelFormat {
  fileprivate var converter: any StripConverter {
    switch (colorModel, alpha) {
    case (.yuv709, .none): YUVConverter()
    case (.yuv709, _): StraightYUVConverter()
    case (.rgb, .premultiplied): PremultipliedConverter()
    case (.rgb, _): depth == 8 ? StraightConverter() : PlanarConverter()
    }
  }
}

extension FramePlanes {
  /// Lends the samples of all planes, to be written in place.
  mutating func withUnsafeMutableBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    withBytes { bytes in
      bytes.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { body(base) }
      }
    }
  }
}
