import Formats
import Reporting
import StageKit
@_spi(Host) import TimedText

extension OutputEntry {
  /// What a viewer misses of a track in this output; nil where it is kept, or the output carries no subtitles.
  fileprivate func loss(of track: SubtitleTrack) -> String? {
    guard subtitles == .track else { return nil }
    if container.family == .baseMedia {
      return track.cues.contains { $0.position.isElsewhere } ? "timed text has no positions" : nil
    }
    guard container == .webm else { return nil }
    let color = track.cues.lazy.flatMap(\.lines).joined().lazy.compactMap(\.styledColor).first
    return color.map { "WebVTT in WebM has eight colors, and not '\($0)'" }
  }
}

extension Job {
  /// Warnings of what outputs do not keep of a track, one for each kind.
  func losses(of track: SubtitleTrack, _ entry: SubtitleEntry) -> [Diagnostic] {
    var files: [(loss: String, files: [String])] = []
    for output in outputs {
      guard let loss = output.loss(of: track) else { continue }
      if let index = files.firstIndex(where: { $0.loss == loss }) {
        files[index].files.append(output.file)
      } else {
        files.append((loss, [output.file]))
      }
    }
    return files.map { loss, files in
      let others = files.count > 1 ? " and \(files.count - 1) more" : ""
      return diagnostic(
        at: entry.position, path: "\(entry.path).file", "\(entry.file.literal): \(loss): '\(files[0])'\(others)",
        hint: #"Files next to the movie keep them: "subtitles": "vtt"."#)
    }
  }
}
