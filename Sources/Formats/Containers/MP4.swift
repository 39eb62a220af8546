import StageKit

extension Container {
  /// MP4 (ISO/IEC 14496-14), with the index before the packets, so that playing can start during a download.
  public static let mp4 = Container(
    "MP4", ending: "mp4", codecs: ["h264", "hevc", "av1"], storage: .movie(muxer: "mp4", demuxer: "mp4"),
    family: .baseMedia, mediaType: "video/mp4", muxerOptions: baseMediaOptions)

  /// The index first, and times that are exact at every frame rate.
  static func baseMediaOptions(at rate: FrameRate) -> [(name: String, value: String)] {
    [
      ("movflags", "+faststart+write_colr"), ("video_track_timescale", "\(rate.timeScale)"),
      // The edit list counts in the movie's own ticks: with these its duration is exact as well.
      ("movie_timescale", "\(rate.timeScale)"),
    ]
  }
}
