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
    for entry in entryFiles() where !entry.isTemporary { status.add(entry) }
    return status
  }

  /// A file of the store.
  struct File {
    let kind: Kind
    let path: String
    let size: Int
    let lastUse: Date
    let isTemporary: Bool
  }

  /// Entries and temporary files. Others, such as what file systems leave of files that are removed while they are open
  /// (`.nfs…`, `.fuse_hidden…`), are neither counted nor touched.
  func entryFiles() -> [File] {
    var found: [File] = []
    for kind in Kind.allCases {
      let top = "\(folder)/\(kind.rawValue)"
      for folder in files.names(in: top) {
        for name in files.names(in: "\(top)/\(folder)") {
          let isTemporary = name.hasPrefix(Self.temporaryPrefix)
          guard isTemporary || !name.hasPrefix("."), let file = files.attributes("\(top)/\(folder)/\(name)") else {
            continue
          }
          found.append(
            File(
              kind: kind, path: "\(top)/\(folder)/\(name)", size: file.size, lastUse: file.lastUse,
              isTemporary: isTemporary))
        }
      }
    }
    return found
  }
}

extension ContentStore.Status {
  mutating func add(_ entry: ContentStore.File) {
    entries += 1
    bytes += entry.size
    kinds[entry.kind, default: (0, 0)].entries += 1
    kinds[entry.kind, default: (0, 0)].bytes += entry.size
    oldestUse = min(oldestUse ?? entry.lastUse, entry.lastUse)
  }
}
