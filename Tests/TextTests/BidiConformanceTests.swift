import StageKit
import Testing

@testable import Text

/// The result that the database expects of one paragraph.
private struct Expectation {
  /// Nil where the algorithm removes the character.
  var levels: [Int8?] = []
  var order: [Int32] = []

  func matches(_ paragraph: BidiParagraph) -> Bool {
    let line = paragraph.line(0..<levels.count)
    for (level, expected) in zip(line.levels, levels) where expected != nil && level != expected { return false }
    return line.visualOrder.filter { levels[Int($0)] != nil } == order
  }
}

@Suite("Conformance to the Unicode bidirectional algorithm", UnicodeData.isNeeded)
struct BidiConformanceTests {
  /// A character of each class.
  private static let examples: [String: Unicode.Scalar] = [
    "L": "a", "R": "\u{5D0}", "AL": "\u{627}", "EN": "0", "ES": "+", "ET": "#", "AN": "\u{660}", "CS": ",",
    "NSM": "\u{300}", "BN": "\u{AD}", "B": "\u{2029}", "S": "\t", "WS": " ", "ON": "!", "LRE": "\u{202A}",
    "LRO": "\u{202D}", "RLE": "\u{202B}", "RLO": "\u{202E}", "PDF": "\u{202C}", "LRI": "\u{2066}", "RLI": "\u{2067}",
    "FSI": "\u{2068}", "PDI": "\u{2069}",
  ]

  @Test("Levels and order of all short sequences of classes are as BidiTest.txt says")
  func classes() throws {
    let examples = Dictionary(
      uniqueKeysWithValues: Self.examples.map { (ArraySlice($0.key.utf8), $0.value) })
    var expected = Expectation()
    var count = 0
    var failures: [String] = []
    for line in try UnicodeData.lines(of: "BidiTest.txt") {
      let words = line.words
      if line.first == UInt8(ascii: "@") {
        switch words[0].text {
        case "@Levels:": expected.levels = words.dropFirst().map { Int8($0.text) }
        case "@Reorder:": expected.order = words.dropFirst().compactMap { Int32($0.text) }
        default: break
        }
        continue
      }
      // The last class ends with a semicolon, and a bit set of directions follows.
      let bits = UInt8(words.last?.text ?? "", radix: 16) ?? 0
      let scalars = words.dropLast().compactMap { examples[$0.last == UInt8(ascii: ";") ? $0.dropLast() : $0] }
      try #require(scalars.count == expected.levels.count)
      for (bit, direction) in zip([1, 2, 4] as [UInt8], [TextDirection.automatic, .leftToRight, .rightToLeft])
      where bits & bit != 0 {
        count += 1
        if !expected.matches(BidiParagraph(scalars, direction: direction)) { failures.append(line.text) }
      }
    }
    #expect(failures.isEmpty, "\(failures.count) of \(count), such as \(failures.prefix(5))")
    #expect(count >= 770_241)
  }

  @Test("Levels, order and direction of characters are as BidiCharacterTest.txt says")
  func characters() throws {
    var count = 0
    var failures: [String] = []
    for line in try UnicodeData.lines(of: "BidiCharacterTest.txt") {
      let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      try #require(fields.count == 5)
      let directions = ["0": TextDirection.leftToRight, "1": .rightToLeft, "2": .automatic]
      let paragraph = BidiParagraph(
        fields[0].codePoints, direction: try #require(directions[fields[1].text]))
      let expected = Expectation(
        levels: fields[3].words.map { Int8($0.text) }, order: fields[4].words.compactMap { Int32($0.text) })
      count += 1
      if paragraph.isRightToLeft != (fields[2].text == "1") || !expected.matches(paragraph) {
        failures.append(line.text)
      }
    }
    #expect(failures.isEmpty, "\(failures.count) of \(count), such as \(failures.prefix(5))")
    #expect(count >= 91_707)
  }
}
