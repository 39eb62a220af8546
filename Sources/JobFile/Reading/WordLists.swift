import StageKit

/// `'a', 'b' or 'c'`.
func quoted(_ words: [String]) -> String { listed(words.map { "'\($0)'" }, or: "or") }

/// `a, b or c`.
func listed(_ words: [String], or conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

/// The word that was probably meant, or else all of them where they are few.
func suggestion(for word: String, among words: [String]) -> String? {
  if let meant = spellingSuggestion(for: word, among: words) { return "Did you mean '\(meant)'?" }
  if words.isEmpty || words.count > 12 { return nil }
  return words.count == 1
    ? "Only \(quoted(words)) is known." : "Known are \(words.map { "'\($0)'" }.joined(separator: ", "))."
}
