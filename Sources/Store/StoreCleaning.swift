import Foundation

/// The times at which a store is cleaned, and how much of it remains.
///
/// A run cleans its store when it ends, and before that whenever it has written an eighth of the limit.
enum StoreCleaning {
  /// The bytes that one process writes from one cleaning to the next.
  static func bytesBetween(limit: Int) -> Int { limit / 8 }

  /// The bytes that remain of a store that was larger than its limit: nine tenths of it.
  static func bytesKept(limit: Int) -> Int { limit / 10 * 9 }

  /// The age in seconds above which a temporary file counts as left by a writer that was killed: an hour.
  static let temporaryFileAge = 3600.0
}

extension ContentStore {
  /// Cleans the store if anything was written since the last time.
  public func finish() {
    if writtenBytes.withLock({ $0 > 0 }) { clean() }
  }

  /// Removes temporary files that were left behind, and where the limit is exceeded the least recently used entries.
  func clean() {
    writtenBytes.withLock { $0 = 0 }
    var found = entryFiles()
    let oldest = Date(timeIntervalSinceNow: -StoreCleaning.temporaryFileAge)
    for file in found where file.isTemporary && file.lastUse < oldest { try? files.remove(file.path) }
    found.removeAll(where: \.isTemporary)
    var bytes = found.reduce(0) { $0 + $1.size }
    guard bytes > limit else { return }
    for file in found.sorted(by: { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }) {
      if bytes <= StoreCleaning.bytesKept(limit: limit) { return }
      try? files.remove(file.path)
      bytes -= file.size
    }
  }

  /// Removes all entries, and no other files of the folder. Returns what was removed.
  public func clear() throws(StoreError) -> Status {
    var status = Status()
    for entry in entryFiles() {
      try files.remove(entry.path)
      if !entry.isTemporary { status.add(entry) }
    }
    for kind in Kind.allCases {
      let path = "\(folder)/\(kind.rawValue)"
      for name in files.names(in: path) { files.removeFolder("\(path)/\(name)") }
      files.removeFolder(path)
    }
    return status
  }
}
