import Files

/// Pictures whose names are numbered on from a first one, as stages read them.
enum NumberedPictures {
  private static let endings = [".png", ".jpg", ".jpeg", ".webp"]
  private static let most = 100_000

  /// The paths after a first picture, and the one that would be next; none for other files.
  static func paths(after path: String) -> [String] {
    guard endings.contains(where: path.lowercased().hasSuffix) else { return [] }
    var paths: [String] = []
    var last = path
    while paths.count < most, let next = next(last) {
      paths.append(next)
      guard FileSystem.exists(next) else { break }
      last = next
    }
    return paths
  }

  /// The path with the last number in its name raised by one, with the same number of digits; nil where it has none.
  static func next(_ path: String) -> String? {
    let characters = Array(path)
    func isDigit(_ index: Int) -> Bool { ("0"..."9").contains(characters[index]) }
    guard let end = characters.indices.last(where: isDigit), !characters[end...].contains("/") else { return nil }
    let start = (characters[..<end].lastIndex { !("0"..."9").contains($0) } ?? -1) + 1
    guard end - start < 12, let number = Int(String(characters[start...end])) else { return nil }
    let next = String(number + 1)
    let zeros = String(repeating: "0", count: max(0, end - start + 1 - next.count))
    return String(characters[..<start]) + zeros + next + String(characters[(end + 1)...])
  }
}
