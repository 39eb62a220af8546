/// A rule of CSS: what elements it is for, and what it says of them.
struct StyleRule {
  /// Elements of a type, an id and classes; all of what is given must be so.
  private struct Compound {
    var type: String?
    var id: String?
    var classes: [String] = []
    /// Whether it is for children of the compound before it, not for all that is in it.
    var isChild = false

    func matches(_ element: SVGElement) -> Bool {
      if let type, type != element.name { return false }
      if let id, id != element["id"] { return false }
      if classes.isEmpty { return true }
      let own = element["class"]?.split(whereSeparator: \.isWhitespace) ?? []
      return classes.allSatisfy { name in own.contains { $0 == name } }
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
    var ancestor = element.parent
    while let current = ancestor {
      if matches(current, rest) { return true }
      if last.isChild { return false }
      ancestor = current.parent
    }
    return false
  }

  /// The rules of a style sheet, in ascending order of their weight; what is not understood is left out.
  static func rules(in text: String) -> [StyleRule] {
    var rules: [StyleRule] = []
    for block in blocks(in: withoutComments(text)) {
      let declarations = StyleDeclaration.all(in: block.body)
      for selector in block.selectors.split(separator: ",") {
        if let rule = StyleRule(selector, declarations) { rules.append(rule) }
      }
    }
    // Sorting keeps the order of equals.
    return rules.enumerated().sorted { ($0.element.specificity, $0.offset) < ($1.element.specificity, $1.offset) }
      .map(\.element)
  }

  private init?(_ selector: Substring, _ declarations: [StyleDeclaration]) {
    var compounds: [Compound] = []
    var isChild = false
    for part in selector.replacing(">", with: " > ").split(whereSeparator: \.isWhitespace) {
      if part == ">" {
        isChild = true
        continue
      }
      guard var compound = Self.compound(part) else { return nil }
      compound.isChild = isChild
      isChild = false
      compounds.append(compound)
    }
    guard !compounds.isEmpty else { return nil }
    self.compounds = compounds
    self.declarations = declarations
    specificity = compounds.reduce(0) { sum, compound in
      sum + (compound.id == nil ? 0 : 10_000) + compound.classes.count * 100 + (compound.type == nil ? 0 : 1)
    }
  }

  private static func compound(_ text: Substring) -> Compound? {
    var compound = Compound()
    var rest = text
    while let first = rest.first {
      if first == "." || first == "#" { rest = rest.dropFirst() }
      let name = rest.prefix { !".#:[+~".contains($0) }
      rest = rest.dropFirst(name.count)
      guard !name.isEmpty, rest.first.map({ ".#".contains($0) }) ?? true else { return nil }
      switch first {
      case ".": compound.classes.append(String(name))
      case "#": compound.id = String(name)
      default: if name != "*" { compound.type = String(name) }
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

  /// Selectors and what is in braces after them, without what follows an `@`.
  private static func blocks(in text: String) -> [(selectors: Substring, body: Substring)] {
    var blocks: [(selectors: Substring, body: Substring)] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == ";" }) {
      let head = rest[..<start]
      guard rest[start] == "{" else {
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
      if !head.contains("@") { blocks.append((head, rest[start..<end].dropFirst())) }
      rest = rest[end...].dropFirst()
    }
    return blocks
  }
}

/// A property of CSS with its value.
struct StyleDeclaration {
  let name: String
  let value: String

  /// Those of a `style` attribute or of a rule's braces.
  static func all(in text: some StringProtocol) -> [StyleDeclaration] {
    text.split(separator: ";").compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let name = part[..<colon].trimmed.lowercased()
      let value = part[colon...].dropFirst().trimmed
      return StyleDeclaration(name: name, value: String(value.split(separator: "!").first?.trimmed ?? ""))
    }
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
