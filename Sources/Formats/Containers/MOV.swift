extension Container {
  /// QuickTime movies, for editors. libav has no key for the program that wrote a movie, but one for the maker.
  public static let mov = Container(
    "QuickTime", ending: "mov", codecs: ["h264", "prores", "hevc"], storage: .movie(muxer: "mov", demuxer: "mov"),
    family: .baseMedia, mediaType: "video/quicktime", signatureKey: "make",
    soundCodecs: [.aac, .pcm], muxerOptions: baseMediaOptions)
}
