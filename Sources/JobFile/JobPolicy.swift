/// The user's rules for jobs: the files that they may read besides those of their own folder, their limits, and the
/// variants that are wanted.
public struct JobPolicy: Codable, Equatable, Sendable {
  /// Folders below which jobs may read files, as the user named them.
  public var readableFolders: [String]
  public var limits: JobLimits
  public var selection: VariantSelection

  public init(
    readableFolders: [String] = [], limits: JobLimits = JobLimits(),
    selection: VariantSelection = VariantSelection()
  ) {
    self.readableFolders = readableFolders
    self.limits = limits
    self.selection = selection
  }
}
