extension Container {
  /// WebM, the part of Matroska that browsers play, with the index first. libav writes times in milliseconds.
  public static let webm = Container(
    "WebM", ending: "webm", codecs: ["vp9", "av1"], storage: .movie(muxer: "webm", demuxer: "matroska"),
    family: .matroska, mediaType: "video/webm", signatureKey: "ENCODED_BY", fixedTimeScale: 1000,
    soundCodecs: [.opus], muxerOptions: { _, _ in [("cues_to_front", "1")] })
}
