import Files
import JobFile
import Rendering
import Reporting
import Sound
import Synchronization

/// The peaks of sounds' files, each decoded once until the file changes.
final class SoundPictures: Sendable {
  private struct Known {
    let path: String
    let stamp: FileStamp?
    let peaks: SoundPeaks
  }

  /// The last one that was asked for is at the end.
  private let known = Mutex<[Known]>([])
  /// Held while a file is decoded, so that nobody else decodes it.
  private let decoding = Mutex(())
  private static let capacity = 64

  func peaks(of entry: SoundEntry, in job: PlannedJob) throws(Diagnostic) -> SoundPeaks {
    let path = entry.file.path
    if let found = found(path) { return found }
    return try decoding.withLock { (_) throws(Diagnostic) in
      if let found = found(path) { return found }
      let stamp = FileStamp(path)
      let peaks = try job.soundPeaks(of: entry)
      known.withLock { known in
        known.removeAll { $0.path == path }
        known.append(Known(path: path, stamp: stamp, peaks: peaks))
        if known.count > Self.capacity { known.removeFirst() }
      }
      return peaks
    }
  }

  private func found(_ path: String) -> SoundPeaks? {
    let stamp = FileStamp(path)
    return known.withLock { known in
      guard let index = known.firstIndex(where: { $0.path == path && $0.stamp == stamp }) else { return nil }
      let found = known.remove(at: index)
      known.append(found)
      return found.peaks
    }
  }
}
