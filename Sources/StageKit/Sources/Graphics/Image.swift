import Coding
import Geometry

/// A picture: rows from the top, each `width` pixels of 4 bytes: red, green, blue, alpha; premultiplied, in sRGB unless its
/// `gamut` is another.
///
/// The pixels and the digest are shared, not copied, when an image is.
///
/// ```swift
/// let photo = try context.image(file)
/// frame.drawing.image(photo, in: PictureFit.cover.rect(for: Size(Double(photo.width), Double(photo.height)), in: box))
/// ```
public struct Image: Hashable, Sendable, Digestible {
  private final class Storage: Sendable {
    private let kept: [UInt8]
    private let make: (@Sendable () -> [UInt8])?
    let reduce: (@Sendable (Int) -> Reduction)?
    let digest: Digest

    init(width: Int, height: Int, pixels: [UInt8]) {
      kept = pixels
      make = nil
      reduce = nil
      var hasher = DigestHasher()
      hasher.combine(width)
      hasher.combine(height)
      hasher.combine(bytes: pixels)
      digest = hasher.finalize()
    }

    init(
      digest: Digest, reduce: (@Sendable (Int) -> Reduction)?, make: @escaping @Sendable () -> [UInt8]
    ) {
      kept = []
      self.make = make
      self.reduce = reduce
      self.digest = digest
    }

    var isKept: Bool { make == nil }
    var pixels: [UInt8] { make?() ?? kept }
  }

  public let width: Int
  public let height: Int
  /// The gamut of its components.
  public let gamut: ColorGamut
  private let storage: Storage

  /// Nil unless both sides are above 0 and there are `width × height × 4` bytes.
  public init?(width: Int, height: Int, premultiplied pixels: [UInt8], gamut: ColorGamut = .sRGB) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.gamut = gamut
    storage = Storage(width: width, height: height, pixels: pixels)
  }

  /// A picture whose pixels are made when they are asked for, such as a frame of a clip; nil unless both sides are above 0.
  ///
  /// `make` gives `width × height × 4` bytes; what it gives is not kept. Pictures of equal digests are taken to be equal.
  ///
  /// `reduce` is for large pictures that can be made smaller at less cost than whole: it gives the picture with both sides halved
  /// a number of times, 1 or more, or as often as it can.
  public init?(
    width: Int, height: Int, digest: Digest, gamut: ColorGamut = .sRGB,
    reduce: (@Sendable (_ halvings: Int) -> Reduction)? = nil, make: @escaping @Sendable () -> [UInt8]
  ) {
    guard width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
    self.gamut = gamut
    storage = Storage(digest: digest, reduce: reduce, make: make)
  }

  /// A picture of fewer pixels that shows the same.
  public struct Reduction: Sendable {
    /// The smaller picture.
    public let image: Image
    /// The map of its pixels to those of the whole picture.
    public let placement: Transform

    /// A picture, and the map of its pixels to those of the whole one.
    public init(_ image: Image, placement: Transform) { (self.image, self.placement) = (image, placement) }
  }

  /// The picture with both sides halved a number of times where it can be made so, else as often as it can: itself for
  /// most pictures. Takes no time; pixels are made when they are asked for.
  public func reduced(halvings: Int) -> Reduction {
    if halvings > 0, let reduce = storage.reduce { return reduce(halvings) }
    return Reduction(self, placement: .identity)
  }

  /// The bytes; those of a picture that is made when it is asked for are made each time.
  public var pixels: [UInt8] { storage.pixels }

  /// The digest of the pixels, or of their source.
  public var digest: Digest { storage.digest }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(storage.digest)
    if gamut != .sRGB { hasher.combine(gamut.rawValue) }
  }

  public static func == (a: Image, b: Image) -> Bool {
    a.gamut == b.gamut
      && (a.storage === b.storage
        || (a.digest == b.digest && a.width == b.width && a.height == b.height
          && (!a.storage.isKept || !b.storage.isKept || a.pixels == b.pixels)))
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }
}
