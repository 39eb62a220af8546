/// A guess of the encoding of a text that is not UTF-8, from its bytes: where the characters of two bytes lie that are
/// frequent in a language, and how many letters beyond ASCII follow each other.
struct EncodingGuess {
  /// As iconv names it: of the encodings of a script, the one that holds most characters of Windows.
  let name: String

  init(_ bytes: [UInt8]) {
    let runs = Runs(bytes)
    name =
      if Self.isShiftJIS(bytes) {
        "CP932"
      } else if runs.isCyrillic {
        "WINDOWS-1251"
      } else if let chinese = Self.pairs(bytes, leads: 0xA1...0xFE, trails: [0xA1...0xFE]) {
        // The syllables of Hangul end at 0xC8; frequent characters of Chinese go on to 0xD7.
        chinese.share { $0.lead <= 0xC8 } > 0.95 ? "CP949" : "GBK"
      } else if let big = Self.pairs(bytes, leads: 0xA1...0xF9, trails: [0x40...0x7E, 0xA1...0xFE]),
        big.adjacentShare > 0.5, big.share({ $0.lead <= 0xC6 }) > 0.7
      {
        "BIG5"
      } else if let korean = Self.pairs(bytes, leads: 0x81...0xFD, trails: [0x41...0x5A, 0x61...0x7A, 0x81...0xFE]),
        korean.share({ (0xB0...0xC8).contains($0.lead) && $0.trail >= 0xA1 }) > 0.8
      {
        "CP949"
      } else if let chinese = Self.pairs(bytes, leads: 0x81...0xFE, trails: [0x40...0x7E, 0x80...0xFE]),
        chinese.adjacentShare > 0.5, chinese.share({ (0xB0...0xD7).contains($0.lead) && $0.trail >= 0xA1 }) > 0.6
      {
        "GBK"
      } else {
        runs.isMostlyLong ? "WINDOWS-1251" : "WINDOWS-1252"
      }
  }

  // MARK: Letters of one byte

  /// Bytes beyond ASCII, by how they follow each other.
  private struct Runs {
    private var all = 0.0
    /// Those beside another one.
    private var long = 0.0
    /// The letters of Cyrillic, and the small ones of these.
    private var letters = 0.0
    private var small = 0.0

    init(_ bytes: [UInt8]) {
      for (index, byte) in bytes.enumerated() where byte >= 0x80 {
        all += 1
        let isLong = (index > 0 && bytes[index - 1] >= 0x80) || (index + 1 < bytes.count && bytes[index + 1] >= 0x80)
        if isLong { long += 1 }
        // Letters of Ukrainian and others lie among the signs.
        if byte >= 0xC0 || [0xA8, 0xAA, 0xAF, 0xB2, 0xB3, 0xB4, 0xB8, 0xBA, 0xBF].contains(byte) { letters += 1 }
        if byte >= 0xE0 { small += 1 }
      }
    }

    /// Words of Latin letters have single ones beyond ASCII among them.
    var isMostlyLong: Bool { long > all / 2 }
    var isCyrillic: Bool { isMostlyLong && letters > all * 0.85 && small > letters * 0.6 }
  }

  // MARK: Characters of two bytes

  private struct Pairs {
    var all: [(lead: UInt8, trail: UInt8)] = []
    /// The number of those that follow another one.
    var adjacentCount = 0

    func share(_ isMeant: ((lead: UInt8, trail: UInt8)) -> Bool) -> Double {
      all.isEmpty ? 0 : Double(all.count(where: isMeant)) / Double(all.count)
    }
    var adjacentShare: Double { all.isEmpty ? 0 : Double(adjacentCount) / Double(all.count) }
  }

  /// The characters of two bytes of a text that has nothing else besides ASCII and `singles`; nil for other texts.
  private static func pairs(
    _ bytes: [UInt8], leads: ClosedRange<UInt8>, trails: [ClosedRange<UInt8>], singles: ClosedRange<UInt8>? = nil
  ) -> Pairs? {
    var pairs = Pairs()
    var index = 0
    var end = -1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte < 0x80 || singles?.contains(byte) == true { continue }
      guard leads.contains(byte), index < bytes.count, trails.contains(where: { $0.contains(bytes[index]) }) else {
        return nil
      }
      if end == index - 1 { pairs.adjacentCount += 1 }
      pairs.all.append((byte, bytes[index]))
      index += 1
      end = index
    }
    return pairs.all.isEmpty ? nil : pairs
  }

  /// Texts of Japanese have kana.
  private static func isShiftJIS(_ bytes: [UInt8]) -> Bool {
    let pairs = pairs(bytes, leads: 0x81...0xFC, trails: [0x40...0x7E, 0x80...0xFC], singles: 0xA1...0xDF)
    return pairs.map { $0.share { $0.lead == 0x82 && $0.trail >= 0x9F || $0.lead == 0x83 && $0.trail <= 0x96 } > 0.2 }
      ?? false
  }
}
