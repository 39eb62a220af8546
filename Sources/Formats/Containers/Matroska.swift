extension Container {
  /// Matroska (RFC 9559). libav writes times in milliseconds.
  public static let matroska = Container(
    "Matroska", ending: "mkv", codecs: ["ffv1"], storage: .movie(muxer: "matroska", demuxer: "matroska"),
    family: .matroska, signatureKey: "ENCODED_BY", fixedTimeScale: 1000,
    soundCodecs: [.flac, .pcm, .opus])
}
