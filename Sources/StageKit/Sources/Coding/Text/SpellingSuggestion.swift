/// The candidate that `word` most likely means, or nil when none is near enough to be meant.
///
/// Counts inserted, left out, replaced and exchanged neighboring letters, whatever their case (Damerau–Levenshtein
/// distance, each letter edited once). Up to a third of the word's letters may differ. The first of equals wins. Before
/// that, a candidate is meant that differs in case, hyphens and underscores alone (`easeInOut` for `ease-in-out`); and where
/// more than two letters differ, one that is the last part of a compound (`size` for `fontSize`).
/// - Complexity: O(candidates × letters²); words above 64 letters get no suggestion.
public func spellingSuggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  guard word.utf8.count <= 256 else { return nil }
  let letters = Array(word.lowercased().unicodeScalars)
  guard (1...64).contains(letters.count) else { return nil }
  let candidates = Array(candidates)
  let plain = plainLetters(word)
  if !plain.isEmpty, let same = candidates.first(where: { $0.utf8.count <= 512 && plainLetters($0) == plain }) {
    return same
  }
  var best: String?
  // A third, rounded, but at least a letter.
  var limit = min(max((letters.count + 1) / 3, 1), letters.count - 1) + 1
  for candidate in candidates {
    guard candidate.utf8.count <= 512 else { continue }
    let other = Array(candidate.lowercased().unicodeScalars)
    guard abs(other.count - letters.count) < limit else { continue }
    if let distance = editDistance(letters, other, below: limit) {
      limit = distance
      best = candidate
    }
  }
  if best == nil || limit > 2, let part = lastPart(of: word), candidates.contains(part) { return part }
  return best
}

/// The candidate that `word` can only mean, or nil where it may mean several, or none.
///
/// One that differs in case, hyphens and underscores alone; or else, of words of four letters and more, the only one that an
/// edit leads to, of eight letters and more two. Edits count as for `spellingSuggestion(for:among:)`. Another number is another
/// thing: digits must be the same.
/// - Complexity: O(candidates × letters²).
public func certainSpelling(for word: String, among candidates: some Sequence<String>) -> String? {
  let candidates = Array(candidates)
  guard let meant = spellingSuggestion(for: word, among: candidates) else { return nil }
  if plainLetters(meant) == plainLetters(word) {
    return candidates.filter { plainLetters($0) == plainLetters(word) }.count == 1 ? meant : nil
  }
  let letters = Array(word.lowercased().unicodeScalars)
  guard letters.count >= 4 else { return nil }
  let near = candidates.filter {
    editDistance(letters, Array($0.lowercased().unicodeScalars), below: letters.count < 8 ? 2 : 3) != nil
  }
  return near == [meant] && meant.filter(\.isNumber) == word.filter(\.isNumber) ? meant : nil
}

/// Without case, hyphens and underscores.
private func plainLetters(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }

/// The part after the last hyphen or underscore, or from the last capital; nil for a word of one part.
private func lastPart(of word: String) -> String? {
  guard let start = word.lastIndex(where: { $0.isUppercase || $0 == "-" || $0 == "_" }), start > word.startIndex
  else { return nil }
  return word[start...].lowercased().filter { $0 != "-" && $0 != "_" }
}

/// The number of letters that differ, are missing or too many; two that changed places count once. Nil from `bound` on.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], below bound: Int) -> Int? {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    // No later distance is below the minimum of two rows.
    if min(row.min() ?? 0, last.min() ?? 0) >= bound { return nil }
    beforeLast = last
    last = row
  }
  return last[b.count] < bound ? last[b.count] : nil
}
