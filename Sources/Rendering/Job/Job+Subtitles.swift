import JobFile
import StageKit
import SubtitleFiles
import Video

extension Job {
  /// The job's subtitles, read, where an output carries them. Throws `JobFailure.badJob`.
  public func subtitleTracks() throws(JobFailure) -> [(entry: SubtitleEntry, track: SubtitleTrack)] {
    guard outputs.contains(where: { $0.subtitles != nil }) else { return [] }
    var result: [(SubtitleEntry, SubtitleTrack)] = []
    for entry in subtitles {
      let bytes: [UInt8]
      do {
        bytes = try fileAccess.open(entry.file.path).bytes(limit: JobLimits.fileSize)
      } catch {
        throw .badJob([diagnostic(at: entry.position, path: "\(entry.path).file", error.message, hint: error.hint)])
      }
      do {
        result.append((entry, try SubtitleFile.read(bytes, name: entry.file.literal).track))
      } catch {
        throw .badJob(error.faults.map { diagnostic(of: $0, in: entry) })
      }
    }
    return result
  }
}

extension SubtitleTrack {
  /// The subtitles that are shown with the frames from an instant on, for a duration in seconds; their times count from
  /// the first frame.
  public func subtitles(in language: String?, from start: Double, duration: Double) -> MovieSubtitles {
    MovieSubtitles(track: cut(from: start, to: start + duration), language: language, duration: duration)
  }
}
