import Coding

/// The loudness and the encoding of an output's sound.
public struct SoundFormat: Hashable, Sendable, Digestible {
  public var codec: SoundCodec
  /// In kb/s; of no account where the codec loses nothing.
  public var bitRate: Int
  public var loudness: Loudness

  public init(codec: SoundCodec, bitRate: Int? = nil, loudness: Loudness = .standard) {
    self.codec = codec
    self.bitRate = bitRate ?? codec.defaultBitRate ?? 0
    self.loudness = loudness
  }

  /// Samples a second of all outputs.
  public static let sampleRate = 48_000

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(codec.encoder)
    for option in codec.options {
      hasher.combine(option.name)
      hasher.combine(option.value)
    }
    hasher.combine(bitRate)
    hasher.combine(loudness.target ?? .infinity)
    hasher.combine(loudness.maxTruePeak)
  }
}

/// The loudness of an output.
public struct Loudness: Hashable, Sendable {
  /// Integrated loudness in LUFS (ITU-R BS.1770); nil to leave the mix as it is.
  public var target: Double?
  /// In dBTP (ITU-R BS.1770, annex 2); of no account without a target.
  public var maxTruePeak = -1.0

  public init(target: Double?, maxTruePeak: Double = -1) {
    self.target = target
    self.maxTruePeak = maxTruePeak
  }

  /// The level of most platforms: −14 LUFS, with peaks up to −1 dBTP.
  public static let standard = Loudness(target: -14)
  public static let asIs = Loudness(target: nil)
}
