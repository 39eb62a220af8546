import Files
import MediaBase
import StageKit
import Synchronization
import Video

/// The file that was viewed last, open.
final class DeliveredClips: Sendable {
  private let last = Mutex<(path: String, stamp: FileStamp?, clip: ClipFile)?>(nil)

  /// Throws where the file holds no pictures.
  func clip(_ path: String) throws(MediaError) -> ClipFile {
    let stamp = FileStamp(path)
    if let known = last.withLock({ $0 }), known.path == path, known.stamp == stamp { return known.clip }
    let digest = Digest { hasher in
      hasher.combine(path)
      hasher.combine("\(String(describing: stamp))")
    }
    let clip = try ClipFile(path: path, named: path, digest: digest)
    last.withLock { $0 = (path, stamp, clip) }
    return clip
  }
}
