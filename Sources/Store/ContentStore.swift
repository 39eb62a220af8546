import Files
import Foundation
import StageKit
import Synchronization

/// Bytes kept in a folder, each entry under the digest of everything that it follows from.
///
/// Safe for any number of threads, processes and machines that share the folder: an entry is written under a name of its
/// own and then renamed, and its checksum is compared whenever it is read. So an entry is whole or not there at all, and
/// two that write one key write the same.
public final class ContentStore: Sendable {
  /// What entries are of; each kind has a folder of its own.
  public enum Kind: String, Sendable, CaseIterable {
    case segments, preparations, outputs, observations
  }

  /// What was found under a key.
  public enum LookupResult: Sendable {
    case miss
    case hit([UInt8])
    /// It was there, but not as it was written; it is removed.
    case corrupt
  }

  public let folder: String
  /// The bytes above which the entries that were not used for longest are removed.
  public let limit: Int
  private let unswept = Mutex(0)

  /// Nothing is made before the first entry is written.
  public init(folder: String, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// The entry under a key, which counts as used now.
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

  /// Keeps bytes under a key, in place of what is there; throws `StoreError` where that cannot be done. More than 256 MiB
  /// are not kept.
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
    let isMuch = unswept.withLock {
      $0 += bytes.count
      return $0 > limit / 8
    }
    if isMuch { sweep() }
  }

  /// Whether there is an entry under a key, whole or not.
  public func holds(_ kind: Kind, _ key: Digest) -> Bool { FileManager.default.fileExists(atPath: path(kind, key)) }

  /// Removes an entry, if it is there.
  public func remove(_ kind: Kind, _ key: Digest) { unlink(path(kind, key)) }

  /// Where the entry of a key is.
  public func path(_ kind: Kind, _ key: Digest) -> String {
    let name = key.description
    return "\(folder)/\(kind.rawValue)/\(name.prefix(2))/\(name.dropFirst(2))"
  }

  /// Brings the store below its limit; does nothing where nothing was written since it was last done.
  public func finish() {
    if unswept.withLock({ $0 > 0 }) { sweep() }
  }

  private func sweep() {
    unswept.withLock { $0 = 0 }
    shrink()
  }

  /// Tells backup programs that nothing here is worth keeping (bford.info/cachedir).
  private func writeCacheTag() {
    let path = folder + "/CACHEDIR.TAG"
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let text = "Signature: 8a477f597d28d172789f06886806bc55\n# What pipeline keeps; may be removed at any time.\n"
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  static let temporaryPrefix = ".new-"
}

/// Why the store cannot be used.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
