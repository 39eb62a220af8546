import Foundation

extension FileFault {
  /// Why files cannot be written to a folder, which may still have to be made; nil where they can, as far as can be told
  /// without writing.
  public static func writing(inFolder path: String) -> FileFault? {
    if path.isEmpty { return FileFault("the name of the folder is empty") }
    if let fault = tooLong(path, spare: spareName) { return fault }
    var nearest = path.hasPrefix("/") ? "/" : "."
    for prefix in prefixes(of: path) {
      var status = stat()
      if stat(prefix, &status) != 0 {
        let code = errno
        if code == ENOENT && !isThere(prefix) { break }
        return unreached(prefix, code, noun: "folder")
      }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        return FileFault(
          "'\(prefix)' is \(noun(of: status.st_mode)), not a folder", hint: "Name another folder, or move it away.")
      }
      nearest = prefix
    }
    return unwritable(nearest)
  }

  /// Why a file cannot be written, in a folder that has to be there; nil where it can, as far as can be told without
  /// writing. What is at its place is replaced unless it is a folder.
  public static func writing(file path: String) -> FileFault? {
    if path.isEmpty { return FileFault("the name of the file is empty") }
    if path.hasSuffix("/") || isFolder(path) {
      return FileFault("'\(path)' is a folder, not a file", hint: "Name a file in it.")
    }
    if let fault = tooLong(path, spare: 0) { return fault }
    let parent = (path as NSString).deletingLastPathComponent
    let folder = parent.isEmpty ? "." : parent
    if let fault = writing(inFolder: folder) { return fault }
    return exists(folder) ? nil : FileFault("there is no folder '\(folder)'", hint: "Make it first.")
  }

  /// Makes a folder and those that it is in; nil where it is there, then or already.
  public static func making(folder path: String) -> FileFault? {
    for prefix in prefixes(of: path) where !isFolder(prefix) {
      // Another process may make it at the same time.
      guard mkdir(prefix, 0o777) != 0, !isFolder(prefix) else { continue }
      let code = errno
      if let fault = writing(inFolder: prefix) { return fault }
      return FileFault("the folder '\(prefix)' cannot be made: \(SystemError.message(errno: code))")
    }
    return nil
  }

  /// Writes a file whole or not at all. Throws `FileFault`.
  public static func put(_ bytes: Data, at path: String) throws(FileFault) {
    do {
      try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw writing(file: path) ?? FileFault("'\(path)' cannot be written: \(SystemError.message(of: error))")
    }
  }

  /// Why a file that is to be written under another name first cannot have a path, for its length; nil where it can.
  public static func length(ofFile path: String) -> FileFault? {
    tooLong(path, spare: 0) ?? tooLong((path as NSString).deletingLastPathComponent, spare: spareName)
  }

  /// A path that is longer than the system takes, from its absolute beginning on; `spare` bytes are kept free.
  static func tooLong(_ path: String, spare: Int) -> FileFault? {
    if let part = path.split(separator: "/").max(by: { $0.utf8.count < $1.utf8.count }), part.utf8.count > longestName {
      return FileFault(
        "'\(path)' has a part of \(part.utf8.count) bytes, more than the \(longestName) of a file's name",
        hint: "Choose a shorter name.")
    }
    let start = path.hasPrefix("/") ? 0 : FileManager.default.currentDirectoryPath.utf8.count + 1
    let count = start + path.utf8.count
    guard count > longestPath - spare else { return nil }
    return FileFault(
      "'\(path)' has \(count) bytes from the root on, more than the \(longestPath - spare) that a path may have here",
      hint: "Choose shorter names.")
  }

  /// What the name of an unfinished file, with the stroke before it, may take.
  static let spareName = 40

  private static func unwritable(_ folder: String) -> FileFault? {
    if faccessat(AT_FDCWD, folder, W_OK | X_OK, effective) == 0 { return nil }
    return FileFault(
      "'\(folder)' may not be written to: \(SystemError.message(errno: errno))",
      hint: "Choose another folder, or change who may write to it.")
  }
}
