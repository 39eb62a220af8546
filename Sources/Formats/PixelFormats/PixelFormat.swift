/// The layout of a frame's pixels in memory, as an encoder takes them and a decoder returns them.
///
/// Rows run from the top and are packed without padding. Samples of more than 8 bits take two bytes.
public struct PixelFormat: Hashable, Sendable {
  /// The quantity that a sample measures.
  public enum Component: String, Hashable, Sendable {
    case red, green, blue, alpha, luma, blueDifference, redDifference
    /// A byte that carries nothing.
    case padding
  }

  /// The conversion of colors to numbers.
  public enum ColorModel: Hashable, Sendable {
    /// sRGB, full range.
    case rgb
    /// Y′CbCr of ITU-R BT.709 in limited range, sRGB's transfer curve standing in for BT.709's as players assume.
    case yuv709
  }

  public enum Alpha: Hashable, Sendable {
    /// Every pixel is opaque.
    case none
    /// Colors are divided by their alpha, as files store them.
    case straight
    /// Colors are multiplied by their alpha, as they are drawn.
    case premultiplied
  }

  /// Samples that lie together in memory.
  public struct Plane: Hashable, Sendable {
    /// The samples of one pixel, in order.
    public let components: [Component]
    /// Each sample covers `1 << xShift` × `1 << yShift` pixels and lies in their middle.
    public let xShift: Int
    public let yShift: Int

    public init(_ components: [Component], xShift: Int = 0, yShift: Int = 0) {
      self.components = components
      self.xShift = xShift
      self.yShift = yShift
    }
  }

  /// libav's name.
  public let name: String
  public let colorModel: ColorModel
  public let alpha: Alpha
  /// Bits of a sample.
  public let depth: Int
  public let planes: [Plane]
  /// True if the upper byte of a sample of two comes first.
  public let isBigEndian: Bool

  public init(
    _ name: String, _ colorModel: ColorModel, alpha: Alpha, depth: Int, planes: [Plane], isBigEndian: Bool = false
  ) {
    self.isBigEndian = isBigEndian
    self.name = name
    self.colorModel = colorModel
    self.alpha = alpha
    self.depth = depth
    self.planes = planes
  }

  public var bytesPerSample: Int { depth > 8 ? 2 : 1 }

  /// True if some plane has fewer samples than the frame has pixels.
  public var isSubsampled: Bool { planes.contains { $0.xShift > 0 || $0.yShift > 0 } }

  /// True if a frame of this size divides into whole samples.
  public func divides(width: Int, height: Int) -> Bool {
    planes.allSatisfy { width & ((1 << $0.xShift) - 1) == 0 && height & ((1 << $0.yShift) - 1) == 0 }
  }

  /// The length of a row of a plane, in bytes.
  public func rowBytes(ofPlane index: Int, width: Int) -> Int {
    (width >> planes[index].xShift) * planes[index].components.count * bytesPerSample
  }

  /// The range of a plane, in bytes, in a frame whose planes follow one another.
  public func range(ofPlane index: Int, width: Int, height: Int) -> Range<Int> {
    let start = planes.indices[..<index].reduce(0) { $0 + byteCount(ofPlane: $1, width: width, height: height) }
    return start..<start + byteCount(ofPlane: index, width: width, height: height)
  }

  /// The size of a frame, in bytes.
  public func byteCount(width: Int, height: Int) -> Int {
    planes.indices.reduce(0) { $0 + byteCount(ofPlane: $1, width: width, height: height) }
  }

  private func byteCount(ofPlane index: Int, width: Int, height: Int) -> Int {
    rowBytes(ofPlane: index, width: width) * (height >> planes[index].yShift)
  }
}

extension PixelFormat {
  /// 8 bits, chroma at half the width and height.
  public static let yuv420p8 = yuv("yuv420p", 8, xShift: 1, yShift: 1)
  public static let yuv420p10 = yuv("yuv420p10le", 10, xShift: 1, yShift: 1)
  public static let yuva420p8 = yuv("yuva420p", 8, xShift: 1, yShift: 1, alpha: .straight)
  /// Chroma at half the width.
  public static let yuv422p10 = yuv("yuv422p10le", 10, xShift: 1)
  public static let yuv444p8 = yuv("yuv444p", 8)
  public static let yuv444p10 = yuv("yuv444p10le", 10)
  public static let yuva444p10 = yuv("yuva444p10le", 10, alpha: .straight)
  /// As libav decodes ProRes of 10 bits.
  public static let yuv444p12 = yuv("yuv444p12le", 12)
  public static let yuva444p12 = yuv("yuva444p12le", 12, alpha: .straight)

  private static func yuv(
    _ name: String, _ depth: Int, xShift: Int = 0, yShift: Int = 0, alpha: Alpha = .none
  ) -> PixelFormat {
    let chroma = [Component.blueDifference, .redDifference].map { Plane([$0], xShift: xShift, yShift: yShift) }
    return PixelFormat(
      name, .yuv709, alpha: alpha, depth: depth,
      planes: [Plane([.luma])] + chroma + (alpha == .none ? [] : [Plane([.alpha])]))
  }

  /// The formats of codecs' frames, and those that decoders return.
  public static let decodable: [PixelFormat] = Codecs.all.flatMap { codec in
    codec.pixelFormats.map { codec.decodedFormat(of: $0) }
  }

  /// The format that the rasterizer draws, rounded to 8 bits.
  public static let premultipliedRGBA8 = PixelFormat(
    "rgba", .rgb, alpha: .premultiplied, depth: 8, planes: [Plane([.red, .green, .blue, .alpha])])

  public static let gbr10 = gbr("gbrp10le", 10)
  public static let gbr16 = gbr("gbrp16le", 16)
  public static let gbra10 = gbr("gbrap10le", 10, alpha: .straight)
  public static let gbra16 = gbr("gbrap16le", 16, alpha: .straight)

  private static func gbr(_ name: String, _ depth: Int, alpha: Alpha = .none) -> PixelFormat {
    let colors = [Component.green, .blue, .red].map { Plane([$0]) }
    return PixelFormat(
      name, .rgb, alpha: alpha, depth: depth, planes: colors + (alpha == .none ? [] : [Plane([.alpha])]))
  }

  public static let rgb8 = PixelFormat("rgb24", .rgb, alpha: .none, depth: 8, planes: [Plane([.red, .green, .blue])])
  public static let rgba8 = PixelFormat(
    "rgba", .rgb, alpha: .straight, depth: 8, planes: [Plane([.red, .green, .blue, .alpha])])
  /// As PNG stores 16 bits.
  public static let rgb16 = PixelFormat(
    "rgb48be", .rgb, alpha: .none, depth: 16, planes: [Plane([.red, .green, .blue])], isBigEndian: true)
  public static let rgba16 = PixelFormat(
    "rgba64be", .rgb, alpha: .straight, depth: 16, planes: [Plane([.red, .green, .blue, .alpha])], isBigEndian: true)
  public static let bgrx8 = PixelFormat(
    "bgr0", .rgb, alpha: .none, depth: 8, planes: [Plane([.blue, .green, .red, .padding])])
  public static let bgra8 = PixelFormat(
    "bgra", .rgb, alpha: .straight, depth: 8, planes: [Plane([.blue, .green, .red, .alpha])])
}
