import Formats
import Graphics

/// Holds the last frame drawn into it in one pixel format.
public struct PlaneSink: FrameSink {
  public private(set) var planes: FramePlanes
  public var drawing: DrawingID?
  /// The placement of drawings in its frames; nil for drawings that are whole frames.
  public private(set) var placement: SinkPlacement?
  /// True if colors lie above alpha; the drawing has half the height.
  public let isStacked: Bool
  /// The gamut of the drawings.
  public let gamut: ColorGamut
  /// The colors of its frames.
  public let colors: DeliveredColors
  private let converter: any StripConverter
  /// The conversion to another gamut than the drawings have; nil for none.
  private let conversion: GamutConversion?
  /// The layer in which strips are converted.
  private let converted = PixelLayer()
  /// The layer in which strips are placed.
  private let scratch = PixelLayer()

  /// Frames divide into whole samples; without a placement their size must be the renderer's, as must the gamut. Without `colors`
  /// frames have those of the gamut. Those of HDR take opaque formats of Y′CbCr.
  public init(
    _ format: PixelFormat, width: Int, height: Int, placement: SinkPlacement? = nil, isStacked: Bool = false,
    gamut: ColorGamut = .sRGB, colors: DeliveredColors? = nil
  ) {
    planes = FramePlanes(format, width: width, height: height)
    self.gamut = gamut
    self.colors = colors ?? .standard(gamut)
    switch self.colors {
    case .standard(let other):
      (converter, conversion) = (format.converter, other == gamut ? nil : GamutConversion(gamut, to: other))
    case .hdr(let transfer, let white):
      (converter, conversion) = (HDRConverter(gamut, transfer, white: white), nil)
    }
    self.placement = placement
    self.isStacked = isStacked
    for strip in placement?.backgroundStrips(width: width, height: drawnHeight, gamut) ?? [] { convert(strip) }
  }

  /// True if the placement's background is laid under drawings, if it has one; not where they have it already.
  public var isComposited: Bool {
    get { placement?.isComposited ?? false }
    set { placement?.isComposited = newValue }
  }

  public var format: PixelFormat { planes.format }

  private var drawnHeight: Int { isStacked ? planes.height / 2 : planes.height }

  public mutating func take(_ strip: DrawnStrip) {
    guard let placement else {
      precondition(strip.width == planes.width, "the frame is of another size")
      return convert(strip)
    }
    if let placed = placement.place(strip, width: planes.width, height: drawnHeight, in: scratch, gamut) {
      convert(placed)
    }
  }

  private mutating func convert(_ strip: DrawnStrip) {
    let strip = conversion?.converted(strip, in: converted) ?? strip
    guard isStacked else { return converter.convert(strip, into: &planes) }
    for part in StackedAlpha.split(strip, height: drawnHeight) { converter.convert(part, into: &planes) }
  }
}

/// Turns drawn pixels into the samples of one family of pixel formats.
protocol StripConverter: Sendable {
  /// Converts a strip's columns into the rows of `planes` that it covers.
  ///
  /// If chroma is subsampled, the strip begins at an even row and has an even count of them.
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes)
}

extension PixelFormat {
  fileprivate var converter: any StripConverter {
    switch (colorModel, alpha) {
    case (.yuv709, .none): YUVConverter()
    case (.yuv709, _): StraightYUVConverter()
    case (.rgb, .premultiplied): PremultipliedConverter()
    case (.rgb, _) where depth == 8: StraightConverter()
    case (.rgb, _) where planes.count == 1: PackedConverter()
    case (.rgb, _): PlanarConverter()
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
