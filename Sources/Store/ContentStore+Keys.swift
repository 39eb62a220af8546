import StageKit

extension ContentStore {
  /// The keys of all entries of a kind, sorted; lists the files and reads none.
  public func keys(_ kind: Kind) -> [Digest] {
    let root = "\(folder)/\(kind.rawValue)"
    return files.names(in: root).flatMap { folder in
      files.names(in: "\(root)/\(folder)").compactMap { Digest(hexadecimal: folder + $0) }
    }.sorted()
  }
}
