@_spi(Host) import Coding

/// A rule of CSS: what elements it is for, and what it says of them.
struct StyleRule {
  let selector: StyleSelector
  let declarations: [StyleDeclaration]

  var specificity: Int { selector.specificity }

  func matches(_ element: SVGElement) -> Bool { selector.matches(element) }

  /// The rules of a style sheet, in their order, and what of it is not understood and left out.
  static func rules(in text: String) -> (rules: [StyleRule], omissions: [String]) {
    var rules: [StyleRule] = []
    var omissions: [String] = []
    for block in blocks(in: withoutComments(text)[...], &omissions) {
      var (declarations, isNested) = StyleDeclaration.all(in: block.body)
      for index in declarations.indices { declarations[index].isInSheet = true }
      if isNested { omissions.append("rules in the rule '\(block.selectors)' are left out") }
      for text in StyleDeclaration.parts(of: block.selectors, at: ",") {
        if let selector = StyleSelector(text) {
          rules.append(StyleRule(selector: selector, declarations: declarations))
        } else {
          omissions.append("the selector '\(text.trimmed)' is not understood, and its rule is left out")
        }
      }
    }
    return (rules, omissions)
  }

  static func withoutComments(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "*")) else { return String(text) }
    var parts: [Substring] = []
    var rest = Substring(text)
    while let start = rest.firstRange(of: "/*") {
      parts.append(rest[..<start.lowerBound])
      guard let end = rest[start.upperBound...].firstRange(of: "*/") else { return parts.joined() }
      rest = rest[end.upperBound...]
    }
    return (parts + [rest]).joined()
  }

  /// Selectors and what is in braces after them. Of rules that begin with an `@`, `@media` for screens is read.
  private static func blocks(
    in text: Substring, _ omissions: inout [String]
  ) -> [(selectors: Substring, body: Substring)] {
    var blocks: [(selectors: Substring, body: Substring)] = []
    var rest = text
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == ";" }) {
      // Style sheets may be hidden as comments of XML.
      var head = rest[..<start].trimmed
      while let mark = ["<!--", "-->"].first(where: head.hasPrefix) { head = head.dropFirst(mark.count).trimmed }
      guard rest[start] == "{" || !head.hasPrefix("@") else {
        if head.hasPrefix("@import") { omissions.append("'\(head)' is not read") }
        rest = rest[start...].dropFirst()
        continue
      }
      guard rest[start] == "{" || rest[start...].contains("{") else { break }
      let open = rest[start] == "{" ? start : rest[start...].firstIndex(of: "{") ?? start
      head = open == start ? head : rest[..<open].trimmed
      var depth = 0
      let end = rest[open...].firstIndex { character in
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
        return depth == 0
      }
      // An open block ends with the style sheet.
      let body = rest[open..<(end ?? rest.endIndex)].dropFirst()
      if !head.hasPrefix("@") {
        blocks.append((head, body))
      } else if head.lowercased().hasPrefix("@media"), isForScreens(head.dropFirst(6)) {
        blocks += self.blocks(in: body, &omissions)
      } else if !head.lowercased().hasPrefix("@page") {
        omissions.append("'\(head)' is left out")
      }
      rest = end.map { rest[$0...].dropFirst() } ?? rest[rest.endIndex...]
    }
    return blocks
  }

  /// True if one of some media queries, such as `screen, print`, is known to hold.
  static func isForScreens(_ queries: some StringProtocol) -> Bool {
    queries.lowercased().split(separator: ",", omittingEmptySubsequences: false).contains { query in
      var words = query.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.first == "only" { words.removeFirst() }
      if words.count == 2, words[0] == "not" { return ["print", "speech"].contains(words[1]) }
      let known: Set<String> = ["all", "screen", "and", "(prefers-color-scheme:light)"]
      return words.joined(separator: " ").replacing(": ", with: ":").split(separator: " ").allSatisfy {
        known.contains(String($0))
      }
    }
  }
}

/// A property of CSS with its value.
struct StyleDeclaration {
  let name: String
  let value: String
  var isImportant = false
  /// True if it is in a style sheet rather than at its element.
  var isInSheet = false

  /// Those of a `style` attribute or of a rule's braces, and whether rules are among them.
  static func all(in text: some StringProtocol) -> (declarations: [StyleDeclaration], hasRules: Bool) {
    var declarations: [StyleDeclaration] = []
    var hasRules = false
    for part in parts(of: StyleRule.withoutComments(text)[...], at: ";") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      let name = unescaped(part[..<colon].trimmed)
      if !name.hasPrefix("--"), part.contains("{") {
        hasRules = true
        continue
      }
      var value = part[colon...].dropFirst().trimmed
      var isImportant = false
      if let mark = value.lastIndex(of: "!") {
        guard value[mark...].dropFirst().trimmed.lowercased() == "important" else { continue }
        isImportant = true
        value = value[..<mark].trimmed
      }
      declarations.append(
        StyleDeclaration(
          name: name.hasPrefix("--") ? name : name.lowercased(), value: unescaped(value), isImportant: isImportant))
    }
    return (declarations, hasRules)
  }

  /// A text with escapes replaced by their characters.
  static func unescaped(_ text: some StringProtocol) -> String {
    guard text.contains("\\") else { return String(text) }
    var result = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "\\") {
      result += rest[..<mark]
      rest = rest[mark...].dropFirst()
      let digits = rest.prefix(6).prefix { $0.isASCII && $0.isHexDigit }
      if digits.isEmpty {
        result += rest.prefix(1)
        rest = rest.dropFirst()
      } else {
        result.unicodeScalars.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
        rest = rest.dropFirst(digits.count)
        if rest.first?.isWhitespace == true { rest = rest.dropFirst() }
      }
    }
    return result + rest
  }

  /// The parts of a text between a mark, outside of quotes and of what is in parentheses, brackets and braces.
  static func parts(of text: Substring, at mark: Unicode.Scalar) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var quote: UInt8?
    // All marks are ASCII, which is no part of other characters.
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: mark) where depth <= 0:
        parts.append(text[start..<index])
        start = text.utf8.index(after: index)
      default: break
      }
    }
    return parts + [text[start...]]
  }
}
