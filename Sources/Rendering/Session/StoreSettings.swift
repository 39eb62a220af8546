import Store

/// The store of encoded segments, which outlives the run.
public struct StoreSettings: Sendable {
  public var folder: String
  /// The bytes above which what was not used for longest is removed.
  public var limit: Int
  /// The share of found segments, 0 to 1, that are rendered all the same; a difference fails their job.
  public var verifiedShare: Double
  /// Ends the process if the store does not answer; nil to wait for it.
  public var watchdog: StoreWatchdog?

  public init(
    folder: String, limit: Int = 10_000_000_000, verifiedShare: Double = 0, watchdog: StoreWatchdog? = nil
  ) {
    self.folder = folder
    self.limit = limit
    self.verifiedShare = verifiedShare
    self.watchdog = watchdog
  }

  /// The store's entries.
  public var contents: ContentStore { ContentStore(folder: folder, limit: limit, watchdog: watchdog) }
}
