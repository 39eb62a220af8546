import StageKit

/// Everything that one run found out about a job.
public struct JobObservation: Sendable {
  public var record: JobRecord
  /// The pictures of the record's reference frames, in order.
  public var references: [Image]
  /// The delivered files, one for each of the record's outputs; empty where nothing was delivered.
  public var files: [String]
  /// Faults of the delivered files.
  public var faults: [DeliveryFault]
  /// True if drawing and judging were skipped, because the results were cached.
  public var isCached = false

  public init(
    record: JobRecord, references: [Image], files: [String], faults: [DeliveryFault], isCached: Bool = false
  ) {
    self.record = record
    self.references = references
    self.files = files
    self.faults = faults
    self.isCached = isCached
  }
}
