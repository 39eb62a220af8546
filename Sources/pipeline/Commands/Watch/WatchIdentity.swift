import Files
import Rendering
import StageKit
import Video

/// The identity of this program, as far as it is known without loading stages.
enum WatchIdentity {
  static var current: String {
    Digest { hasher in
      hasher.combine(MachineIdentity.current().digest)
      for library in (PluginFolders.own + PluginFolders.allowed).flatMap(PluginLibrary.all) {
        hasher.combine(library.path)
        hasher.combine("\(FileStamp(library.path)?.size ?? 0) \(FileStamp(library.path)?.modified ?? 0)")
      }
    }.description
  }
}

/// Files that this program writes and that could be taken for jobs.
enum OwnFiles {
  /// True if a file is the index of a sheet of sprites.
  static func isIndex(_ path: String) -> Bool { FileSignature.isOwnIndex(path) }
}
