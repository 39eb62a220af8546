/// A rule of CSS: what elements it is for, and what it says of them.
struct StyleRule {
  /// Elements of a type, an id, classes and more; all of what is given must be so.
  private struct Compound {
    /// How an element stands to that of the compound before it.
    enum Combinator { case descendant, child, next, following }

    var type: String?
    var ids: [String] = []
    var classes: [String] = []
    var attributes: [AttributeCondition] = []
    var excluded: [Compound] = []
    /// `:first-child`, `:last-child` and `:root`.
    var places: [String] = []
    var combinator = Combinator.descendant

    func matches(_ element: SVGElement) -> Bool {
      if let type, type != element.name { return false }
      guard ids.allSatisfy({ $0 == element["id"] }), attributes.allSatisfy({ $0.holds(for: element) }),
        !excluded.contains(where: { $0.matches(element) }), places.allSatisfy({ isAt($0, element) })
      else { return false }
      if classes.isEmpty { return true }
      let own = element["class"]?.split(whereSeparator: \.isWhitespace) ?? []
      return classes.allSatisfy { name in own.contains { $0 == name } }
    }

    private func isAt(_ place: String, _ element: SVGElement) -> Bool {
      switch place {
      case "first-child": element.parent.map { $0.elements.first === element } ?? true
      case "last-child": element.parent.map { $0.elements.last === element } ?? true
      default: element.parent == nil
      }
    }

    var specificity: Int {
      ids.count * 10_000 + (classes.count + attributes.count + places.count) * 100 + (type == nil ? 0 : 1)
        + excluded.reduce(0) { $0 + $1.specificity }
    }
  }

  /// What brackets ask of an attribute.
  private struct AttributeCondition {
    var name: String
    var test: String
    var value: String

    func holds(for element: SVGElement) -> Bool {
      guard let own = element[name] else { return false }
      switch test {
      case "": return true
      case "=": return own == value
      case "~=": return own.split(whereSeparator: \.isWhitespace).contains { $0 == value }
      case "|=": return own == value || own.hasPrefix(value + "-")
      case "^=": return !value.isEmpty && own.hasPrefix(value)
      case "$=": return !value.isEmpty && own.hasSuffix(value)
      default: return !value.isEmpty && own.contains(value)
      }
    }
  }

  private let compounds: [Compound]
  let declarations: [StyleDeclaration]
  /// Of CSS: ids, then classes, then types.
  let specificity: Int

  func matches(_ element: SVGElement) -> Bool { matches(element, compounds[...]) }

  private func matches(_ element: SVGElement, _ compounds: ArraySlice<Compound>) -> Bool {
    guard let last = compounds.last else { return true }
    guard last.matches(element) else { return false }
    let rest = compounds.dropLast()
    if rest.isEmpty { return true }
    switch last.combinator {
    case .child: return element.parent.map { matches($0, rest) } ?? false
    case .descendant:
      var ancestor = element.parent
      while let current = ancestor {
        if matches(current, rest) { return true }
        ancestor = current.parent
      }
      return false
    case .next, .following:
      let siblings = element.parent?.elements ?? []
      let before = siblings.prefix { $0 !== element }
      return (last.combinator == .next ? before.suffix(1) : before[...]).contains { matches($0, rest) }
    }
  }

  /// The rules of a style sheet, in ascending order of their weight, and what of it is not understood and left out.
  static func rules(in text: String) -> (rules: [StyleRule], omissions: [String]) {
    var rules: [StyleRule] = []
    var omissions: [String] = []
    for block in blocks(in: withoutComments(text), &omissions) {
      let declarations = StyleDeclaration.all(in: block.body)
      for selector in StyleDeclaration.parts(of: block.selectors, at: ",") {
        if let rule = StyleRule(selector, declarations) {
          rules.append(rule)
        } else {
          omissions.append("the selector '\(selector.trimmed)' is not understood, and its rule is left out")
        }
      }
    }
    // Sorting keeps the order of equals.
    let sorted = rules.enumerated().sorted {
      ($0.element.specificity, $0.offset) < ($1.element.specificity, $1.offset)
    }
    return (sorted.map(\.element), omissions)
  }

  private init?(_ selector: Substring, _ declarations: [StyleDeclaration]) {
    var compounds: [Compound] = []
    var combinator = Compound.Combinator.descendant
    var rest = selector.trimmed
    while !rest.isEmpty {
      if compounds.count > 0 || combinator != .descendant {
        let sign = rest.trimmed.first
        let known: [Character: Compound.Combinator] = [">": .child, "+": .next, "~": .following]
        if let sign, let found = known[sign] {
          combinator = found
          rest = rest.trimmed.dropFirst().trimmed
          continue
        }
        rest = rest.trimmed
      }
      guard var compound = Self.compound(&rest) else { return nil }
      compound.combinator = combinator
      combinator = .descendant
      compounds.append(compound)
    }
    guard !compounds.isEmpty, combinator == .descendant else { return nil }
    self.compounds = compounds
    self.declarations = declarations
    specificity = compounds.reduce(0) { $0 + $1.specificity }
  }

  /// Takes a compound from the start of a text; nil where it has what is not understood.
  private static func compound(_ rest: inout Substring) -> Compound? {
    var compound = Compound()
    let start = rest.startIndex
    func name() -> String? {
      let name = rest.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) || !$0.isASCII }
      rest = rest.dropFirst(name.count)
      return name.isEmpty ? nil : String(name)
    }
    while let first = rest.first, !first.isWhitespace, !">+~".contains(first) {
      switch first {
      case ".", "#", ":":
        rest = rest.dropFirst()
        guard let name = name() else { return nil }
        if first == "." {
          compound.classes.append(name)
        } else if first == "#" {
          compound.ids.append(name)
        } else if ["first-child", "last-child", "root"].contains(name) {
          compound.places.append(name)
        } else {
          guard name == "not", rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
          for part in rest[..<end].dropFirst().split(separator: ",") {
            var inner = part.trimmed
            guard let other = Self.compound(&inner), inner.isEmpty else { return nil }
            compound.excluded.append(other)
          }
          rest = rest[end...].dropFirst()
        }
      case "[":
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inner = rest[..<end].dropFirst()
        let attribute = inner.prefix { !"=~|^$*".contains($0) }
        let sign = inner.dropFirst(attribute.count).prefix { "=~|^$*".contains($0) }
        let value = inner.dropFirst(attribute.count + sign.count).trimmed.filter { $0 != "\"" && $0 != "'" }
        guard !attribute.trimmed.isEmpty, ["", "=", "~=", "|=", "^=", "$=", "*="].contains(sign) else { return nil }
        compound.attributes.append(
          AttributeCondition(name: String(attribute.trimmed), test: String(sign), value: String(value)))
        rest = rest[end...].dropFirst()
      case "*": rest = rest.dropFirst()
      default:
        guard let name = name(), rest.startIndex != start else { return nil }
        compound.type = name
      }
    }
    return compound
  }

  private static func withoutComments(_ text: String) -> String {
    var parts: [Substring] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "/*") {
      parts.append(rest[..<start.lowerBound])
      guard let end = rest[start.upperBound...].firstRange(of: "*/") else { return parts.joined() }
      rest = rest[end.upperBound...]
    }
    return (parts + [rest]).joined()
  }

  /// Selectors and what is in braces after them. Of rules that begin with an `@`, `@media` for screens is read.
  private static func blocks(
    in text: String, _ omissions: inout [String]
  ) -> [(selectors: Substring, body: Substring)] {
    var blocks: [(selectors: Substring, body: Substring)] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == ";" }) {
      let head = rest[..<start].trimmed
      guard rest[start] == "{" else {
        if head.hasPrefix("@import") { omissions.append("'\(head)' is not read") }
        rest = rest[start...].dropFirst()
        continue
      }
      var depth = 0
      guard
        let end = rest[start...].firstIndex(where: { character in
          depth += character == "{" ? 1 : character == "}" ? -1 : 0
          return depth == 0
        })
      else { break }
      let body = rest[start..<end].dropFirst()
      if !head.hasPrefix("@") {
        blocks.append((head, body))
      } else if head.hasPrefix("@media"), ["all", "screen", "only screen"].contains(head.dropFirst(6).trimmed) {
        blocks += self.blocks(in: String(body), &omissions)
      } else {
        omissions.append("'\(head)' is left out")
      }
      rest = rest[end...].dropFirst()
    }
    return blocks
  }

  static func withoutComments(_ text: some StringProtocol) -> String { withoutComments(String(text)) }
}

/// A property of CSS with its value.
struct StyleDeclaration {
  let name: String
  let value: String
  var isImportant = false

  /// Those of a `style` attribute or of a rule's braces.
  static func all(in text: some StringProtocol) -> [StyleDeclaration] {
    parts(of: StyleRule.withoutComments(text)[...], at: ";").compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let name = part[..<colon].trimmed.lowercased()
      var value = part[colon...].dropFirst().trimmed
      var isImportant = false
      if let mark = value.lastIndex(of: "!") {
        guard value[mark...].dropFirst().trimmed.lowercased() == "important" else { return nil }
        isImportant = true
        value = value[..<mark].trimmed
      }
      return StyleDeclaration(name: name, value: String(value), isImportant: isImportant)
    }
  }

  /// The parts of a text between a mark, outside of quotes and of what is in parentheses and brackets.
  static func parts(of text: Substring, at mark: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" || character == "[" {
        depth += 1
      } else if character == ")" || character == "]" {
        depth -= 1
      } else if character == mark, depth <= 0 {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: SubSequence {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return self[start..<Swift.max(start, end)]
  }
}
