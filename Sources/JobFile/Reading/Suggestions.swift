import Reporting
import StageKit

/// `'a', 'b' or 'c'`.
func quoted(_ words: [String]) -> String { listed(words.map { "'\($0)'" }, or: "or") }

/// `a, b or c`.
func listed(_ words: [String], or conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

/// A hint with the most similar word, or else with all words if they are few.
func suggestion(for word: String, among words: [String]) -> String? {
  suggestion(spellingSuggestion(for: word, among: words), among: words)
}

/// The same for a word of the language, which may be another program's.
func wordSuggestion(for word: String, among words: [String]) -> String? {
  suggestion(synonym(of: word, among: words) ?? spellingSuggestion(for: word, among: words), among: words)
}

/// The correction that goes with `wordSuggestion(for:among:)`. Another program's word may mean several things.
func wordFix(for word: String, among words: [String]) -> Fix? {
  synonym(of: word, among: words).map { Fix(.name(word, is: $0), isSure: false) } ?? Fix(word: word, among: words)
}

/// The same for a key, which may have the name that other programs give it.
func keySuggestion(for key: String, among keys: [String]) -> String? {
  suggestion(meantKey(for: key, among: keys), among: keys)
}

private func suggestion(_ meant: String?, among words: [String]) -> String? {
  if let meant { return "Did you mean '\(meant)'?" }
  if words.isEmpty || words.count > 12 { return nil }
  return words.count == 1
    ? "The only possible value is \(quoted(words))."
    : "Possible values: \(words.map { "'\($0)'" }.joined(separator: ", "))."
}
