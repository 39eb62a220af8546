import Foundation

/// What jobs may do: which folders they may read from beside their own, and how much they may ask for.
public struct JobRules: Sendable {
  /// Folders below which jobs may read, as the user named them.
  public var readableFolders: [String]
  public var limits: JobLimits

  public init(readableFolders: [String] = [], limits: JobLimits = JobLimits()) {
    self.readableFolders = readableFolders
    self.limits = limits
  }

  /// Whether a file lies below a job's folder or one that the user allows, once symbolic links are followed.
  ///
  /// `realPath` is what `RealPath.of` says of the file. Hard links cannot be told from files.
  public func mayRead(_ realPath: String, jobFolder: String) -> Bool {
    ([jobFolder] + readableFolders).contains { RealPath.of($0).map { RealPath.isBelow(realPath, $0) } ?? false }
  }
}

extension Job {
  /// The job, made to follow rules.
  func under(_ rules: JobRules) -> Job {
    var job = self
    job.rules = rules
    return job
  }
}

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
