import StageKit

/// A way to compress frames, as a value: its options, its pixel formats, and the configuration of its encoder.
///
/// A codec is one type in a file of its own, listed in `Codecs.all`. Everything that reads, documents or judges outputs
/// asks its definition.
public protocol Codec: Sendable {
  /// As an output's `codec` names it.
  var name: String { get }
  /// One sentence.
  var summary: String { get }
  /// The options that an output may set.
  var options: [any AnyParameter] { get }
  /// The pixel formats that it encodes, opaque and with alpha; the preferred one of each kind comes first.
  var pixelFormats: [PixelFormat] { get }
  /// libav's name of the stream's codec.
  var streamName: String { get }

  /// The configuration of libav's encoder.
  func encoder(_ options: Parameters, at rate: FrameRate) -> EncoderConfiguration
  /// How close decoded frames must come to what was drawn.
  func fidelity(_ options: Parameters) -> Fidelity
  /// About how many bytes an encoder allocates.
  func encoderMemory(_ options: Parameters, pixels: Int) -> Int

  /// The length of the description of the encoder at a packet's start, in bytes; files leave it out.
  func encoderInfoLength(_ packet: Span<UInt8>) -> Int
  /// Whether decoding can start at a key packet, as its container stores it, without earlier packets.
  func isRandomAccessPoint(_ packet: Span<UInt8>) -> Bool
}

extension Codec {
  public func encoderInfoLength(_ packet: Span<UInt8>) -> Int { 0 }
  public func isRandomAccessPoint(_ packet: Span<UInt8>) -> Bool { true }

  /// Whether it can carry alpha.
  public var hasAlpha: Bool { pixelFormats.contains { $0.alpha != .none } }

  /// The pixel format for frames with or without alpha; nil where it takes none such.
  public func pixelFormat(alpha: Bool) -> PixelFormat? { pixelFormats.first { ($0.alpha != .none) == alpha } }
}

/// The configuration of libav's encoder for a segment.
public struct EncoderConfiguration: Sendable {
  /// libav's name of the encoder.
  public var encoder: String
  /// libav's options, in the order in which they are set.
  public var options: [(name: String, value: String)]
  /// Frames from one key frame to the next, which closed groups begin with; nil where every frame is one.
  public var groupLength: Int?
  /// Whether the encoder writes parameter sets, which a container has once for the whole stream.
  public var hasParameterSets: Bool
  /// Whether the encoder refers to a frame's memory after the call, so that it needs a copy.
  public var keepsFrames: Bool

  public init(
    _ encoder: String, options: [(name: String, value: String)] = [], groupLength: Int? = nil,
    hasParameterSets: Bool = true, keepsFrames: Bool = false
  ) {
    self.encoder = encoder
    self.options = options
    self.groupLength = groupLength
    self.hasParameterSets = hasParameterSets
    self.keepsFrames = keepsFrames
  }
}

/// How close decoded frames must come to what was drawn.
public enum Fidelity: Hashable, Sendable {
  /// Every sample is the same.
  case exact
  case lossy(QualityFloor)
  /// Red, green and blue, where they are opaque, differ by no more than this peak signal-to-noise ratio, in decibels.
  case picture(minPSNR: Double)
}

/// All codecs.
public enum Codecs {
  /// In the order in which they are listed to users.
  public static let all: [any Codec] = [H264(), FFV1(), GIF(), PNG()]

  /// The options of all codecs, each name once.
  public static var allOptions: [ParameterDeclaration] {
    var declarations: [ParameterDeclaration] = []
    for declaration in all.flatMap(\.options).map(\.declaration)
    where !declarations.contains(where: { $0.name == declaration.name }) {
      declarations.append(declaration)
    }
    return declarations
  }

  public static func named(_ name: String) -> (any Codec)? { all.first { $0.name == name } }
}

/// Options that codecs share.
public enum CodecOptions {
  public static let gop = Parameter.integer(
    "gop", "Frames from one key frame to the next; two seconds' unless given.", in: 1...100_000
  ).optional

  /// The group length that options ask for: two seconds, to the nearest frame, unless given.
  static func groupLength(_ options: Parameters, at rate: FrameRate) -> Int {
    options[gop] ?? defaultGroupLength(at: rate)
  }

  /// Two seconds, to the nearest frame.
  public static func defaultGroupLength(at rate: FrameRate) -> Int {
    max(1, Int((2 * rate.framesPerSecond).rounded()))
  }
}
