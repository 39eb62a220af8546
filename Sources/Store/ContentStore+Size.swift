import Files
import Foundation

extension ContentStore {
  /// The number and size of entries.
  public struct Status: Sendable {
    public var entries = 0
    public var bytes = 0
    /// The same for each kind that has entries.
    public var kinds: [Kind: (entries: Int, bytes: Int)] = [:]
    /// The last use of the least recently used entry; nil if there is none.
    public var oldestUse: Date?
  }

  /// Counts entries; lists all files.
  public func status() -> Status {
    var status = Status()
    for entry in files() where !entry.isTemporary {
      status.entries += 1
      status.bytes += entry.size
      status.kinds[entry.kind, default: (0, 0)].entries += 1
      status.kinds[entry.kind, default: (0, 0)].bytes += entry.size
      status.oldestUse = min(status.oldestUse ?? entry.lastUse, entry.lastUse)
    }
    return status
  }

  /// Removes all entries, and no other files of the folder. Returns what was removed.
  public func clear() throws(StoreError) -> Status {
    let status = status()
    for kind in Kind.allCases {
      let path = "\(folder)/\(kind.rawValue)"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw StoreError("\(path): cannot be removed: \(SystemError.message(of: error))")
      }
    }
    return status
  }

  /// If the limit is exceeded, removes the least recently used entries down to nine tenths of it; also removes temporary
  /// files older than an hour, whose writers were killed.
  func removeLeastRecentlyUsed() {
    var files = files()
    let hourAgo = Date(timeIntervalSinceNow: -3600)
    for file in files where file.isTemporary && file.lastUse < hourAgo { unlink(file.path) }
    files.removeAll(where: \.isTemporary)
    var bytes = files.reduce(0) { $0 + $1.size }
    guard bytes > limit else { return }
    for file in files.sorted(by: { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }) {
      if bytes <= limit / 10 * 9 { return }
      unlink(file.path)
      bytes -= file.size
    }
  }

  private struct File {
    let kind: Kind
    let path: String
    let size: Int
    let lastUse: Date
    let isTemporary: Bool
  }

  private func files() -> [File] {
    let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
    return Kind.allCases.flatMap { kind -> [File] in
      let url = URL(fileURLWithPath: "\(folder)/\(kind.rawValue)")
      let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: keys)
      return (found?.compactMap { $0 as? URL } ?? []).compactMap { url in
        guard let values = try? url.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else { return nil }
        return File(
          kind: kind, path: url.path, size: values.fileSize ?? 0,
          lastUse: values.contentModificationDate ?? .distantPast,
          isTemporary: url.lastPathComponent.hasPrefix(Self.temporaryPrefix))
      }
    }
  }
}
