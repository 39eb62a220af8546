/// The user's rules for jobs: the files that they may read besides those of their own folder, their limits, and the
/// variants that are wanted.
public struct JobPolicy: Codable, Equatable, Sendable {
  /// Folders below which jobs may read files, as the user named them.
  public var readableFolders: [String]
  public var limits: JobLimits
  public var selection: VariantSelection
  /// Texts that take the place of files that jobs extend, include or show, by the files' paths after all links: those that are
  /// edited and not saved. They are not encoded.
  public var unsaved: [String: [UInt8]] = [:]

  private enum CodingKeys: String, CodingKey { case readableFolders, limits, selection }

  public init(
    readableFolders: [String] = [], limits: JobLimits = JobLimits(),
    selection: VariantSelection = VariantSelection()
  ) {
    self.readableFolders = readableFolders
    self.limits = limits
    self.selection = selection
  }
}
