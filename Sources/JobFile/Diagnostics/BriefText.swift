extension String {
  /// The text with what is too long for a message cut: `start … end`.
  ///
  /// Names and values stand in quotes in messages; what stands between two quotes, and the whole, keep their beginnings
  /// and ends. A text of ordinary length is left as it is, and so is one that was cut before.
  public var brief: String {
    guard utf8.count > Self.longestPart else { return self }
    let parts = utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    let cut = parts.map { Substring($0).cut(beyond: Self.longestPart) }.joined(separator: "'")
    return cut[...].cut(beyond: Self.longestMessage)
  }

  /// In characters.
  private static let longestPart = 300
  private static let longestMessage = 1500
}

extension Substring {
  /// Its first two thirds and its last one of a count of characters, with what lies between left out.
  fileprivate func cut(beyond most: Int) -> String {
    guard let limit = index(startIndex, offsetBy: most, limitedBy: endIndex), limit < endIndex else {
      return String(self)
    }
    let end = most / 3
    return "\(prefix(most - end - 3)) … \(suffix(end))"
  }
}
