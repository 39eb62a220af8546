import Files
import Foundation
import StageKit
import Synchronization

/// A folder of entries, each under the digest of everything that its bytes depend on.
///
/// Safe for any number of threads, processes and machines that share the folder: an entry is written under a temporary
/// name and renamed, and its checksum is verified whenever it is read. So an entry is complete or absent, and writers of
/// one key write the same bytes.
public final class ContentStore: Sendable {
  /// The kind of an entry's content; each kind has its own folder.
  public enum Kind: String, Sendable, CaseIterable {
    case segments, preparations, outputs, observations
    /// Hashes of all frames of jobs.
    case hashes = "surveys"
    /// The processor time that segments took to draw.
    case costs
    /// The results of shares of runs.
    case shares
    /// The runs that were handed to an engine.
    case submissions
  }

  /// The result of reading a key.
  public enum LookupResult: Sendable {
    case miss
    case hit([UInt8])
    /// There was an entry, but not as it was written; it is removed.
    case corrupt
  }

  public let folder: String
  /// The size in bytes above which the least recently used entries are removed.
  public let limit: Int
  let files: EntryFiles
  /// Ends the process if the store does not answer.
  public var watchdog: StoreWatchdog? { files.watchdog }
  /// Bytes written since the store was last cleaned.
  let writtenBytes = Mutex(0)

  /// An entry that was used less than this many seconds ago is not marked as used again: on some stores marking copies
  /// it.
  private static let markInterval = 600.0

  /// Creates nothing before the first entry is written. Without a watchdog, a store that does not answer is waited for.
  public init(folder: String, limit: Int, watchdog: StoreWatchdog? = nil) {
    self.folder = folder
    self.limit = limit
    files = EntryFiles(watchdog: watchdog)
  }

  /// Reads an entry, which then counts as used now.
  ///
  /// An entry that cannot be opened or read is opened once more, as a network file system's handle may be stale; then it
  /// is a miss, and stays.
  public func read(_ kind: Kind, _ key: Digest) -> LookupResult {
    let path = path(kind, key)
    let file: (bytes: [UInt8]?, lastUse: Date)?
    do { file = try files.read(path) } catch { file = try? files.read(path) }
    guard let file else { return .miss }
    guard let bytes = file.bytes, let content = EntryFormat.content(bytes, key: key) else {
      try? files.remove(path)
      return .corrupt
    }
    if !(0..<Self.markInterval).contains(-file.lastUse.timeIntervalSinceNow) { files.touch(path) }
    return .hit(content)
  }

  /// Writes an entry, replacing any other under the key. More than 256 MiB are not stored; where the entry `isRequired`,
  /// that is an error.
  public func write(
    _ kind: Kind, _ key: Digest, _ content: [UInt8], isRequired: Bool = false
  ) throws(StoreError) {
    guard content.count <= EntryFormat.maxContentSize else {
      guard isRequired else { return }
      throw StoreError("an entry of \(content.count >> 20) MiB is more than it takes, 256 MiB", code: nil)
    }
    let path = path(kind, key)
    let bytes = EntryFormat.bytes(content, key: key)
    do {
      try put(bytes, at: path)
    } catch {
      guard error.isStale else { throw error }
      // The folder does not exist yet, was removed, or is another one by now.
      try files.createFolder((path as NSString).deletingLastPathComponent)
      writeCacheTag()
      try put(bytes, at: path)
    }
    let written = writtenBytes.withLock {
      $0 += bytes.count
      return $0
    }
    if written > StoreCleaning.bytesBetween(limit: limit) { clean() }
  }

  private func put(_ bytes: [UInt8], at path: String) throws(StoreError) {
    let temporaryName = Self.temporaryPrefix + UUID().uuidString
    try files.write(bytes, to: path, under: "\((path as NSString).deletingLastPathComponent)/\(temporaryName)")
  }

  /// True if there is an entry under a key; it may be corrupt.
  public func contains(_ kind: Kind, _ key: Digest) -> Bool { files.exists(path(kind, key)) }

  /// The same for many keys, looked for side by side, as a store that is far answers slowly.
  public func contains(_ kind: Kind, _ keys: [Digest]) -> [Bool] {
    let search = EntrySearch(keys.count) { [self] in contains(kind, keys[$0]) }
    for _ in 1..<max(1, min(Self.maxThreads, keys.count)) { Thread.detachNewThread { search.work() } }
    return search.result()
  }

  /// The number of threads that search for entries in parallel; they wait most of the time.
  private static let maxThreads = 32

  /// Removes an entry if it exists.
  public func remove(_ kind: Kind, _ key: Digest) { try? files.remove(path(kind, key)) }

  /// The path of an entry.
  public func path(_ kind: Kind, _ key: Digest) -> String {
    let name = key.description
    return "\(folder)/\(kind.rawValue)/\(name.prefix(2))/\(name.dropFirst(2))"
  }

  /// Excludes the folder from backups (bford.info/cachedir).
  private func writeCacheTag() {
    let path = folder + "/CACHEDIR.TAG"
    guard !files.exists(path) else { return }
    let text = "Signature: 8a477f597d28d172789f06886806bc55\n# Cache of pipeline; may be removed at any time.\n"
    try? put([UInt8](text.utf8), at: path)
  }

  static let temporaryPrefix = ".new-"
}
