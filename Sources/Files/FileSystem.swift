import Foundation

/// Checks and operations on paths. Checks do not open anything; all errors name the path and the reason.
public enum FileSystem {
  /// The longest name of a file, in bytes, on most file systems.
  public static let maxNameLength = 255
  /// The longest path, in bytes, without the terminating zero.
  public static let maxPathLength = Int(PATH_MAX) - 1

  /// True if anything has the name, a dangling link too.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// True if a folder is at a path, links followed.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Throws unless a regular file can be read at a path; `noun` names what is missing if nothing is there.
  public static func checkReadable(_ path: String, noun: String = "file") throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw unreachable(path, errno, noun: noun) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("'\(path)' is \(Self.noun(of: status.st_mode)), not a file")
    }
    if faccessat(AT_FDCWD, path, R_OK, effectiveUser) != 0 { throw unreadable(path, errno) }
  }

  /// Throws if a folder is there whose files cannot be listed.
  public static func checkListable(folder path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT && danglingLink(in: path) == nil { return }
      throw unreachable(path, code, noun: "folder")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FileError("'\(path)' is \(noun(of: status.st_mode)), not a folder")
    }
    if faccessat(AT_FDCWD, path, R_OK | X_OK, effectiveUser) != 0 { throw unreadable(path, errno) }
  }

  /// For `faccessat`: checks as the effective user, as opening a file does (AT_EACCESS).
  static let effectiveUser: Int32 = 0x200

  static func unreadable(_ path: String, _ code: Int32) -> FileError {
    FileError("'\(path)' cannot be read: \(SystemError.message(errno: code))", code: code)
  }

  /// Why nothing is found at a path, given the `errno` of the attempt.
  static func unreachable(_ path: String, _ code: Int32, noun: String) -> FileError {
    switch code {
    case ENOENT:
      guard let link = danglingLink(in: path) else {
        // Names from the system that are not UTF-8 contain this character.
        let isInvalid = path.contains("\u{FFFD}")
        return FileError(
          "there is no \(noun) '\(path)'",
          hint: isInvalid ? "Its name may contain bytes that are not UTF-8; rename it." : nil, code: code,
          isNotFound: true)
      }
      return FileError("'\(link.path)' is a link to '\(link.target)', which does not exist")
    case ELOOP: return FileError("'\(path)' is a link in a cycle of links")
    case ENAMETOOLONG:
      let name = path.split(separator: "/").map(\.utf8.count).max() ?? 0
      return name > maxNameLength
        ? FileError("'\(path)' has a name of \(name) bytes, more than \(maxNameLength)")
        : FileError("'\(path)' has \(path.utf8.count) bytes, more than \(maxPathLength)")
    case ENOTDIR:
      let file = prefixes(of: path).first { exists($0) && !isFolder($0) } ?? path
      return FileError("'\(path)' cannot exist: '\(file)' is a file, not a folder")
    default: return unreadable(path, code)
    }
  }

  /// The kind of a file, with its article.
  static func noun(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "a file"
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    case S_IFLNK: "a link"
    default: "something else"
    }
  }

  /// The first part of a path that is a link to nothing.
  private static func danglingLink(in path: String) -> (path: String, target: String)? {
    var status = stat()
    for prefix in prefixes(of: path) where stat(prefix, &status) != 0 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: prefix) else { return nil }
      return (prefix, target)
    }
    return nil
  }

  /// `a`, `a/b` and `a/b/c` for `a/b/c`.
  static func prefixes(of path: String) -> [String] {
    var result: [String] = []
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += (prefix.isEmpty || prefix == "/" ? "" : "/") + part
      result.append(prefix)
    }
    return result
  }
}
