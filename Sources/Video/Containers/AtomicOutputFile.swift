import Foundation
import MediaBase

/// A file that is written as a whole or not at all: under a temporary name in the same folder, then renamed.
///
/// Without `commit()` it is removed with this object.
final class AtomicOutputFile {
  let path: String
  /// Where to write; exists, empty, and belongs to this object.
  let temporaryPath: String
  private var descriptor: Int32 = -1

  /// Throws if the folder does not exist or may not be written to, or if `path` is a folder. `permissions` are those of
  /// any new file unless given.
  init(for path: String, permissions: mode_t? = nil) throws(MediaError) {
    self.path = path
    var isFolder: ObjCBool = false
    if path.isEmpty || path.hasSuffix("/")
      || (FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    {
      temporaryPath = ""
      throw MediaError("create the file", reason: "the path is a folder, not a file", file: path)
    }
    (temporaryPath, descriptor) = try UnfinishedFiles.create(beside: path) { path in
      open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, permissions == nil ? 0o666 : 0o600)
    }
    if let permissions, fchmod(descriptor, permissions) != 0 {
      throw LibAV.systemFailure("keep the file's permissions", file: path)
    }
  }

  deinit { discard() }

  /// Appends bytes to the temporary file.
  func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      if written <= 0 { throw LibAV.systemFailure("write the file", file: path) }
      rest = rest.dropFirst(written)
    }
  }

  /// Makes the next bytes follow those that others wrote to the temporary file.
  func seekToEnd() { lseek(descriptor, 0, SEEK_END) }

  func write(_ bytes: [UInt8]) throws(MediaError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(MediaError) in try write(UnsafeRawBufferPointer(buffer)) }
  }

  /// Synchronizes the content with the disk, unless told not to, then renames the file, replacing any other.
  func commit(synchronizes: Bool = true) throws(MediaError) {
    guard descriptor >= 0 else { throw MediaError("finish the file", reason: "it was discarded", file: path) }
    if synchronizes, fsync(descriptor) != 0 { throw LibAV.systemFailure("bring the file to the disk", file: path) }
    if rename(temporaryPath, path) != 0 { throw LibAV.systemFailure("rename the finished file", file: path) }
    close(descriptor)
    descriptor = -1
    if synchronizes { UnfinishedFiles.synchronizeFolder(of: path) }
  }

  /// Removes the temporary file, unless it was committed.
  func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(temporaryPath)
  }
}
