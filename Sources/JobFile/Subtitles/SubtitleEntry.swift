import Files
import Reporting
import StageKit

/// Subtitles of a job, in one language.
public struct SubtitleEntry: Sendable {
  /// Unique among the job's subtitles; files next to videos are named after it.
  public var id: String
  public var file: FileReference
  /// A BCP 47 tag such as `en` or `pt-BR`; nil where it is not said.
  public var language: String?
  public var position: SourcePosition
  /// Such as `subtitles[0]`.
  public var path: String

  /// The format in which it is written as it came in: SubRip, and WebVTT for all others, which it holds best.
  public var format: SubtitleFormat { file.literal.lowercased().hasSuffix(".srt") ? .srt : .vtt }
}

/// The way in which an output carries the job's subtitles.
public enum OutputSubtitles: String, Hashable, Sendable, CaseIterable {
  /// As streams of the movie.
  case track
  /// As files next to it, in the format that they came in, and in WebVTT where that is only read.
  case file
  /// As SubRip files next to it.
  case srt
  /// As WebVTT files next to it.
  case vtt
}

extension OutputEntry {
  /// The name of a file of subtitles next to it, and its format; nil where they are not in files.
  public func file(of entry: SubtitleEntry) -> (name: String, format: SubtitleFormat)? {
    let format: SubtitleFormat
    switch subtitles {
    case .file: format = entry.format
    case .srt: format = .srt
    case .vtt: format = .vtt
    case .track, nil: return nil
    }
    return ("\(file.dropLast(container.ending.count + 1)).\(entry.id).\(format.rawValue)", format)
  }
}

extension Job {
  /// The faults of the files of subtitles, and warnings of what is not kept of them by `read`, which gives nil for files that
  /// cannot be read and are left to `inputFileErrors`, or by an output.
  public func subtitleErrors(
    _ read: (SubtitleEntry) throws(SubtitleError) -> (track: SubtitleTrack, remarks: [SubtitleError.Fault])?
  ) -> DiagnosticList {
    var list = DiagnosticList(file: file)
    for entry in subtitles {
      do {
        guard let (track, remarks) = try read(entry) else { continue }
        for remark in remarks { list.add(.warning, diagnostic(of: remark, in: entry)) }
        for loss in losses(of: track, entry) { list.add(.warning, loss) }
      } catch {
        for fault in error.faults { list.add(.error, diagnostic(of: fault, in: entry)) }
      }
    }
    return list
  }

  /// A fault within a file of subtitles.
  public func diagnostic(of fault: SubtitleError.Fault, in entry: SubtitleEntry) -> Diagnostic {
    diagnostic(
      at: entry.position, path: "\(entry.path).file", fault.text(in: entry.file.literal), hint: fault.hint)
  }
}
