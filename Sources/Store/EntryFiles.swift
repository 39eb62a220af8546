import Files
import Foundation

/// Steps on the files of a store, each of which a watchdog watches.
///
/// Nothing relies on locks, on hard links or on a file system that shows every change at once.
struct EntryFiles: Sendable {
  let watchdog: StoreWatchdog?

  /// Bytes that are read or written in one step.
  private static let stepSize = 1 << 20

  /// A file's bytes, nil where it is not as long as it says, and when it was last used. Nil where there is no file.
  ///
  /// Throws where the file system fails.
  func read(_ path: String) throws(StoreError) -> (bytes: [UInt8]?, lastUse: Date)? {
    let file: RegularFile
    do {
      file = try watch("opening '\(path)'") { () throws(FileError) in try RegularFile(path) }
    } catch {
      guard let code = error.code, SystemError.isTemporary(errno: code) else { return nil }
      throw StoreError(error.message, code: code)
    }
    do {
      let bytes = try EntryFormat.read(size: file.size) { count in
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
          let step = try watch("reading '\(path)'") {
            try file.handle.read(upToCount: min(Self.stepSize, count - bytes.count))
          }
          guard let step, !step.isEmpty else { break }
          bytes += step
        }
        return bytes
      }
      return (bytes, file.modificationDate)
    } catch {
      throw Self.error("'\(path)' cannot be read", error)
    }
  }

  /// Writes a file, replacing any other, under a temporary name first.
  func write(_ bytes: [UInt8], to path: String, under temporaryPath: String) throws(StoreError) {
    do throws(FileError) {
      let file = try watch("creating '\(path)'") { () throws(FileError) in
        try AtomicFile(for: path, unlockedAt: temporaryPath)
      }
      defer { watch("removing what is unfinished of '\(path)'") { file.discard() } }
      for start in stride(from: 0, to: bytes.count, by: Self.stepSize) {
        let step = bytes[start..<min(bytes.count, start + Self.stepSize)]
        try watch("writing '\(path)'") { () throws(FileError) in try file.write(step) }
      }
      try watch("renaming to '\(path)'") { () throws(FileError) in try file.commit(synchronizes: false) }
    } catch {
      throw StoreError(error.message, code: error.code)
    }
  }

  /// Creates a folder and those that contain it, unless they exist.
  func createFolder(_ path: String) throws(StoreError) {
    do {
      try watch("creating '\(path)'") { () throws(FileError) in try FileSystem.createFolder(path) }
    } catch {
      throw StoreError(error.message, code: error.code)
    }
  }

  /// Removes a file. Throws unless it is gone.
  func remove(_ path: String) throws(StoreError) {
    let (result, code) = watch("removing '\(path)'") { (unlink(path), errno) }
    if result != 0 && code != ENOENT { throw Self.error("'\(path)' cannot be removed", code) }
  }

  /// Removes a folder unless anything is in it.
  func removeFolder(_ path: String) { _ = watch("removing '\(path)'") { rmdir(path) } }

  /// Has a file count as used now, where the file system keeps times.
  func touch(_ path: String) { _ = watch("touching '\(path)'") { utimensat(AT_FDCWD, path, nil, 0) } }

  func exists(_ path: String) -> Bool { watch("looking for '\(path)'") { FileSystem.exists(path) } }

  /// The names in a folder, in order; none where it does not exist.
  func names(in folder: String) -> [String] {
    let names = watch("listing '\(folder)'") { try? FileManager.default.contentsOfDirectory(atPath: folder) }
    return (names ?? []).sorted()
  }

  /// A file's size in bytes and its last use; nil where there is no regular file.
  func attributes(_ path: String) -> (size: Int, lastUse: Date)? {
    var status = stat()
    guard watch("looking at '\(path)'", { lstat(path, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return (Int(status.st_size), Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)))
  }

  private func watch<Value, Failure: Error>(
    _ operation: @autoclosure () -> String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let watchdog else { return try body() }
    return try watchdog.watch(operation(), body)
  }

  private static func error(_ what: String, _ code: Int32) -> StoreError {
    StoreError("\(what): \(SystemError.message(errno: code))", code: code)
  }

  private static func error(_ what: String, _ error: any Error) -> StoreError {
    StoreError("\(what): \(SystemError.message(of: error))", code: SystemError.errno(of: error))
  }
}
