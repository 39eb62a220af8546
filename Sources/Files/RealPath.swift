import Foundation

/// Where paths lead once all symbolic links and `..` are followed.
public enum RealPath {
  /// The absolute path of what is at a path, as the system finds it; nil where nothing is or it cannot be reached.
  public static func of(_ path: String) -> String? {
    // Opened like this a file is found but neither read nor waited for.
    let descriptor = open(path, Int32(0o10000000) | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return of(descriptor: descriptor)
  }

  /// The path of an open file; nil where the system does not tell.
  public static func of(descriptor: Int32) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
  }

  /// Whether one real path is the other or lies below it.
  public static func isBelow(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
