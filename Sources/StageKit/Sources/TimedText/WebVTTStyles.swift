@_spi(Host) import Coding

/// The rules of a WebVTT file's `STYLE` blocks, as far as a cue's text has their properties.
struct WebVTTStyles {
  /// A part of a cue that rules may match: the whole of it, or an element of its text.
  struct Element {
    /// Empty for the whole cue.
    var name = ""
    var classes: [String] = []
    /// The identifier of the whole cue.
    var id: String?
    var voice: String?
  }

  /// The selector between the parentheses of `::cue()`.
  private struct Selector {
    /// Empty for any element.
    var name = ""
    var classes: [String] = []
    var id: String?
    var voice: String?
    /// True for `::cue` alone.
    var isWhole = false

    func matches(_ element: Element) -> Bool {
      if isWhole || id != nil {
        return element.name.isEmpty && name.isEmpty && classes.isEmpty && (id == nil || id == element.id)
      }
      return !element.name.isEmpty && (name.isEmpty || name == element.name)
        && classes.allSatisfy(element.classes.contains)
        && (voice == nil || voice == element.voice)
    }

    /// The most specific of the rules that match wins (Selectors 4, 17).
    var weight: [Int] { [id == nil ? 0 : 1, classes.count + (voice == nil ? 0 : 1), name.isEmpty ? 0 : 1] }
  }

  private enum Change {
    case color(String)
    case bold(Bool)
    case italic(Bool)
    case underlined(Bool)
  }

  private struct Rule {
    var selector: Selector
    var changes: [Change]
    var isImportant: Bool
  }

  /// Those that win last.
  private var rules: [Rule] = []

  /// The most rules, so that no file takes hours.
  private static let limit = 250

  /// Changes a style by the rules that match an element.
  func apply(to style: inout SubtitleStyle, of element: Element) {
    for rule in rules where rule.selector.matches(element) {
      for change in rule.changes {
        switch change {
        case .color(let color): style.take(color: color)
        case .bold(let isBold): style.isBold = isBold
        case .italic(let isItalic): style.isItalic = isItalic
        case .underlined(let isUnderlined): style.isUnderlined = isUnderlined
        }
      }
    }
  }

  // MARK: Reading

  /// Reads the lines below `STYLE`, the first of which has a number from 1.
  mutating func read(_ lines: ArraySlice<String>, from first: Int, _ remarks: inout Remarks) {
    let count = rules.count
    let text = Self.withoutComments(lines.joined(separator: "\n"))
    var rest = text[...]
    var line = first
    func pass(_ part: Substring) { line += part.count { $0 == "\n" } }
    while true {
      let space = rest.prefix(while: \.isWhitespace)
      pass(space)
      rest = rest.dropFirst(space.count)
      if rest.isEmpty { break }
      let start = line
      let prelude = rest.prefix { $0 != "{" && ($0 != ";" || rest.first != "@") }
      pass(prelude)
      rest = rest.dropFirst(prelude.count)
      guard rest.popFirst() == "{" else {
        remarks.add("style rule", line: start, "the rule '\(prelude.trimmed.prefix(40))' is not read")
        continue
      }
      let body = rest.prefix { $0 != "}" }
      add(prelude, body, start, at: line, &remarks)
      pass(body)
      rest = rest.dropFirst(body.count + 1)
    }
    if rules.count == count { return }
    // A stable order: later rules win among those of the same weight.
    rules = rules.enumerated().sorted { a, b in
      if a.element.isImportant != b.element.isImportant { return b.element.isImportant }
      let (x, y) = (a.element.selector.weight, b.element.selector.weight)
      return x == y ? a.offset < b.offset : x.lexicographicallyPrecedes(y)
    }.map(\.element)
  }

  /// Comments become spaces, and keep their line ends.
  private static func withoutComments(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound] + " "
      let end = rest[start.upperBound...].firstRange(of: "*/")
      result += rest[start.upperBound..<(end?.lowerBound ?? rest.endIndex)].filter { $0 == "\n" }
      rest = rest[(end?.upperBound ?? rest.endIndex)...]
    }
    return result + rest
  }

  private mutating func add(
    _ prelude: Substring, _ body: Substring, _ start: Int, at line: Int, _ remarks: inout Remarks
  ) {
    let (plain, important) = changes(body, at: line, &remarks)
    for text in prelude.split(topLevel: ",") {
      guard let selectors = Self.selectors(text.trimmed) else {
        let shown = text.trimmed.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(40)
        remarks.add("selector \(shown)", line: start, "styles of '\(shown)' are not kept")
        continue
      }
      guard rules.count + 2 * selectors.count <= Self.limit else {
        remarks.add("style count", line: start, "of the rules of styles only \(Self.limit) are kept")
        return
      }
      for selector in selectors {
        if !plain.isEmpty { rules.append(Rule(selector: selector, changes: plain, isImportant: false)) }
        if !important.isEmpty { rules.append(Rule(selector: selector, changes: important, isImportant: true)) }
      }
    }
  }

  // MARK: Selectors

  /// Those of `::cue` or `::cue(b, .loud)`; nil where one is of another kind.
  private static func selectors(_ text: Substring) -> [Selector]? {
    guard text.hasPrefix("::cue") else { return nil }
    let rest = text.dropFirst(5)
    if rest.isEmpty { return [Selector(isWhole: true)] }
    guard rest.first == "(", rest.last == ")" else { return nil }
    let parts = rest.dropFirst().dropLast().split(topLevel: ",").map { selector($0.trimmed) }
    return parts.contains { $0 == nil } ? nil : parts.compactMap { $0 }
  }

  /// A selector such as `c.loud`, `#intro` or `v[voice="Ada"]`.
  private static func selector(_ text: Substring) -> Selector? {
    var rest = text
    var selector = Selector()
    if rest.first == "*" { rest.removeFirst() } else { selector.name = identifier(&rest) ?? "" }
    guard rest.count < text.count || [".", "#", "["].contains(rest.first) else { return nil }
    while let mark = rest.popFirst() {
      switch mark {
      case ".":
        guard let name = identifier(&rest) else { return nil }
        selector.classes.append(name)
      case "#":
        guard selector.id == nil, let id = identifier(&rest) else { return nil }
        selector.id = id
      case "[":
        let content = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(content.count + 1)
        let parts = content.split(separator: "=", maxSplits: 1).map(\.trimmed)
        guard parts.count == 2, parts[0] == "voice", selector.voice == nil else { return nil }
        selector.voice = String(parts[1].filter { $0 != "\"" && $0 != "'" })
      default: return nil
      }
    }
    return selector
  }

  /// A name in which a backslash stands before a character or its number, as before digits that begin a name.
  private static func identifier(_ rest: inout Substring) -> String? {
    var name = ""
    while let character = rest.first {
      if character.isLetter || character.isNumber || "-_".contains(character) {
        name.append(character)
        rest.removeFirst()
      } else if character == "\\" {
        rest.removeFirst()
        let digits = rest.prefix(6).prefix(while: \.isHexDigit)
        if let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) {
          name.unicodeScalars.append(scalar)
          rest = rest.dropFirst(digits.count)
          if rest.first?.isWhitespace == true { rest.removeFirst() }
        } else if let next = rest.popFirst() {
          name.append(next)
        }
      } else {
        break
      }
    }
    return name.isEmpty ? nil : name
  }

  // MARK: Properties

  private func changes(
    _ body: Substring, at first: Int, _ remarks: inout Remarks
  ) -> (plain: [Change], important: [Change]) {
    var (plain, important): ([Change], [Change]) = ([], [])
    var line = first
    for declaration in body.split(separator: ";", omittingEmptySubsequences: false) {
      let own = line + declaration.prefix(while: \.isWhitespace).count { $0 == "\n" }
      line += declaration.count { $0 == "\n" }
      let parts = declaration.split(separator: ":", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { continue }
      let mark = parts[1].lastIndex(of: "!")
      let isImportant = mark.map { parts[1][$0...].dropFirst().trimmed.lowercased() == "important" } ?? false
      let value = isImportant ? parts[1][..<(mark ?? parts[1].endIndex)].trimmed : parts[1]
      let name = parts[0].lowercased()
      guard let found = Self.changes(name, String(value)) else {
        remarks.add("property \(name)", line: own, "the style '\(name): \(value.prefix(40))' is not kept")
        continue
      }
      if isImportant { important += found } else { plain += found }
    }
    return (plain, important)
  }

  /// The changes that a property makes; nil for those that a cue's text does not have.
  private static func changes(_ name: String, _ value: String) -> [Change]? {
    let word = value.lowercased()
    switch name {
    case "color": return ["inherit", "currentcolor", "unset"].contains(word) ? [] : [.color(value)]
    case "font-weight":
      switch word {
      case "bold", "bolder": return [.bold(true)]
      case "normal", "lighter": return [.bold(false)]
      default: return Double(word).map { [.bold($0 >= 600)] }
      }
    case "font-style":
      if word == "normal" { return [.italic(false)] }
      return word == "italic" || word.hasPrefix("oblique") ? [.italic(true)] : nil
    case "text-decoration", "text-decoration-line":
      return word == "none" ? [.underlined(false)] : word == "underline" ? [.underlined(true)] : nil
    default: return nil
    }
  }
}

extension Substring {
  /// The parts between a character outside of parentheses and brackets.
  fileprivate func split(topLevel separator: Character) -> [Substring] {
    var depth = 0
    return split(omittingEmptySubsequences: false) { character in
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      return character == separator && depth == 0
    }
  }
}
