import StageKit

/// A way to compress frames, as a value: its options, its pixel formats, and the configuration of its encoder.
///
/// A codec is one type in a file of its own, listed in `Codecs.all`. Everything that reads, documents or judges outputs
/// asks its definition.
public protocol Codec: Sendable {
  /// The options that an output may set.
  associatedtype Options: ParameterGroup
  /// As an output's `codec` names it.
  var name: String { get }
  /// One sentence.
  var summary: String { get }
  /// The pixel formats that it encodes, opaque and with alpha; the preferred one of each kind comes first.
  var pixelFormats: [PixelFormat] { get }
  /// libav's name of the stream's codec.
  var streamName: String { get }
  /// Why it has no alpha, though its standard knows it; nil where there is nothing to explain.
  var whyOpaque: String? { get }
  /// True if its stream says where chroma lies; Matroska files say it of any.
  var hasChromaLocation: Bool { get }
  /// True if its pictures can say that they are in Display P3.
  var carriesDisplayP3: Bool { get }
  /// True if it has formats of 10 bits for HDR.
  var carriesHDR: Bool { get }
  /// Adds to an encoder's configuration what HDR pictures say of themselves.
  func describe(_ metadata: HDRMetadata, in configuration: inout EncoderConfiguration)
  /// The option that keeps common players from showing what it encodes, why, and what to do; nil where there is none.
  func playbackFault(_ options: Options) -> (option: String, reason: String, hint: String)?
  /// True if pixels can be partly transparent, or are drawn over a color where they are.
  func hasTranslucency(_ options: Options) -> Bool
  /// The shortest side that it takes, in pixels.
  var minSide: Int { get }

  /// The pixel format that options ask for, with or without alpha; nil where they have none such.
  func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat?
  /// The format to which libav decodes frames of a pixel format.
  func decodedFormat(of format: PixelFormat) -> PixelFormat
  /// The configuration of libav's encoder.
  func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration
  /// The required fidelity of decoded frames to the drawn ones.
  func fidelity(_ options: Options) -> Fidelity
  /// An estimate of the bytes that an encoder of pictures of `pixels` pixels takes; measured at 540 and 1080 rows.
  func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int

  /// The length of the description of the encoder at a packet's start, in bytes; files leave it out.
  func encoderInfoLength(_ packet: Span<UInt8>) -> Int
  /// True if decoding can start at a key packet, as its container stores it, without earlier packets.
  func isRandomAccessPoint(_ packet: Span<UInt8>) -> Bool
}

extension Codec {
  public var whyOpaque: String? { nil }
  public var hasChromaLocation: Bool { true }
  public var minSide: Int { 1 }
  public var carriesDisplayP3: Bool { true }
  public var carriesHDR: Bool { false }
  public func describe(_ metadata: HDRMetadata, in configuration: inout EncoderConfiguration) {}
  public func playbackFault(_ options: Options) -> (option: String, reason: String, hint: String)? { nil }
  public func hasTranslucency(_ options: Options) -> Bool { hasAlpha }
  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    pixelFormats.first { ($0.alpha != .none) == alpha }
  }
  public func decodedFormat(of format: PixelFormat) -> PixelFormat { format }
  public func encoderInfoLength(_ packet: Span<UInt8>) -> Int { 0 }
  public func isRandomAccessPoint(_ packet: Span<UInt8>) -> Bool { true }

  /// True if it can carry alpha.
  public var hasAlpha: Bool { pixelFormats.contains { $0.alpha != .none } }

  /// The declarations of the options, in order, for the host.
  public var options: [ParameterDeclaration] { Options.declarations }
}

// An output's options, as they were read and checked.
extension Codec {
  /// Frames from one key frame to the next; nil where every frame is one.
  public func groupLength(_ values: ParameterValues, at rate: FrameRate) -> Int? {
    encoder(values, pixelFormats[0], at: rate).groupLength
  }

  /// See `playbackFault(_:)`.
  public func playbackFault(_ values: ParameterValues) -> (option: String, reason: String, hint: String)? {
    playbackFault(Options(reading: values))
  }

  /// See `hasTranslucency(_:)`.
  public func hasTranslucency(_ values: ParameterValues) -> Bool { hasTranslucency(Options(reading: values)) }

  /// See `pixelFormat(_:alpha:)`.
  public func pixelFormat(_ values: ParameterValues, alpha: Bool) -> PixelFormat? {
    pixelFormat(Options(reading: values), alpha: alpha)
  }

  /// See `encoder(_:_:at:)`.
  public func encoder(_ values: ParameterValues, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    encoder(Options(reading: values), format, at: rate)
  }

  /// See `fidelity(_:)`.
  public func fidelity(_ values: ParameterValues) -> Fidelity { fidelity(Options(reading: values)) }

  /// See `encoderMemory(_:_:pixels:)`.
  public func encoderMemory(_ values: ParameterValues, _ format: PixelFormat, pixels: Int) -> Int {
    encoderMemory(Options(reading: values), format, pixels: pixels)
  }
}

extension ParameterGroup {
  /// Options that were checked when their job was read; the defaults where a group refuses them all the same.
  public init(reading values: ParameterValues) { self = (try? Self(values)) ?? Self() }
}

/// The configuration of libav's encoder for a segment.
public struct EncoderConfiguration: Sendable {
  /// libav's name of the encoder.
  public var encoder: String
  /// libav's options, in the order in which they are set.
  public var options: [(name: String, value: String)]
  /// Frames from one key frame to the next, which closed groups begin with; nil where every frame is one.
  public var groupLength: Int?
  /// True if the encoder writes parameter sets, which a container has once for the whole stream.
  public var hasParameterSets: Bool
  /// True if the encoder refers to a frame's memory after the call, so that it needs a copy.
  public var keepsFrames: Bool
  /// Frames that decoding runs ahead of presentation; nil where the encoder says it.
  public var reorderDelay: Int?
  /// The four characters that name the stream's codec in MP4 and MOV files; nil for libav's choice.
  public var tag: String?
  /// libav's pixel format that red, green and blue are converted to for the encoder, in full range by BT.601's matrix; nil
  /// where it takes frames as they are.
  public var sampleFormat: String?
  /// True if no two threads may have such an encoder at the same time, because it changes what all of them share.
  public var isExclusive: Bool

  public init(
    _ encoder: String, options: [(name: String, value: String)] = [], groupLength: Int? = nil,
    hasParameterSets: Bool = true, keepsFrames: Bool = false, reorderDelay: Int? = nil, tag: String? = nil,
    sampleFormat: String? = nil, isExclusive: Bool = false
  ) {
    self.encoder = encoder
    self.options = options
    self.groupLength = groupLength
    self.hasParameterSets = hasParameterSets
    self.keepsFrames = keepsFrames
    self.reorderDelay = reorderDelay
    self.tag = tag
    self.sampleFormat = sampleFormat
    self.isExclusive = isExclusive
  }

  /// Adds parameters to those that an option of libav hands on, with colons between.
  mutating func add(_ parameters: String, to name: String) {
    guard let index = options.firstIndex(where: { $0.name == name }) else { return }
    options[index].value += ":" + parameters
  }
}

/// The required fidelity of decoded frames to the drawn ones.
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
  public static let all: [any Codec] = [
    H264(), HEVC(), AV1(), VP9(), ProRes(), FFV1(), GIF(), APNG(), WebP(), AVIF(), PNG(), JPEG(),
  ]

  /// The options of all codecs by name, each with what codecs mean by it: options of one name and summary are one.
  public static var allOptions: [[ParameterDeclaration]] {
    var groups: [[ParameterDeclaration]] = []
    for declaration in all.flatMap(\.options) {
      guard let group = groups.firstIndex(where: { $0[0].name == declaration.name }) else {
        groups.append([declaration])
        continue
      }
      if !groups[group].contains(where: { $0.summary == declaration.summary }) { groups[group].append(declaration) }
    }
    return groups
  }

  public static func named(_ name: String) -> (any Codec)? { all.first { $0.name == name } }
}
