/// How the pixels of a frame lie in memory when an encoder takes them and a decoder returns them.
///
/// Rows run from the top and are packed without padding. Samples of more than 8 bits take two bytes, little-endian.
public struct PixelFormat: Hashable, Sendable {
  /// What a sample measures.
  public enum Component: String, Hashable, Sendable {
    case red, green, blue, alpha, luma, blueDifference, redDifference
    /// A byte that carries nothing.
    case padding
  }

  /// How colors become numbers.
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

  public init(_ name: String, _ colorModel: ColorModel, alpha: Alpha, depth: Int, planes: [Plane]) {
    self.name = name
    self.colorModel = colorModel
    self.alpha = alpha
    self.depth = depth
    self.planes = planes
  }

  public var bytesPerSample: Int { depth > 8 ? 2 : 1 }

  /// Whether some plane has fewer samples than the frame has pixels.
  public var isSubsampled: Bool { planes.contains { $0.xShift > 0 || $0.yShift > 0 } }

  /// Whether a frame of this size divides into whole samples.
  public func divides(width: Int, height: Int) -> Bool {
    planes.allSatisfy { width & ((1 << $0.xShift) - 1) == 0 && height & ((1 << $0.yShift) - 1) == 0 }
  }

  /// The length of a row of a plane, in bytes.
  public func rowBytes(ofPlane index: Int, width: Int) -> Int {
    (width >> planes[index].xShift) * planes[index].components.count * bytesPerSample
  }

  /// Where a plane lies in a frame whose planes follow one another, in bytes.
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
  public static let yuv420p8 = PixelFormat(
    "yuv420p", .yuv709, alpha: .none, depth: 8,
    planes: [
      Plane([.luma]), Plane([.blueDifference], xShift: 1, yShift: 1), Plane([.redDifference], xShift: 1, yShift: 1),
    ])

  /// The formats of codecs' frames, and those that decoders return.
  public static let decodable: [PixelFormat] = Codecs.all.flatMap { codec in
    codec.pixelFormats.map { codec.decodedFormat(of: $0) }
  }

  /// What the rasterizer draws, rounded to 8 bits.
  public static let premultipliedRGBA8 = PixelFormat(
    "rgba", .rgb, alpha: .premultiplied, depth: 8, planes: [Plane([.red, .green, .blue, .alpha])])

  public static let rgb8 = PixelFormat("rgb24", .rgb, alpha: .none, depth: 8, planes: [Plane([.red, .green, .blue])])
  public static let rgba8 = PixelFormat(
    "rgba", .rgb, alpha: .straight, depth: 8, planes: [Plane([.red, .green, .blue, .alpha])])
  public static let bgrx8 = PixelFormat(
    "bgr0", .rgb, alpha: .none, depth: 8, planes: [Plane([.blue, .green, .red, .padding])])
  public static let bgra8 = PixelFormat(
    "bgra", .rgb, alpha: .straight, depth: 8, planes: [Plane([.blue, .green, .red, .alpha])])
}
