import Foundation
import Synchronization

/// Files and folders under temporary names in the folder of their destination.
///
/// Each is locked as long as its process writes to it. Those of a killed process are removed by the next one that writes to
/// the same folder.
public enum UnfinishedFiles {
  private static let prefix = ".pipeline-unfinished-"
  private static let cleanFolders = Mutex<Set<String>>([])

  /// Creates a locked file or folder next to `path`, under a name that nothing has; `make` creates one at a path and opens
  /// it, or fails with `errno`. Returns its path and its descriptor.
  static func create(beside path: String, _ make: (String) -> Int32) throws(FileError) -> (String, Int32) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    removeLeftovers(in: folder)
    var number = 0
    while true {
      let candidate = "\(folder)/\(prefix)\(getpid())-\(number)"
      let opened = locked(make(candidate))
      if opened >= 0 { return (candidate, opened) }
      if errno != EEXIST { break }
      number += 1
    }
    let code = errno
    try FileSystem.checkWritable(file: path)
    throw FileError("'\(path)' cannot be written: \(SystemError.message(errno: code))", code: code)
  }

  /// The descriptor with a lock, or below 0 with `errno`: EEXIST where another name is needed.
  private static func locked(_ descriptor: Int32) -> Int32 {
    guard descriptor >= 0 else { return descriptor }
    let isBusy = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    var status = stat()
    // Between the two calls another process may have removed it as a leftover.
    if !isBusy && fstat(descriptor, &status) == 0 && status.st_nlink > 0 { return descriptor }
    close(descriptor)
    errno = EEXIST
    return -1
  }

  /// Removes the files of killed processes in a folder, once for each folder.
  public static func removeLeftovers(in folder: String) {
    guard cleanFolders.withLock({ $0.insert(folder).inserted }) else { return }
    removeUnlocked(in: folder, where: isTemporary)
  }

  /// Removes the files of a process that has ended, in a folder.
  public static func removeLeftovers(in folder: String, ofProcess process: Int32) {
    removeUnlocked(in: folder) { isTemporary($0) && $0.hasPrefix("\(prefix)\(process)-") }
  }

  /// A file that is locked is being written, if only by a process of another machine.
  private static func removeUnlocked(in folder: String, where isLeftover: (String) -> Bool) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isLeftover(name) {
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(descriptor)
    }
  }

  /// True if a name is one that `create` gives: the prefix, a process and a number.
  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
  }

  /// Removes an unfinished file or folder; safe at any time.
  public static func remove(_ path: String) {
    if unlink(path) != 0 { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Synchronizes the folder of `path`, so that new names survive a power failure. Some file systems cannot do it.
  public static func synchronizeFolder(of path: String) {
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
