/// Which files jobs may read beside those of their own folder, and their limits.
public struct JobPolicy: Sendable {
  /// Folders below which jobs may read files, as the user named them.
  public var readableFolders: [String]
  public var limits: JobLimits

  public init(readableFolders: [String] = [], limits: JobLimits = JobLimits()) {
    self.readableFolders = readableFolders
    self.limits = limits
  }
}
