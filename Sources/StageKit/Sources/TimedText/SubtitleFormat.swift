/// The text formats of subtitles.
public enum SubtitleFormat: String, Hashable, Sendable, CaseIterable {
  /// SubRip.
  case srt
  /// WebVTT.
  case vtt
}
