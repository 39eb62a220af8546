/// The purpose of a run.
public enum RunPurpose: Codable, Equatable, Sendable {
  /// Draw what is missing, and write the files.
  case deliver
  /// Draw a share of the segments and keep them in the store; write no files.
  case store(Share)
  /// Write the files from segments that are all in the store; draw nothing.
  /// `Share` says how the run was shared, where that is known; its index has no meaning.
  case join(Share?)
  /// Find out how jobs are cut and what is in the store; draw nothing, write no files.
  case forecast

  /// True if missing segments are drawn.
  public var draws: Bool {
    switch self {
    case .deliver, .store: true
    case .join, .forecast: false
    }
  }

  /// True if hashes of frames are kept in the store, and used instead of making stages.
  var usesCachedHashes: Bool { if case .deliver = self { false } else { true } }

  /// The kind of run that does it.
  func kind(_ core: RunCore) -> any RunKind {
    switch self {
    case .deliver: DeliveryRun(core: core)
    case .store(let share): ShareRun(core, share)
    case .join(let shares): MergeRun(core, shares)
    case .forecast: ForecastRun(core)
    }
  }

  public var share: Share? { if case .store(let share) = self { share } else { nil } }
}
