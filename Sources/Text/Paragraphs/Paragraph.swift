import CText
import StageKit

/// A paragraph's properties that do not depend on how it breaks into lines.
struct Paragraph {
  let scalars: [Unicode.Scalar]

  /// The number of the text's scalars before it.
  let start: Int

  /// For each scalar the number of its span, from 1; 0 outside of all.
  let spans: [Int]

  /// The size of letters as a multiple of the text's size: outside of all spans, and in each.
  let scales: [Double]

  /// True if a character, as readers see one, begins with the scalar.
  let isCharacterStart: [Bool]
  let scripts: [Script]
  let bidi: BidiParagraph

  /// True if a line may begin with the scalar.
  let mayBreakBefore: [Bool]

  /// An index in `fonts` for each scalar.
  let fontNumbers: [Int]

  /// The fonts in use, in order of first use.
  let fonts: [Font]

  /// Characters that no font has.
  let missing: [String]

  /// The paragraph whose first scalar has the index `first` in the request's text; with the fonts of the text, and of each
  /// of its spans.
  init(
    _ text: Substring, from first: Int, of request: TextRequest, fonts lists: [FontFallback], breakFinder: BreakFinder
  ) {
    var spans: [Int] = []
    var knownSpan = 0
    var scalars: [Unicode.Scalar] = []
    var starts: [Bool] = []
    var numbers: [Int] = []
    var fonts: [Font] = []
    var missing: [String] = []
    var known: [Character: Int] = [:]
    for character in text {
      let start = scalars.count
      let span = (request.spans.firstIndex { $0.range.contains(first + start) } ?? -1) + 1
      if span != knownSpan { (known, knownSpan) = ([:], span) }
      let list = lists[span]
      // A tab becomes a space, and other controls are dropped.
      for scalar in character.unicodeScalars {
        let isControl = scalar.properties.generalCategory == .control
        scalars.append(isControl ? (scalar == "\t" ? " " : "\u{200B}") : scalar)
      }
      let cluster = scalars[start...]
      starts += cluster.indices.map { $0 == start }
      let number: Int
      if let again = known[character] {
        number = again
      } else {
        let font = list.font(for: cluster, allowsColor: request.allowsColor)
        if font == nil { missing.append(String(character)) }
        let chosen = font ?? list.primary
        number = fonts.firstIndex { $0 === chosen } ?? fonts.count
        if number == fonts.count { fonts.append(chosen) }
        known[character] = number
      }
      numbers += cluster.map { _ in number }
      spans += cluster.map { _ in span }
    }
    self.scalars = scalars
    self.spans = spans
    start = first
    scales = [1] + request.spans.map { $0.scale.isFinite ? max($0.scale, 0) : 1 }
    isCharacterStart = starts
    fontNumbers = numbers
    self.fonts = fonts
    self.missing = missing
    scripts = Script.resolved(scalars)
    bidi = BidiParagraph(scalars, direction: request.direction, language: request.style.language)
    let breaks = zip(breakFinder.opportunities(scalars), starts).map { $0 && $1 }
    // Phrases in Korean end at spaces.
    mayBreakBefore =
      request.style.keepsPhrases
      ? breaks.indices.map { breaks[$0] && ($0 == 0 || !scalars[$0].isHangul || !scalars[$0 - 1].isHangul) } : breaks
  }

  /// The index of the span that a scalar belongs to; nil outside of all.
  func span(of index: Int) -> Int? { spans[index] > 0 ? spans[index] - 1 : nil }

  /// True if a character ends before the scalar of that index.
  func isCharacterEnd(_ index: Int) -> Bool { index == scalars.count || isCharacterStart[index] }

  /// Some of its scalars.
  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }

  /// The end of the characters that begin in `range`, spaces at its end left out.
  func visibleEnd(of range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, scalars[end - 1].isBreakingSpace { end -= 1 }
    return end
  }
}

extension Unicode.Scalar {
  /// True for a syllable of Korean.
  fileprivate var isHangul: Bool { (0xAC00...0xD7A3).contains(value) }
}
