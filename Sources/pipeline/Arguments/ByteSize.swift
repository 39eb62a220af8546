/// Sizes in bytes as users write them: `500MB`, `2.5GB`.
enum ByteSize {
  /// Parses a size in decimal units; nil if the text is not one.
  static func bytes(_ text: String) -> Int? {
    let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("B", 1)]
    let upper = text.uppercased()
    let unit = units.first { upper.hasSuffix($0.0) }
    let number = Double(upper.dropLast(unit?.0.count ?? 0))
    guard let number, number >= 0, number * (unit?.1 ?? 1) < 1e18 else { return nil }
    return Int(number * (unit?.1 ?? 1))
  }

  /// An option's value in bytes; nil if it was not given.
  static func option(_ name: String, _ arguments: ParsedArguments) throws -> Int? {
    guard let text = arguments.string(name) else { return nil }
    guard let bytes = bytes(text) else {
      throw UsageError.badValue(option: name, value: text, expected: "a size such as 500MB or 2.5GB")
    }
    return bytes
  }
}
