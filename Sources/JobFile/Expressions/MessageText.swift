/// The parts of an ICU message that are read by people.
struct MessageText {
  private let characters: [Character]
  private var index = 0
  private var result = ""
  private var encodesNames = false
  /// The number of characters of literal text found outside of arguments.
  private(set) var literalLength = 0

  /// The maximum depth of nested branches.
  static let maxDepth = 64

  init(_ text: String) { characters = Array(text) }

  /// The offset of the brace, quoted or not, at which nesting becomes too deep, in UTF-8 code units; nil if none is.
  static func tooDeepBrace(in text: String) -> Int? {
    var depth = 0
    for (offset, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth = max(0, depth - 1) }
      // Each branch has a brace of its own in that of its argument.
      if depth > 2 * maxDepth { return offset }
    }
    return nil
  }

  /// The message with each run of its literal text changed; names, types and styles of arguments stay.
  mutating func mapLiterals(_ change: (String) -> String) -> String {
    (index, result, literalLength) = (0, "", 0)
    readText(change, depth: 0)
    return result
  }

  /// The message with names that ICU reads as such: dots and hyphens in them are letters, each of one UTF-16 unit as before.
  mutating func withPlainNames() -> String {
    encodesNames = true
    return mapLiterals { $0 }
  }

  /// The name that `withPlainNames` replaced by a plain one.
  static func name(_ plainName: String) -> String {
    String(plainName.map { character in plainCharacters.first { $0.value == character }?.key ?? character })
  }

  private static let plainCharacters: [Character: Character] = [".": "\u{A4F8}", "-": "\u{30FC}"]

  /// Text up to the brace that ends it.
  private mutating func readText(_ change: (String) -> String, depth: Int) {
    var literal = ""
    func flush() {
      result += change(literal)
      literalLength += depth == 0 ? literal.count : 0
      literal = ""
    }
    while index < characters.count {
      let character = characters[index]
      if character == "'", index + 1 < characters.count, "{}".contains(characters[index + 1]) {
        flush()
        repeat {
          result.append(characters[index])
          index += 1
        } while index < characters.count && characters[index] != "'"
        if index < characters.count {
          result.append("'")
          index += 1
        }
      } else if character == "{" {
        flush()
        readArgument(change, depth: depth)
      } else if character == "}" && depth > 0 {
        break
      } else if character == "#" && depth > 0 {
        flush()
        result.append(character)
        index += 1
      } else {
        literal.append(character)
        index += 1
      }
    }
    flush()
  }

  /// `{…}`: its branches, if it has some, are text again.
  private mutating func readArgument(_ change: (String) -> String, depth: Int) {
    var commas = 0
    var isBranching = false
    var word = ""
    while index < characters.count {
      let character = characters[index]
      result.append(encodesNames && commas == 0 ? Self.plainCharacters[character] ?? character : character)
      index += 1
      switch character {
      case "}": return
      case ",":
        commas += 1
        if commas == 2 { isBranching = ["plural", "select", "selectordinal"].contains(word) }
        word = ""
      case "{" where isBranching && depth < Self.maxDepth:
        readText(change, depth: depth + 1)
        if index < characters.count {
          result.append(characters[index])
          index += 1
        }
      default: if !character.isWhitespace && character != "{" { word.append(character) }
      }
    }
  }
}
