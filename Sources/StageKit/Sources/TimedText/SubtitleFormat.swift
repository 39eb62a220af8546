/// The formats of subtitles that are written.
public enum SubtitleFormat: String, Hashable, Sendable, CaseIterable {
  /// SubRip.
  case srt
  /// WebVTT.
  case vtt
}

extension SubtitleTrack {
  /// The endings of the files that `StageContext.subtitles` reads.
  public static let fileEndings = ["srt", "vtt", "ass", "ssa", "ttml", "dfxp", "itt", "xml", "stl", "json"]

  /// The names of their formats, for a sentence.
  public static let fileFormats = "SubRip, WebVTT, ASS, SSA, TTML, EBU STL or Whisper's JSON"
}
