/// Which job writes which file, to find those that two would write.
///
/// Names that differ only in capitals, or in how Unicode composes their letters, count as one: on many disks and shares
/// they are one file.
public struct OutputOwners {
  private var files: [String: String] = [:]
  /// Folders that files lie in.
  private var folders: [String: String] = [:]

  public init() {}

  /// Claims a path for an owner; gives back who has it already, as a file or as a folder, or has a folder of it as a file.
  public mutating func claim(_ path: String, for owner: String) -> String? {
    let key = path.lowercased()
    let parts = key.split(separator: "/", omittingEmptySubsequences: false)
    let parents = (1..<max(1, parts.count)).map { parts[..<$0].joined(separator: "/") }
    if let other = files[key] ?? folders[key] ?? parents.compactMap({ files[$0] }).first { return other }
    files[key] = owner
    for parent in parents { folders[parent] = owner }
    return nil
  }
}
