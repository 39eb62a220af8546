import Foundation
import MediaBase

/// Files that are written as a whole or not at all.
public enum WholeFile {
  /// Replaces a file at once. Without `synchronizes` it may be the old one, or empty, after a power failure.
  ///
  /// `permissions` are those of any new file unless given. What is left where the process is killed is removed as that of
  /// other unfinished files.
  public static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32? = nil, synchronizes: Bool = true
  ) throws(MediaError) {
    let file = try AtomicOutputFile(for: path, permissions: permissions)
    try file.write(bytes)
    try file.commit(synchronizes: synchronizes)
  }
}
