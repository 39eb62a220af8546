import StageKit

extension Container {
  /// MP4 (ISO/IEC 14496-14), with the index before the packets, so that playing can start during a download.
  public static let mp4 = Container(
    "MP4", ending: "mp4", codecs: ["h264", "hevc", "av1"], storage: .movie(muxer: "mp4", demuxer: "mp4"),
    family: .baseMedia, mediaType: "video/mp4", soundCodecs: [.aac], muxerOptions: baseMediaOptions)

  /// The index first, times that are exact at every frame rate, and the first frame at 0 without an edit list, which some
  /// receivers refuse: frames that are decoded late have offsets below 0 (ISO/IEC 14496-12, 8.6.1.3, version 1). Sound
  /// has one where decoding it begins before it is heard.
  static func baseMediaOptions(at rate: FrameRate, sound: Container.SoundTrack) -> [(name: String, value: String)] {
    [
      ("movflags", "+faststart+write_colr+negative_cts_offsets"), ("use_editlist", sound == .late ? "1" : "0"),
      ("video_track_timescale", "\(rate.timeScale)"),
      // The movie's own ticks: with these its duration is exact as well.
      ("movie_timescale", "\(sound != .none ? rate.timeScaleWithSound : rate.timeScale)"),
    ]
  }
}

extension FrameRate {
  /// Ticks a second in which both frames and samples last whole numbers.
  var timeScaleWithSound: Int {
    var (a, b) = (timeScale, SoundFormat.sampleRate)
    while b > 0 { (a, b) = (b, a % b) }
    let common = timeScale / a * SoundFormat.sampleRate
    return common <= Int(Int32.max) ? common : timeScale
  }
}
