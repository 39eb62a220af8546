/// A way to compress sound, as a value.
public struct SoundCodec: Hashable, Sendable {
  /// As an output's `sound` names it.
  public let name: String
  /// One sentence.
  public let summary: String
  /// libav's name of the encoder.
  public let encoder: String
  /// libav's options, in the order in which they are set.
  public let options: [Option]
  /// libav's name of the stream's codec.
  public let streamName: String
  /// In kb/s; nil where nothing is lost.
  public let defaultBitRate: Int?

  /// An option of libav.
  public struct Option: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  init(
    _ name: String, _ summary: String, encoder: String, options: [Option] = [], streamName: String,
    defaultBitRate: Int? = nil
  ) {
    self.name = name
    self.summary = summary
    self.encoder = encoder
    self.options = options
    self.streamName = streamName
    self.defaultBitRate = defaultBitRate
  }

  /// AAC-LC by libav's own encoder; all that it can decide is searched for in two loops, and noise is coded as it is:
  /// decoders would put other noise in its place, with other peaks.
  public static let aac = SoundCodec(
    "aac", "For all players.", encoder: "aac",
    options: [Option(name: "aac_coder", value: "twoloop"), Option(name: "aac_pns", value: "0")], streamName: "aac",
    defaultBitRate: 192)

  /// Opus by libopus.
  public static let opus = SoundCodec(
    "opus", "For browsers: smaller than AAC.", encoder: "libopus",
    options: [
      Option(name: "application", value: "audio"), Option(name: "vbr", value: "on"),
      Option(name: "compression_level", value: "10"), Option(name: "frame_duration", value: "20"),
    ], streamName: "opus", defaultBitRate: 160)

  /// Samples of 24 bits.
  public static let pcm = SoundCodec(
    "pcm", "For editors: samples of 24 bits as they are.", encoder: "pcm_s24le", streamName: "pcm_s24le")

  /// FLAC with samples of 24 bits.
  public static let flac = SoundCodec(
    "flac", "Samples of 24 bits, compressed without loss.", encoder: "flac",
    options: [Option(name: "compression_level", value: "8")], streamName: "flac")

  public static let all: [SoundCodec] = [.aac, .opus, .pcm, .flac]

  public static func named(_ name: String) -> SoundCodec? { all.first { $0.name == name } }
}

/// A file that holds nothing but sound, as a value.
public struct SoundContainer: Hashable, Sendable {
  /// Its name in messages.
  public let name: String
  /// Without the dot.
  public let ending: String
  /// libav's name of the muxer.
  public let muxer: String
  /// The first is the one of files that name none.
  public let codecs: [SoundCodec]
  /// The key of the metadata that names the program that wrote a file.
  public let signatureKey: String

  public static let wav = SoundContainer(
    name: "WAV", ending: "wav", muxer: "wav", codecs: [.pcm], signatureKey: "ICMT")
  public static let m4a = SoundContainer(
    name: "M4A", ending: "m4a", muxer: "ipod", codecs: [.aac], signatureKey: "encoding_tool")

  public static let all: [SoundContainer] = [.wav, .m4a]

  /// The container for a file's name; nil where its ending is none of theirs.
  public static func forFile(_ file: String) -> SoundContainer? {
    all.first { file.hasSuffix("." + $0.ending) }
  }
}
