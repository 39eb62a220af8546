/// Which job writes which file, to find those that two would write.
///
/// Names that differ only in capitals, or in how Unicode composes their letters, count as one: on many disks and shares
/// they are one file.
public struct OutputOwners {
  /// A name within a folder, which is known by its number.
  private struct Place: Hashable {
    let folder: Int
    let name: String
  }

  private var numbers: [Place: Int] = [:]
  /// By the number of a place.
  private var files: [Int: String] = [:]
  /// Folders that files lie in, by their number.
  private var folders: [Int: String] = [:]

  public init() {}

  /// Claims a path for an owner; gives back who has it already, as a file or as a folder, or has a folder of it as a file.
  public mutating func claim(_ path: String, for owner: String) -> String? {
    var place = 0
    var parents: [Int] = []
    for part in path.lowercased().split(separator: "/", omittingEmptySubsequences: false) {
      if place != 0 { parents.append(place) }
      let inner = Place(folder: place, name: String(part))
      place = numbers[inner] ?? numbers.count + 1
      numbers[inner] = place
    }
    if let other = files[place] ?? folders[place] ?? parents.compactMap({ files[$0] }).first { return other }
    files[place] = owner
    for parent in parents { folders[parent] = owner }
    return nil
  }
}
