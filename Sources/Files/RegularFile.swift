import Foundation

/// A regular file, open for reading.
public struct RegularFile {
  public let path: String
  public let handle: FileHandle
  /// In bytes, when it was opened.
  public let size: Int
  /// When its content last changed, or when it was last said to have.
  public let modificationDate: Date

  /// Opens a file; throws for anything else, such as a pipe, without waiting for it.
  public init(_ path: String, followingLinks: Bool = true) throws(FileError) {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw FileSystem.unreachable(path, errno, noun: "file") }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileSystem.unreadable(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("'\(path)' is \(FileSystem.noun(of: status.st_mode)), not a file")
    }
    self.path = path
    size = Int(status.st_size)
    let time = status.st_mtim
    modificationDate = Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
  }

  /// All bytes, at most `limit`; a larger file throws.
  public func bytes(limit: Int) throws(FileError) -> [UInt8] {
    do {
      let data = size > limit ? Data() : try handle.read(upToCount: limit + 1) ?? Data()
      if max(size, data.count) <= limit { return [UInt8](data) }
    } catch {
      throw FileError("'\(path)' cannot be read: \(SystemError.message(of: error))")
    }
    throw FileError("'\(path)' has \(max(size, limit + 1)) bytes, more than \(limit)")
  }
}
