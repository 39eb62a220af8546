/// Measured properties of a delivered file; nil if not measured.
public struct DeliveryFacts: Hashable, Sendable {
  /// The ending of its name, without the dot.
  public var ending: String?
  /// The codec by the name that an output gives it, or by libav's.
  public var codec: String?
  /// The codec's profile by libav's name: `High`.
  public var codecProfile: String?
  /// The codec's level: 4.0.
  public var level: Double?
  /// libav's name of the pixel format.
  public var pixelFormat: String?
  /// In pixels, as is `height`.
  public var width: Int?
  public var height: Int?
  public var framesPerSecond: Double?
  public var seconds: Double?
  public var bytes: Int?
  /// The longest time from one key frame to the next, in seconds.
  public var groupSeconds: Double?
  /// The most frames in a row that refer to later ones.
  public var bFrames: Int?
  /// True if each group can be decoded without the one before it.
  public var hasClosedGroups: Bool?
  /// True if the index comes before the pictures.
  public var isIndexFirst: Bool?
  public var hasEditList: Bool?
  /// True if colors are tagged as BT.709 in limited range.
  public var isRec709: Bool?
  /// True if luma and chroma take all values; nil for colors of red, green and blue.
  public var isFullRange: Bool?
  /// The transfer curve of high dynamic range, `PQ` or `HLG`; nil for others.
  public var hdr: String?
  /// True if frames hold the rows of two fields.
  public var isInterlaced: Bool?
  public var hasAlpha: Bool?
  /// The sound's codec, by the name that an output gives it, or by libav's; nil without sound, as all that follow.
  public var soundCodec: String?
  /// The codec's profile by libav's name: `LC`.
  public var soundProfile: String?
  /// Samples a second.
  public var sampleRate: Int?
  public var channelCount: Int?
  /// The sound's mean bit rate in kb/s.
  public var soundBitRate: Double?

  public init() {}

  /// The mean bit rate in Mb/s.
  public var megabitsPerSecond: Double? {
    guard let bytes, let seconds, seconds > 0 else { return nil }
    return Double(bytes) * 8 / seconds / 1_000_000
  }
}
