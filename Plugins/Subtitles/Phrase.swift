import StageKit

/// The text that is shown at once: a cue, or a part of it.
struct Phrase {
  var start: Double
  var end: Double
  var words: [SubtitleWord]
  var position: SubtitlePosition

  /// A cue's parts of at most `wordsAtOnce` words, with about equally many in each.
  static func parts(of cue: SubtitleCue, wordsAtOnce: Int?, keepsStyles: Bool) -> [Phrase] {
    var words = cue.words
    if !keepsStyles { for index in words.indices { words[index].style = SubtitleStyle() } }
    let starts = partStarts(words, limit: wordsAtOnce)
    return starts.indices.map { index in
      let next = index + 1 < starts.count ? starts[index + 1] : nil
      var part = Array(words[starts[index]..<(next ?? words.count)])
      part[0].followsSpace = false
      return Phrase(
        start: index == 0 ? cue.start : part[0].start, end: next.map { words[$0].start } ?? cue.end, words: part,
        position: cue.position)
    }.filter { $0.end > $0.start }
  }

  /// Parts of a word, such as syllables that are sung one by one, stay together.
  private static func partStarts(_ words: [SubtitleWord], limit: Int?) -> [Int] {
    guard !words.isEmpty else { return [] }
    let starts = words.indices.filter { $0 == 0 || words[$0].beginsWord(after: words[$0 - 1]) }
    guard let limit, starts.count > limit else { return [0] }
    let count = (starts.count + limit - 1) / limit
    return (0..<count).map { starts[$0 * starts.count / count] }
  }
}

extension SubtitleWord {
  /// True if it is not the rest of the one before it.
  func beginsWord(after previous: SubtitleWord) -> Bool {
    allowsBreak || line != previous.line
  }
}
