import Foundation

/// What keeps a file or a folder from being used, found without opening it.
public struct FileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A phrase that names the path in quotes, without a final stop.
  public var message: String
  /// What to do about it; sentences.
  public var hint: String?

  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  public var description: String { message + (hint.map { ". \($0)" } ?? "") }

  /// Why no regular file can be read at a path; nil where one can.
  ///
  /// `noun` says what was looked for, where nothing is.
  public static func reading(_ path: String, noun: String) -> FileFault? {
    var status = stat()
    guard stat(path, &status) == 0 else { return unreached(path, errno, noun: noun) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return FileFault("'\(path)' is \(Self.noun(of: status.st_mode)), not a file")
    }
    if faccessat(AT_FDCWD, path, R_OK, effective) == 0 { return nil }
    return FileFault("'\(path)' cannot be read: \(SystemError.message(errno: errno))")
  }

  /// Why no regular file can be read at a path; nil where one can.
  public static func reading(_ path: String) -> FileFault? { reading(path, noun: "file") }

  /// Why the files of a folder cannot be listed; nil where they can, and where there is no such folder.
  public static func listing(folder path: String) -> FileFault? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      return code == ENOENT && danglingLink(in: path) == nil ? nil : unreached(path, code, noun: "folder")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return FileFault("'\(path)' is \(noun(of: status.st_mode)), not a folder")
    }
    if faccessat(AT_FDCWD, path, R_OK | X_OK, effective) == 0 { return nil }
    return FileFault("'\(path)' cannot be read: \(SystemError.message(errno: errno))")
  }

  /// For `faccessat`: by the user that opening a file goes by (AT_EACCESS).
  static let effective: Int32 = 0x200

  /// Why nothing is found at a path, given the `errno` of looking for it.
  static func unreached(_ path: String, _ code: Int32, noun: String) -> FileFault {
    switch code {
    case ENOENT:
      guard let link = danglingLink(in: path) else {
        // What stands for bytes that are no UTF-8 wherever the system's names become text.
        let isWrong = path.contains("\u{FFFD}")
        return FileFault(
          "there is no \(noun) '\(path)'",
          hint: isWrong ? "Its name may hold bytes that are no UTF-8; rename it." : nil)
      }
      return FileFault("'\(link.path)' is a link that leads nowhere, to '\(link.target)'")
    case ELOOP: return FileFault("'\(path)' is a link that leads in a circle")
    case ENAMETOOLONG:
      let name = path.split(separator: "/").map(\.utf8.count).max() ?? 0
      return name > longestName
        ? FileFault("'\(path)' has a part of \(name) bytes, more than the \(longestName) of a file's name")
        : FileFault("'\(path)' has \(path.utf8.count) bytes, more than the \(longestPath) of a path")
    case ENOTDIR:
      let file = prefixes(of: path).first { isThere($0) && !isFolder($0) } ?? path
      return FileFault("'\(path)' cannot be there: '\(file)' is a file, not a folder")
    default: return FileFault("'\(path)' cannot be read: \(SystemError.message(errno: code))")
    }
  }

  /// In bytes, as most file systems have it.
  public static let longestName = 255
  /// In bytes, without the zero behind it.
  public static let longestPath = Int(PATH_MAX) - 1

  /// What something is that is no regular file, with its article.
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

  /// The first part of a path that is a link to where nothing is.
  private static func danglingLink(in path: String) -> (path: String, target: String)? {
    for prefix in prefixes(of: path) where !exists(prefix) {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: prefix) else { return nil }
      return (prefix, target)
    }
    return nil
  }

  /// A path's beginnings, each with one part more, up to the whole.
  static func prefixes(of path: String) -> [String] {
    var result: [String] = []
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += (prefix.isEmpty || prefix == "/" ? "" : "/") + part
      result.append(prefix)
    }
    return result
  }

  /// Whether something is at a path, links followed.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether anything has the name, a link that leads nowhere too.
  public static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a folder is at a path, links followed.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
