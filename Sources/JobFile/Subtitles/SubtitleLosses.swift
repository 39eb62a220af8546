import Formats
import Reporting
import StageKit
@_spi(Host) import TimedText

extension OutputEntry {
  /// The part of a track that a viewer misses in this output; nil where all is kept, or the output carries no subtitles.
  fileprivate func loss(of track: SubtitleTrack) -> String? {
    guard subtitles == .track else { return nil }
    if container.family == .baseMedia {
      return track.cues.contains { $0.position.isElsewhere } ? "positions, which timed text does not have" : nil
    }
    guard container == .webm else { return nil }
    let color = track.cues.lazy.flatMap(\.lines).joined().lazy.compactMap(\.styledColor).first
    return color.map { "colors such as '\($0)', which WebVTT in WebM does not have" }
  }
}

extension Job {
  /// Warnings of what outputs do not keep of a track, one for each kind.
  func losses(of track: SubtitleTrack, _ entry: SubtitleEntry) -> [Diagnostic] {
    var files: [(loss: String, files: [String])] = []
    for output in outputs {
      let range = range(of: output)
      let shown = track.cut(
        from: frameRate.seconds(ofFrame: range.lowerBound), to: frameRate.seconds(ofFrame: range.upperBound))
      guard let loss = output.loss(of: shown) else { continue }
      if let index = files.firstIndex(where: { $0.loss == loss }) {
        files[index].files.append(output.file)
      } else {
        files.append((loss, [output.file]))
      }
    }
    return files.map { loss, files in
      let kept = files.count > 1 ? " and \(files.count - 1) more do not keep" : " does not keep"
      return diagnostic(
        at: entry.position, path: "\(entry.path).file", "\(entry.file.literal): '\(files[0])'\(kept) \(loss)",
        hint: #"Files next to the movie keep them: "subtitles": "vtt"."#)
    }
  }
}
