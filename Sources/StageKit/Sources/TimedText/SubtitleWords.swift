/// A word of a cue and when it is spoken.
public struct SubtitleWord: Hashable, Sendable {
  public var text: String
  public var style: SubtitleStyle
  /// In seconds of the film.
  public var start: Double
  /// In seconds of the film: when the next word starts, or the cue ends.
  public var end: Double
  /// The line of the cue that contains it, from 0.
  public var line: Int
  /// True if there is space between it and the word before it in its line.
  public var followsSpace: Bool
  /// True if a line may break before it; parts of words that differ in style or time stay together.
  public var allowsBreak: Bool
}

extension SubtitleCue {
  /// Its words in reading order. Where their times are not known, they share what is known by their lengths. Ideographs
  /// and kana are words of their own, with the punctuation that belongs to them.
  public var words: [SubtitleWord] {
    var words: [SubtitleWord] = []
    var known: [Double?] = []
    var lastKnown: Double?
    var pending: Double?
    for (line, spans) in lines.enumerated() {
      var followsSpace = false
      var isOpen = false
      for span in spans {
        if let start = span.start, start != lastKnown {
          pending = start
          lastKnown = start
        }
        for character in span.text {
          if character.isWhitespace, character != "\u{A0}" {
            isOpen = false
            followsSpace = words.last?.line == line
            continue
          }
          let splits = words.last?.text.last.map { character.mayBreak(after: $0) } ?? false
          if isOpen, !splits, pending == nil, words[words.count - 1].style == span.style {
            words[words.count - 1].text.append(character)
            continue
          }
          words.append(
            SubtitleWord(
              text: String(character), style: span.style, start: 0, end: 0, line: line, followsSpace: followsSpace,
              allowsBreak: followsSpace || (isOpen && splits)))
          known.append(pending)
          pending = nil
          followsSpace = false
          isOpen = true
        }
      }
    }
    assignTimes(&words, known)
    return words
  }

  private func assignTimes(_ words: inout [SubtitleWord], _ known: [Double?]) {
    var index = 0
    var from = start
    while index < words.count {
      from = known[index].map { max(from, $0) } ?? from
      let next = (index + 1..<words.count).first { known[$0] != nil } ?? words.count
      let to = next < words.count ? max(from, known[next] ?? end) : max(from, end)
      // A word costs a little besides its letters.
      let lengths = words[index..<next].map { Double($0.text.count) + 1.5 }
      let total = lengths.reduce(0, +)
      var passed = 0.0
      for (offset, length) in lengths.enumerated() {
        words[index + offset].start = from + (to - from) * passed / total
        passed += length
        words[index + offset].end = from + (to - from) * passed / total
      }
      from = to
      index = next
    }
  }
}

extension Character {
  /// True if a line may break between a character and this one without space.
  fileprivate func mayBreak(after previous: Character) -> Bool {
    if Self.opening.contains(previous) { return false }
    if Self.opening.contains(self) || isIdeographic { return true }
    return previous.isIdeographic && (isLetter || isNumber)
  }

  private var isIdeographic: Bool {
    guard let scalar = unicodeScalars.first, !Self.small.contains(self) else { return false }
    switch scalar.value {
    case 0x3041...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return true
    default: return false
    }
  }

  private static let opening: Set<Character> = ["「", "『", "（", "《", "〈", "【", "［", "〔", "“", "‘"]
  /// Kana and signs that belong to the one before them.
  private static let small = Set<Character>("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ・ー゛゜ゝゞヽヾ")
}
