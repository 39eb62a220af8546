import Foundation

/// The size, the times and the identity of a file, which change with its content: a comparison finds changes without
/// reading it.
public struct FileStamp: Codable, Hashable, Sendable {
  /// In bytes.
  public let size: Int
  /// When its content last changed, in nanoseconds since 1970; writers can set it.
  public let modified: Int
  /// When its content, permissions or links last changed, in nanoseconds since 1970; nobody can set it.
  public let changed: Int
  private let device: UInt64
  private let inode: UInt64
  /// The type and permissions.
  private let mode: UInt32

  /// The stamp of what is at a path, links followed; nil if there is nothing or it cannot be reached.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = UInt32(status.st_mode)
  }

  public var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  public var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }

  private static func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec) }
}
