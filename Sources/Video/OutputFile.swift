import Foundation
import Synchronization

/// A file that comes into being whole or not at all: written under another name in the same folder, then renamed.
///
/// What was not committed is removed when this goes away. What a process left that was killed is removed by the next one
/// that writes to the folder: a lock tells that nobody is writing to it any more.
final class OutputFile {
  let path: String
  /// Where to write; exists, empty, and belongs to this object.
  let temporaryPath: String
  private var descriptor: Int32 = -1

  private static let operation = "create the file"

  /// Throws if the folder does not exist or may not be written to, or if `path` is a folder.
  init(for path: String) throws(VideoError) {
    self.path = path
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    if path.isEmpty || path.hasSuffix("/")
      || (FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    {
      temporaryPath = ""
      throw VideoError(Self.operation, reason: "the path is a folder, not a file", file: path)
    }
    Self.removeLeftovers(in: folder)
    var number = 0
    var candidate = ""
    var opened: Int32 = -1
    repeat {
      candidate = "\(folder)/\(Self.prefix)\(getpid())-\(number)"
      opened = Self.create(candidate)
      number += 1
    } while opened < 0 && errno == EEXIST
    temporaryPath = candidate
    descriptor = opened
    if opened < 0 {
      let code = -errno
      var hint: String?
      if errno == ENOENT { hint = "The folder \(folder) does not exist" }
      if errno == EACCES || errno == EROFS { hint = "The folder \(folder) may not be written to" }
      throw VideoError(Self.operation, reason: LibAV.text(for: code), file: path, code: code, hint: hint)
    }
  }

  deinit { discard() }

  /// A new file that is locked as long as it is open, or below 0 with `errno`: EEXIST where another name is needed.
  private static func create(_ path: String) -> Int32 {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    guard file >= 0 else { return file }
    let isBusy = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    var status = stat()
    // Between the two calls somebody may have taken it for a leftover.
    if !isBusy && fstat(file, &status) == 0 && status.st_nlink > 0 { return file }
    close(file)
    errno = EEXIST
    return -1
  }

  private static let prefix = ".unfinished-"
  private static let cleanFolders = Mutex<Set<String>>([])

  /// Removes what killed processes left in a folder, once for each folder.
  private static func removeLeftovers(in folder: String) {
    guard cleanFolders.withLock({ $0.insert(folder).inserted }) else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(folder)/\(name)"
      let file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(file)
    }
  }

  /// Appends bytes to the temporary file.
  func write(_ bytes: UnsafeRawBufferPointer) throws(VideoError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      if written <= 0 { throw LibAV.systemFailure("write the file", file: path) }
      rest = rest.dropFirst(written)
    }
  }

  /// Brings the content to the disk, then gives the file its name, replacing one that is there.
  func commit() throws(VideoError) {
    guard descriptor >= 0 else { throw VideoError("finish the file", reason: "it was discarded", file: path) }
    if fsync(descriptor) != 0 { throw LibAV.systemFailure("bring the file to the disk", file: path) }
    if rename(temporaryPath, path) != 0 { throw LibAV.systemFailure("rename the finished file", file: path) }
    close(descriptor)
    descriptor = -1
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      // Some file systems cannot do this for a folder; the file is whole all the same.
      fsync(folder)
      close(folder)
    }
  }

  /// Removes the temporary file, unless it was committed.
  func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(temporaryPath)
  }
}
