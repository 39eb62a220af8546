import Files
import MediaBase
import StageKit

/// Writes a file of subtitles next to a movie, together with it.
public final class SubtitleFileWriter: OutputWriter {
  private let output: AtomicFile
  private let text: String

  /// Throws if the folder does not exist or cannot be written to.
  public init(path: String, track: SubtitleTrack, format: SubtitleFormat) throws(MediaError) {
    output = try AtomicFile.output(to: path)
    text = Self.text(track, format)
  }

  public var temporaryPath: String { output.temporaryPath }
  public func append(_ segment: EncodedSegment) {}
  public func cancel() { output.discard() }

  public func finish() throws(MediaError) {
    try output.append(Array(text.utf8))
    try output.finish()
  }

  private static let webVTTHeader = "WEBVTT\n\nNOTE Written by pipeline\n"

  /// The file's text. WebVTT says in a note what wrote it.
  public static func text(_ track: SubtitleTrack, _ format: SubtitleFormat) -> String {
    let text = track.text(format)
    return format == .vtt ? webVTTHeader + text.dropFirst("WEBVTT\n".count) : text
  }

  /// True if what is at a path is a file of subtitles that this program wrote; false for links.
  ///
  /// SubRip has no comments. A file in it counts as the program's own where it is just as the program writes one, and
  /// `isBesideOwnMovie`: the movie that it belongs to is the program's.
  public static func isOwn(_ path: String, _ format: SubtitleFormat, isBesideOwnMovie: Bool) -> Bool {
    guard let bytes = try? RegularFile(path, followingLinks: false).bytes(limit: 16 << 20) else { return false }
    if format == .vtt { return bytes.starts(with: webVTTHeader.utf8) }
    guard isBesideOwnMovie, let track = try? SubtitleTrack(bytes, format: .srt) else { return false }
    return Array(track.text(.srt).utf8) == bytes
  }
}
