import Foundation

/// A file that is written as a whole or not at all: under a temporary name in its folder, then renamed.
///
/// Without `commit()` it is removed with this object. For one thread at a time.
public final class AtomicFile {
  public let path: String
  /// The path to write to until `commit()`; exists, empty at first, and belongs to this object.
  public let temporaryPath: String
  private let isLocked: Bool
  private var handle: FileHandle?

  /// Creates the temporary file. What a killed process leaves of it, the next one that writes to the folder removes.
  ///
  /// Throws if the folder does not exist or may not be written to, or if `path` is a folder. `permissions` are those of
  /// any new file unless given.
  public init(for path: String, permissions: UInt32? = nil) throws(FileError) {
    self.path = path
    isLocked = true
    if path.isEmpty || path.hasSuffix("/") || FileSystem.isFolder(path) { try FileSystem.checkWritable(file: path) }
    let (temporaryPath, descriptor) = try UnfinishedFiles.create(beside: path) { path in
      open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, permissions == nil ? 0o666 : 0o600)
    }
    self.temporaryPath = temporaryPath
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if let permissions, fchmod(descriptor, permissions) != 0 { throw Self.failure(path, errno) }
  }

  /// Creates the temporary file under a name that nothing has, for folders on file systems that may have no locks: the
  /// caller removes what killed processes leave. Errors name `path`.
  public init(for path: String, unlockedAt temporaryPath: String) throws(FileError) {
    self.path = path
    self.temporaryPath = temporaryPath
    isLocked = false
    let descriptor = open(temporaryPath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { discard() }

  /// Writes a file at once, replacing any other. Without `synchronizes` it may be the old one, or empty, after a power
  /// failure.
  ///
  /// `permissions` are those of any new file unless given; a link at `path` is replaced.
  public static func write(
    _ bytes: some DataProtocol, to path: String, permissions: UInt32? = nil, synchronizes: Bool = true
  ) throws(FileError) {
    let file = try AtomicFile(for: path, permissions: permissions)
    try file.write(bytes)
    try file.commit(synchronizes: synchronizes)
  }

  /// Appends bytes to the temporary file.
  public func write(_ bytes: some DataProtocol) throws(FileError) {
    let handle = try unfinished()
    do { try handle.write(contentsOf: bytes) } catch { throw Self.failure(path, error) }
  }

  /// Makes the next bytes follow those that others wrote to the temporary file.
  public func seekToEnd() throws(FileError) {
    let handle = try unfinished()
    do { try handle.seekToEnd() } catch { throw Self.failure(path, error) }
  }

  /// Gives the file its name, replacing any other; with `synchronizes`, brings its content to the disk first.
  public func commit(synchronizes: Bool = true) throws(FileError) { try commit(as: path, synchronizes: synchronizes) }

  /// Gives the file another name in its folder, and brings its content to the disk first. Returns false, and leaves the file
  /// unfinished, where something has the name.
  public func commit(asNew path: String) throws(FileError) -> Bool {
    let handle = try unfinished()
    do { try handle.synchronize() } catch { throw Self.failure(path, error) }
    // Unlike a rename, a link fails where there is a file.
    if link(temporaryPath, path) == 0 {
      discard()
      UnfinishedFiles.synchronizeFolder(of: path)
      return true
    }
    if errno == EEXIST { return false }
    // A file system without links: an empty file reserves the name.
    let reservation = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    if reservation < 0, errno == EEXIST { return false }
    guard reservation >= 0 else { throw Self.failure(path, errno) }
    close(reservation)
    do {
      try commit(as: path, synchronizes: true)
    } catch {
      unlink(path)
      throw error
    }
    return true
  }

  private func commit(as path: String, synchronizes: Bool) throws(FileError) {
    let handle = try unfinished()
    do {
      if synchronizes { try handle.synchronize() }
      // A network file system may say only now that the disk is full. A lock has to last until the file has its name.
      if !isLocked { try handle.close() }
    } catch {
      throw Self.failure(path, error)
    }
    if rename(temporaryPath, path) != 0 { throw Self.failure(path, errno) }
    self.handle = nil
    try? handle.close()
    if synchronizes { UnfinishedFiles.synchronizeFolder(of: path) }
  }

  /// Removes the temporary file, unless it was committed.
  public func discard() {
    guard let handle else { return }
    self.handle = nil
    try? handle.close()
    unlink(temporaryPath)
  }

  private func unfinished() throws(FileError) -> FileHandle {
    guard let handle else { throw FileError("'\(path)' cannot be written: it is finished or was discarded") }
    return handle
  }

  private static func failure(_ path: String, _ code: Int32) -> FileError {
    FileError("'\(path)' cannot be written: \(SystemError.message(errno: code))", code: code)
  }

  private static func failure(_ path: String, _ error: any Error) -> FileError {
    FileError("'\(path)' cannot be written: \(SystemError.message(of: error))", code: SystemError.errno(of: error))
  }
}
