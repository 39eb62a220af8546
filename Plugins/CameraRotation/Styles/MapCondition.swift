import StageKit

/// A condition on a feature's properties, for a rule.
///
/// Written as `key=value`, `key=value|value`, `key=*` for any value, and `key!=value` for any other or none; several
/// are joined by `&`, and all must hold. The key `geometry` is the feature's shape: `point`, `line` or `area`.
struct MapCondition: Hashable, Sendable, Digestible {
  var key: String
  /// Empty for any value.
  var values: [String]
  var isNegated: Bool

  /// The key of the feature's shape.
  static let shape = "geometry"

  static func parse(_ text: String) throws(MapConditionError) -> [MapCondition] {
    var result: [MapCondition] = []
    for part in text.split(separator: "&", omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: "=") else { throw MapConditionError(part: trimmed(part)) }
      let isNegated = part[..<sign].last == "!"
      let key = trimmed(isNegated ? part[..<sign].dropLast() : part[..<sign])
      let values = part[part.index(after: sign)...].split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
      guard !key.isEmpty, !values.contains("") else { throw MapConditionError(part: trimmed(part)) }
      result.append(MapCondition(key: key, values: values == ["*"] ? [] : values, isNegated: isNegated))
    }
    return result
  }

  func holds(for value: String?) -> Bool {
    let isMatch = value.map { values.isEmpty || values.contains($0) } ?? false
    return isMatch != isNegated
  }

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(key)
    hasher.combine(values.count)
    for value in values { hasher.combine(value) }
    hasher.combine(isNegated)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var part = Substring(text)
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}

/// Text that is not a condition.
struct MapConditionError: Error {
  var part: String
}
