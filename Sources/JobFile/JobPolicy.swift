/// What a user lets jobs do and asks of them: which files they may read beside those of their own folder, their limits, and
/// which variants are wanted.
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
