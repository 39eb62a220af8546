import Files

/// What jobs may do: which folders they may read from beside their own, and how much they may ask for.
public struct JobPolicy: Sendable {
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
  /// The job, with another policy.
  func under(_ policy: JobPolicy) -> Job {
    var job = self
    job.policy = policy
    return job
  }
}
