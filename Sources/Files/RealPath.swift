import Foundation

/// Absolute paths with all symbolic links and `..` resolved.
public enum RealPath {
  /// The real path of what is at a path; nil if there is nothing or it cannot be reached.
  public static func of(_ path: String) -> String? {
    // O_PATH finds a file without reading it or waiting for it.
    let descriptor = open(path, Int32(0o10000000) | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return of(descriptor: descriptor)
  }

  /// The real path of a file, also of one that is not there: then that of its folder counts.
  public static func ofFile(_ path: String) -> String {
    if let real = of(path) { return real }
    let folder = (path as NSString).deletingLastPathComponent
    return of(folder.isEmpty ? "." : folder).map {
      ($0 as NSString).appendingPathComponent((path as NSString).lastPathComponent)
    } ?? path
  }

  /// The path of an open file; nil if the system does not know it.
  static func of(descriptor: Int32) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
  }

  /// True if one real path is another or lies below it.
  public static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
