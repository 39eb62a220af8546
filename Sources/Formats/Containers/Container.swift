import StageKit

/// A container of an output's packets, as a value: its file extension, its codecs, and how libav writes and reads it.
public struct Container: Hashable, Sendable {
  /// The way in which packets become files.
  public enum Storage: Hashable, Sendable {
    /// One file, by libav's muxer and demuxer of these names.
    case movie(muxer: String, demuxer: String)
    /// One file, which is encoded as a whole; libav's demuxer of this name reads it, where there is one.
    case animation(demuxer: String?)
    /// A file for each packet, numbered where the name says `{frame}`.
    case numberedFiles
    /// One picture of all frames, with an index next to it.
    case sheet
  }

  /// The rule for whether a movie has sound.
  public enum SoundTrack: Hashable, Sendable {
    case none
    /// Its first packet begins with its first sample.
    case exact
    /// Decoding gives other samples before its first one.
    case late
  }

  /// The structure of its files.
  public enum Family: Hashable, Sendable {
    /// Boxes of the ISO base media file format (ISO/IEC 14496-12), and of QuickTime, where it is from.
    case baseMedia
    /// Matroska (RFC 9559) and its subset WebM.
    case matroska
    /// A still or animated picture a file.
    case pictures
  }

  /// Its name in messages.
  public let name: String
  /// Without the dot.
  public let ending: String
  /// The names of the codecs that it holds; the first that has alpha, where it is asked for, is the one for files that
  /// name none.
  public let codecs: [String]
  public let storage: Storage
  public let family: Family
  /// The MIME type; nil unless browsers play it.
  public let mediaType: String?
  /// The key of the metadata that names the program that wrote a movie.
  public let signatureKey: String
  /// Ticks a second of all frames' times, where the container does not leave them to the writer.
  public let fixedTimeScale: Int?
  /// The most frames a second that it can show.
  public let maxFrameRate: FrameRate?
  /// The codecs of sound that it holds; the first is the one of files that name none.
  public let soundCodecs: [SoundCodec]
  /// libav's options of the muxer for movies at a rate.
  public let muxerOptions: @Sendable (FrameRate, SoundTrack) -> [(name: String, value: String)]

  public init(
    _ name: String, ending: String, codecs: [String], storage: Storage, family: Family = .pictures,
    mediaType: String? = nil,
    signatureKey: String = "encoding_tool", fixedTimeScale: Int? = nil,
    maxFrameRate: FrameRate? = nil, soundCodecs: [SoundCodec] = [],
    muxerOptions: @escaping @Sendable (FrameRate, SoundTrack) -> [(name: String, value: String)] = { _, _ in [] }
  ) {
    self.name = name
    self.ending = ending
    self.codecs = codecs
    self.storage = storage
    self.family = family
    self.mediaType = mediaType
    self.signatureKey = signatureKey
    self.fixedTimeScale = fixedTimeScale
    self.maxFrameRate = maxFrameRate
    self.soundCodecs = soundCodecs
    self.muxerOptions = muxerOptions
  }

  public static func == (a: Container, b: Container) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The placeholder of a frame's number in the names of files.
  public static let framePlaceholder = "{frame}"

  /// The container of a sheet of sprites in pictures of this kind.
  public var sheet: Container {
    Container("\(name) with sprites", ending: ending, codecs: codecs, storage: .sheet, mediaType: mediaType)
  }

  /// Those whose files can hold a single still.
  public static let stills: [Container] = [.pngFiles, .jpegFiles, .webp, .avif]

  public var isNumbered: Bool { storage == .numberedFiles }

  /// The codec of files that name none: the first that has alpha where that is asked for, else the first.
  public func defaultCodec(alpha: Bool) -> (any Codec)? {
    let known = codecs.compactMap { Codecs.named($0) }
    return (alpha ? known.first { $0.hasAlpha } : nil) ?? known.first
  }

  /// The codec of sound of files that name none, with pictures of a codec: without loss where these are for editors.
  public func defaultSoundCodec(beside codec: any Codec) -> SoundCodec? {
    (codec.name == ProRes().name ? soundCodecs.first { $0.defaultBitRate == nil } : nil) ?? soundCodecs.first
  }

  /// Ticks a second of the times of frames at a rate.
  public func timeScale(at rate: FrameRate) -> Int { fixedTimeScale ?? rate.timeScale }

  /// When a frame is shown, in ticks, to the nearest; exact unless the container fixes the scale.
  public func time(ofFrame index: Int, at rate: FrameRate) -> Int {
    let scale = timeScale(at: rate)
    if scale.isMultiple(of: rate.numerator) { return index * rate.denominator * (scale / rate.numerator) }
    let (quotient, remainder) = (index * rate.denominator * scale + rate.numerator / 2)
      .quotientAndRemainder(dividingBy: rate.numerator)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// All containers.
public enum Containers {
  public static let all: [Container] = [.mp4, .mov, .webm, .matroska, .gif, .apng, .webp, .avif, .pngFiles, .jpegFiles]

  /// The container for a file's name; nil where its ending is none of theirs.
  public static func forFile(_ file: String) -> Container? {
    all.first { file.hasSuffix("." + $0.ending) }
  }
}

extension FrameRate {
  /// The smallest multiple of the numerator by a power of two that is at least 10,000: with this many ticks a second
  /// every frame lasts a whole number of them.
  public var timeScale: Int {
    var scale = numerator
    while scale < 10_000 { scale *= 2 }
    return scale
  }
}
