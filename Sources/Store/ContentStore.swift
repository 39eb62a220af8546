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
  /// What entries contain; each kind has its own folder.
  public enum Kind: String, Sendable, CaseIterable {
    case segments, preparations, outputs, observations
    /// Digests of all frames of jobs.
    case surveys
    /// What segments took to draw.
    case costs
    /// What became of shares of runs.
    case shares
    /// What was handed to an engine that runs shares.
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
  /// Bytes written since the size was last checked.
  private let writtenBytes = Mutex(0)

  /// Creates nothing before the first entry is written.
  public init(folder: String, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// Reads an entry, which then counts as used now.
  public func read(_ kind: Kind, _ key: Digest) -> LookupResult {
    let path = path(kind, key)
    guard let file = try? RegularFile(path) else { return .miss }
    guard let bytes = EntryFormat.read(file), let content = EntryFormat.content(bytes, key: key) else {
      unlink(path)
      return .corrupt
    }
    utimensat(AT_FDCWD, path, nil, 0)
    return .hit(content)
  }

  /// Writes an entry, replacing any other under the key; throws `StoreError`. More than 256 MiB are not stored.
  public func write(_ kind: Kind, _ key: Digest, _ content: [UInt8]) throws(StoreError) {
    guard content.count <= EntryFormat.maxContentSize else { return }
    let path = path(kind, key)
    let temporary = "\(folder)/\(kind.rawValue)/\(Self.temporaryPrefix)\(UUID().uuidString)"
    let bytes = EntryFormat.bytes(content, key: key)
    do {
      try FileSystem.createFolder((path as NSString).deletingLastPathComponent)
      writeCacheTag()
      try Data(bytes).write(to: URL(fileURLWithPath: temporary))
      guard rename(temporary, path) == 0 else {
        throw FileError("'\(path)' cannot be written: \(SystemError.message(errno: errno))")
      }
    } catch {
      unlink(temporary)
      if let error = error as? FileError { throw StoreError(error.message) }
      do { try FileSystem.checkWritable(file: temporary) } catch { throw StoreError(error.message) }
      throw StoreError(SystemError.message(of: error))
    }
    let isLimitDue = writtenBytes.withLock {
      $0 += bytes.count
      return $0 > limit / 8
    }
    if isLimitDue { enforceLimit() }
  }

  /// Whether there is an entry under a key; it may be corrupt.
  public func contains(_ kind: Kind, _ key: Digest) -> Bool { FileManager.default.fileExists(atPath: path(kind, key)) }

  /// Removes an entry if it exists.
  public func remove(_ kind: Kind, _ key: Digest) { unlink(path(kind, key)) }

  /// The path of an entry.
  public func path(_ kind: Kind, _ key: Digest) -> String {
    let name = key.description
    return "\(folder)/\(kind.rawValue)/\(name.prefix(2))/\(name.dropFirst(2))"
  }

  /// Enforces the limit if anything was written since the last time.
  public func finish() {
    if writtenBytes.withLock({ $0 > 0 }) { enforceLimit() }
  }

  private func enforceLimit() {
    writtenBytes.withLock { $0 = 0 }
    removeLeastRecentlyUsed()
  }

  /// Excludes the folder from backups (bford.info/cachedir).
  private func writeCacheTag() {
    let path = folder + "/CACHEDIR.TAG"
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let text = "Signature: 8a477f597d28d172789f06886806bc55\n# Cache of pipeline; may be removed at any time.\n"
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  static let temporaryPrefix = ".new-"
}

/// Why the store cannot be used.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  public let description: String
  /// Whether another try may help.
  public var isTemporary: Bool { true }

  init(_ description: String) { self.description = description }
}
