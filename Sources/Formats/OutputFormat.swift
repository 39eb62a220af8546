import Coding
import StageKit

/// The format and the encoder of an output. They and the frames determine the bytes of its file.
///
/// Formats are equal where their segments are: those join into one file, and serve several outputs.
public struct OutputFormat: Hashable, Sendable, Digestible {
  public let codec: any Codec
  public let options: ParameterValues
  public let container: Container
  public let pixelFormat: PixelFormat
  /// In pixels, as is `height`.
  public let width: Int
  public let height: Int
  /// At least 1/1000: a frame's length has 31 bits in a movie.
  public let frameRate: FrameRate
  /// True if colors lie above alpha in opaque pictures of twice the drawing's height.
  public let isStacked: Bool
  /// The arrangement of frames in one picture; nil for one frame in each.
  public let sprite: SpriteSheet?
  /// The colors of its pictures.
  public let colors: DeliveredColors
  /// The setup of the encoder.
  public let encoder: EncoderConfiguration

  /// The longest side that encoders take, in pixels.
  public static let maxSide = 16_384

  /// Throws an error that names every fault: sides outside 1…16384 or what the codec takes, or that do not divide into the samples of the pixel
  /// format, a codec that has none with or without `alpha`, and colors that it does not carry. HDR has 10 bits, whatever the options say.
  public init(
    _ codec: any Codec, _ options: ParameterValues = ParameterValues(), in container: Container, alpha: Bool = false,
    width: Int,
    height: Int, frameRate: FrameRate, sprite: SpriteSheet? = nil,
    isStacked: Bool = false, colors: DeliveredColors = .standard(.sRGB)
  ) throws(FormatError) {
    guard var pixelFormat = codec.pixelFormat(options, alpha: alpha) else {
      throw FormatError(reason: "\(codec.name) is \(alpha ? "opaque" : "never opaque")")
    }
    var faults: [String] = []
    if colors.isHDR {
      if !codec.carriesHDR { faults.append("\(codec.name) has no HDR") }
      if alpha || isStacked { faults.append("HDR has no alpha") }
      if pixelFormat.depth < 10, let deep = codec.pixelFormats.first(where: { $0.depth == 10 && $0.alpha == .none }) {
        pixelFormat = deep
      }
    } else if colors != .standard(.sRGB), !codec.carriesDisplayP3 {
      faults.append("\(codec.name) is always sRGB")
    }
    for (name, side) in [("width", width), ("height", height)] where !(codec.minSide...Self.maxSide).contains(side) {
      faults.append("\(name) \(side) is outside \(codec.minSide)…\(Self.maxSide)")
    }
    if faults.isEmpty, !pixelFormat.divides(width: width, height: height) {
      faults.append("\(width) × \(height) pixels do not divide into the samples of \(pixelFormat.name)")
    }
    if let greatest = container.maxFrameRate, frameRate.framesPerSecond > greatest.framesPerSecond {
      faults.append("\(frameRate) frames a second are more than the \(greatest) of \(container.name)")
    }
    if !faults.isEmpty { throw FormatError(reason: faults.joined(separator: "; ")) }
    self.codec = codec
    self.options = options
    self.container = container
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.sprite = sprite
    self.isStacked = isStacked
    self.colors = colors
    var encoder = (sprite == nil ? codec : PNG()).encoder(options, pixelFormat, at: frameRate)
    if let metadata = HDRMetadata(colors) { codec.describe(metadata, in: &encoder) }
    self.encoder = encoder
  }

  /// The tick of its container at which a frame is shown.
  public func time(ofFrame index: Int) -> Int { container.time(ofFrame: index, at: frameRate) }

  public static func == (a: OutputFormat, b: OutputFormat) -> Bool { a.digest == b.digest }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  /// Digests all that a segment's bytes depend on; they do not depend on the container, nor on the codec of an animated
  /// picture.
  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(pixelFormat.name)
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(frameRate)
    hasher.combine(encoder.encoder)
    for option in encoder.options {
      hasher.combine(option.name)
      hasher.combine(option.value)
    }
    hasher.combine(encoder.groupLength ?? 0)
    hasher.combine(isStacked)
    // Others keep the digests that they had.
    if colors != .standard(.sRGB) { colors.digest(into: &hasher) }
  }
}

/// Why frames cannot be encoded as requested.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String

  public init(reason: String) { self.reason = reason }

  public var description: String { "cannot use this output format: \(reason)" }
}
