import Coding
import Testing
import Timing

@Suite("Spelling suggestions")
struct SpellingSuggestionTests {
  /// The definition: letters left out, added, replaced, and neighbors exchanged, counted in a whole table.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        if i == 0 || j == 0 {
          table[i][j] = i + j
          continue
        }
        table[i][j] = min(
          table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }

  @Test(
    "What differs in case and hyphens alone is meant, and the last part of a compound where nothing is near",
    arguments: [
      ("easeInOut", "ease-in-out"), ("easeinout", "ease-in-out"), ("ease_in", "ease-in"), ("EASE-OUT", "ease-out"),
      ("fontSize", "size"), ("font-size", "size"), ("linWidth", "lineWidth"),
    ])
  func conventions(word: String, expected: String) {
    let candidates = ["ease", "ease-in", "ease-out", "ease-in-out", "minSize", "size", "lineWidth", "width"]
    #expect(spellingSuggestion(for: word, among: candidates) == expected)
  }

  @Test(
    "A word can only mean one of other case, or the only one near; short words and those with two neighbors may mean several",
    arguments: [
      ("Line_Width", "lineWidth"), ("colr", "color"), ("opcaity", "opacity"), ("paramters", "parameters"),
      ("rotatoin", "rotation"), ("gap", nil), ("tint", nil), ("fontSize", nil), ("alignement", nil),
      ("widths", "width"), ("h265", nil), ("h246", nil), ("hh264", "h264"),
    ] as [(String, String?)])
  func certain(word: String, expected: String?) {
    let candidates = [
      "lineWidth", "width", "color", "opacity", "parameters", "rotation", "map", "hint", "tilt", "size", "alignItems",
      "h264",
    ]
    #expect(certainSpelling(for: word, among: candidates) == expected)
  }

  @Test("Half of the letters of a short word are not near")
  func short() {
    #expect(spellingSuggestion(for: "size", among: ["file", "fit"]) == nil)
    #expect(spellingSuggestion(for: "siez", among: ["file", "size"]) == "size")
  }

  @Test("The first of the nearest is suggested, if no more than a third of the letters differ")
  func nearest() {
    var state: UInt64 = 11
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    func word() -> String { String((0...random(9)).map { _ in "abc".randomLetter(random(3)) }) }
    for _ in 0..<500 {
      let asked = word()
      let candidates = (0..<8).map { _ in word() }
      let most = min(max((asked.count + 1) / 3, 1), asked.count - 1)
      let distances = candidates.map { distance(Array(asked), Array($0)) }
      let least = distances.min() ?? 0
      let expected = least <= most ? distances.firstIndex(of: least).map { candidates[$0] } : nil
      #expect(spellingSuggestion(for: asked, among: candidates) == expected, "\(asked) among \(candidates)")
    }
  }
}

extension String {
  fileprivate func randomLetter(_ offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
