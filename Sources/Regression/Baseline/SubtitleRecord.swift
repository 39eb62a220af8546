import Formats
import Foundation
import JobFile
import Rendering
import StageKit
import Video

/// Subtitles of a job in one language, as far as an output delivers them.
public struct SubtitleRecord: Codable, Hashable, Sendable {
  public var id: String
  /// Its name and a digest of its content.
  public var file: String
  /// A BCP 47 tag; nil where none is said.
  public var language: String?
  /// The cues as WebVTT has them, times of the video before its text, in the order of their starts.
  public var cues: [String]

  /// Records of all subtitles of a job that outputs carry: the cues that one of them shows. Throws `JobFailure`.
  static func records(of job: Job) throws -> [SubtitleRecord] {
    let spans = job.outputs.filter { $0.subtitles != nil }.map { output in
      let start = job.seconds(ofFrame: 0, of: output)
      return start..<start + job.frameRate(of: output).seconds(ofFrame: job.frameCount(of: output))
    }
    return try job.subtitleTracks().map { entry, track in
      let shown = track.cues.filter { cue in
        spans.contains { cue.start < $0.upperBound && max(cue.end, cue.start + 1e-9) > $0.lowerBound }
      }
      return SubtitleRecord(
        id: entry.id, file: ParameterText.text(entry.file), language: entry.language,
        cues: shown.map(text))
    }
  }

  private static func text(_ cue: SubtitleCue) -> String {
    // Before the times there may be styles of the file.
    let lines = SubtitleTrack(cues: [cue]).text(.vtt).split(separator: "\n").drop { !$0.contains("-->") }
      .map(String.init)
    // Classes of WebVTT do not tell colors exactly.
    let hasColor = cue.lines.joined().contains { $0.style.color != nil }
    return (lines + (hasColor ? [cue.text(.srt)] : [])).joined(separator: "\n")
  }
}
