import Foundation

extension FileSystem {
  /// Throws if permissions keep files from being written to a folder, which may not exist yet. Writes nothing.
  public static func checkWritable(folder path: String) throws(FileError) {
    if path.isEmpty { throw FileError("the name of the folder is empty") }
    try checkLength(path, reserve: temporaryNameReserve)
    var nearest = path.hasPrefix("/") ? "/" : "."
    for prefix in prefixes(of: path) {
      var status = stat()
      if stat(prefix, &status) != 0 {
        let code = errno
        if code == ENOENT && !exists(prefix) { break }
        throw unreachable(prefix, code, noun: "folder")
      }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileError(
          "'\(prefix)' is \(noun(of: status.st_mode)), not a folder", hint: "Name another folder, or move it away.",
          code: ENOTDIR)
      }
      nearest = prefix
    }
    if faccessat(AT_FDCWD, nearest, W_OK | X_OK, effectiveUser) == 0 { return }
    let code = errno
    throw FileError(
      "'\(nearest)' is not writable: \(SystemError.message(errno: code))",
      hint: "Choose another folder, or change its permissions.", code: code)
  }

  /// Throws if permissions keep a file from being written; its folder must exist. Writes nothing.
  ///
  /// Anything there is replaced, unless it is a folder.
  public static func checkWritable(file path: String) throws(FileError) {
    if path.isEmpty { throw FileError("the name of the file is empty") }
    if path.hasSuffix("/") || isFolder(path) {
      throw FileError("'\(path)' is a folder, not a file", hint: "Name a file in it.")
    }
    try checkLength(path, reserve: 0)
    let parent = (path as NSString).deletingLastPathComponent
    let folder = parent.isEmpty ? "." : parent
    try checkWritable(folder: folder)
    if !isFolder(folder) { throw FileError("there is no folder '\(folder)'", hint: "Create it first.") }
  }

  /// Throws if a path is too long for a file that is written under a temporary name first.
  public static func checkLength(ofNewFile path: String) throws(FileError) {
    try checkLength(path, reserve: 0)
    try checkLength((path as NSString).deletingLastPathComponent, reserve: temporaryNameReserve)
  }

  /// Creates a folder and those that contain it, unless they exist.
  public static func createFolder(_ path: String) throws(FileError) {
    for prefix in prefixes(of: path) where !isFolder(prefix) {
      // Another process may create it at the same time.
      guard mkdir(prefix, 0o777) != 0, !isFolder(prefix) else { continue }
      let code = errno
      try checkWritable(folder: prefix)
      throw FileError("the folder '\(prefix)' cannot be created: \(SystemError.message(errno: code))", code: code)
    }
  }

  /// Throws if a path, as an absolute one, is too long by itself or with `reserve` more bytes.
  static func checkLength(_ path: String, reserve: Int) throws(FileError) {
    let longest = path.split(separator: "/").map(\.utf8.count).max() ?? 0
    if longest > maxNameLength {
      throw FileError(
        "'\(path)' has a name of \(longest) bytes, more than \(maxNameLength)", hint: "Choose a shorter name.")
    }
    let start = path.hasPrefix("/") ? 0 : FileManager.default.currentDirectoryPath.utf8.count + 1
    let count = start + path.utf8.count
    if count > maxPathLength - reserve {
      throw FileError(
        "'\(path)' has \(count) bytes as an absolute path, more than \(maxPathLength - reserve)",
        hint: "Choose shorter names.")
    }
  }

  /// Bytes of a path for the name of a temporary file, with the slash before it.
  static let temporaryNameReserve = 40
}
