@_spi(Host) import Coding

/// A selector of CSS: elements of a type, an id, classes and more, and their order.
struct StyleSelector {
  /// The conditions on one element.
  private struct Compound {
    /// The relation of an element to that of the compound before it.
    enum Combinator { case descendant, child, next, following }

    var type: String?
    var ids: [String] = []
    var classes: [String] = []
    var attributes: [AttributeCondition] = []
    var places: [Place] = []
    /// Lists of which one selector must match: `:is()` and `:where()`.
    var choices: [(selectors: [StyleSelector], counts: Bool)] = []
    var excluded: [StyleSelector] = []
    var combinator = Combinator.descendant

    func matches(_ element: SVGElement) -> Bool {
      if let type, type != element.name { return false }
      guard ids.allSatisfy({ $0 == element["id"] }), attributes.allSatisfy({ $0.holds(for: element) }),
        places.allSatisfy({ $0.holds(for: element) }), !excluded.contains(where: { $0.matches(element) }),
        choices.allSatisfy({ $0.selectors.contains { $0.matches(element) } })
      else { return false }
      if classes.isEmpty { return true }
      return classes.allSatisfy(element.classes.contains)
    }

    var specificity: Int {
      let inner = excluded.map(\.specificity).max() ?? 0
      let chosen = choices.reduce(0) { $0 + ($1.counts ? $1.selectors.map(\.specificity).max() ?? 0 : 0) }
      return ids.count * 10_000 + (classes.count + attributes.count + places.count) * 100 + (type == nil ? 0 : 1)
        + inner
        + chosen
    }
  }

  /// The condition of brackets on an attribute.
  private struct AttributeCondition {
    var name: String
    var test: String
    var value: String
    var ignoresCase: Bool

    func holds(for element: SVGElement) -> Bool {
      guard var own = element[name] else { return false }
      var value = value
      if ignoresCase { (own, value) = (own.lowercased(), value.lowercased()) }
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

  /// The place of an element among its siblings.
  private enum Place {
    case root, empty, never
    /// A link.
    case link
    /// In one of some languages.
    case language([String])
    /// Each `step`th from `offset` on, counted from 1.
    case child(step: Int, offset: Int, ofType: Bool, fromEnd: Bool)

    func holds(for element: SVGElement) -> Bool {
      switch self {
      case .root: return element.parent == nil
      case .empty: return element.children.isEmpty
      case .never: return false
      case .language(let tags):
        let own = element.inherited("lang")?.lowercased() ?? ""
        return tags.contains { own == $0 || own.hasPrefix($0 + "-") }
      case .link: return element.name == "a" && element["href"] != nil
      case .child(let step, let offset, let ofType, let fromEnd):
        var siblings = element.parent?.elements ?? [element]
        if ofType { siblings = siblings.filter { $0.name == element.name } }
        guard let index = siblings.firstIndex(where: { $0 === element }) else { return false }
        let way = (fromEnd ? siblings.count - index : index + 1) - offset
        return step == 0 ? way == 0 : way % step == 0 && way / step >= 0
      }
    }
  }

  private let compounds: [Compound]
  /// The specificity of CSS: ids, then classes, then types.
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

  // MARK: Reading

  /// Nil where it is not understood.
  init?(_ text: some StringProtocol) {
    var compounds: [Compound] = []
    var combinator = Compound.Combinator.descendant
    var rest = Substring(text).trimmed
    while !rest.isEmpty {
      rest = rest.trimmed
      let known: [Character: Compound.Combinator] = [">": .child, "+": .next, "~": .following]
      if let sign = rest.first.flatMap({ known[$0] }) {
        guard !compounds.isEmpty, combinator == .descendant else { return nil }
        combinator = sign
        rest = rest.dropFirst().trimmed
        guard !rest.isEmpty else { return nil }
      }
      guard var compound = Self.compound(&rest) else { return nil }
      compound.combinator = combinator
      combinator = .descendant
      compounds.append(compound)
    }
    guard !compounds.isEmpty else { return nil }
    self.compounds = compounds
    specificity = compounds.reduce(0) { $0 + $1.specificity }
  }

  /// Takes a name, with its escapes, from the start of a text; nil if there is none.
  private static func name(_ rest: inout Substring) -> String? {
    var end = rest.startIndex
    while end < rest.endIndex {
      let character = rest[end]
      if character == "\\", rest.index(after: end) < rest.endIndex {
        end = rest.index(after: end)
        var digits = 0
        while end < rest.endIndex, digits < 6, rest[end].isASCII, rest[end].isHexDigit {
          end = rest.index(after: end)
          digits += 1
        }
        if digits == 0 || (end < rest.endIndex && rest[end].isWhitespace) { end = rest.index(after: end) }
      } else if character.isLetter || character.isNumber || "-_".contains(character) || !character.isASCII {
        end = rest.index(after: end)
      } else {
        break
      }
    }
    let text = rest[..<end]
    guard let first = text.first, !(first.isASCII && first.isNumber) else { return nil }
    rest = rest[end...]
    return StyleDeclaration.unescaped(text)
  }

  /// Takes what is in parentheses from the start of a text.
  private static func arguments(_ rest: inout Substring) -> Substring? {
    guard rest.first == "(" else { return nil }
    var depth = 0
    for index in rest.indices {
      depth += rest[index] == "(" ? 1 : rest[index] == ")" ? -1 : 0
      guard depth == 0 else { continue }
      let inner = rest[..<index].dropFirst()
      rest = rest[index...].dropFirst()
      return inner
    }
    return nil
  }

  /// Takes a compound from the start of a text; nil where it has what is not understood.
  private static func compound(_ rest: inout Substring) -> Compound? {
    var compound = Compound()
    let start = rest.startIndex
    while let first = rest.first, !first.isWhitespace, !">+~".contains(first) {
      switch first {
      case ".", "#":
        rest = rest.dropFirst()
        guard let name = name(&rest) else { return nil }
        if first == "." { compound.classes.append(name) } else { compound.ids.append(name) }
      case ":":
        rest = rest.dropFirst()
        // No element is generated, or is one of its first letters.
        let isPart = rest.first == ":"
        if isPart { rest = rest.dropFirst() }
        guard let name = name(&rest)?.lowercased() else { return nil }
        if isPart {
          compound.places.append(.never)
        } else if !add(name, &rest, to: &compound) {
          return nil
        }
      case "[":
        guard let end = rest.firstIndex(of: "]"), let condition = attribute(rest[..<end].dropFirst()) else {
          return nil
        }
        compound.attributes.append(condition)
        rest = rest[end...].dropFirst()
      case "*":
        guard rest.startIndex == start else { return nil }
        rest = rest.dropFirst()
        // Any namespace matches: all elements are of SVG's.
        guard rest.first == "|" else { continue }
        rest = rest.dropFirst()
        if rest.first == "*" { rest = rest.dropFirst() } else { compound.type = name(&rest) }
      default:
        guard rest.startIndex == start, let name = name(&rest) else { return nil }
        compound.type = name
      }
    }
    return rest.startIndex == start ? nil : compound
  }

  private static func add(_ name: String, _ rest: inout Substring, to compound: inout Compound) -> Bool {
    func place(_ step: Int, _ offset: Int, ofType: Bool = false, fromEnd: Bool = false) -> Place {
      .child(step: step, offset: offset, ofType: ofType, fromEnd: fromEnd)
    }
    switch name {
    case "root": compound.places.append(.root)
    case "empty": compound.places.append(.empty)
    // Nobody points at a picture.
    case "active", "focus", "focus-visible", "focus-within", "hover", "target", "visited":
      compound.places.append(.never)
    case "any-link", "link": compound.places.append(.link)
    case "lang":
      guard let inner = arguments(&rest) else { return false }
      let tags = StyleDeclaration.parts(of: inner, at: ",").map { $0.trimmed.filter { !"\"'".contains($0) } }
      compound.places.append(.language(tags.map { $0.lowercased() }))
    case "first-child": compound.places.append(place(0, 1))
    case "last-child": compound.places.append(place(0, 1, fromEnd: true))
    case "only-child": compound.places += [place(0, 1), place(0, 1, fromEnd: true)]
    case "first-of-type": compound.places.append(place(0, 1, ofType: true))
    case "last-of-type": compound.places.append(place(0, 1, ofType: true, fromEnd: true))
    case "only-of-type": compound.places += [place(0, 1, ofType: true), place(0, 1, ofType: true, fromEnd: true)]
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      guard let (step, offset) = arguments(&rest).flatMap(series) else { return false }
      compound.places.append(place(step, offset, ofType: name.hasSuffix("type"), fromEnd: name.contains("last")))
    case "not", "is", "where":
      guard let inner = arguments(&rest) else { return false }
      let selectors = StyleDeclaration.parts(of: inner, at: ",").map { StyleSelector($0) }
      guard !selectors.contains(where: { $0 == nil }) else { return false }
      if name == "not" {
        compound.excluded += selectors.compactMap { $0 }
      } else {
        compound.choices.append((selectors.compactMap { $0 }, name == "is"))
      }
    default: return false
    }
    return true
  }

  /// The step and the offset of `2n + 1`, `even` and the like.
  private static func series(_ text: Substring) -> (step: Int, offset: Int)? {
    let text = text.lowercased().filter { !$0.isWhitespace }
    if text == "odd" { return (2, 1) }
    if text == "even" { return (2, 0) }
    guard let mark = text.firstIndex(of: "n") else { return Int(text).map { (0, $0) } }
    let (before, after) = (text[..<mark], text[mark...].dropFirst())
    let step = before.isEmpty || before == "+" ? 1 : before == "-" ? -1 : Int(before)
    guard let step, let offset = after.isEmpty ? 0 : Int(after) else { return nil }
    return (step, offset)
  }

  private static func attribute(_ inner: Substring) -> AttributeCondition? {
    let attribute = inner.prefix { !"=~^$*".contains($0) && !($0 == "|" && inner.contains("|=")) }
    let sign = inner.dropFirst(attribute.count).prefix { "=~|^$*".contains($0) }
    var value = inner.dropFirst(attribute.count + sign.count).trimmed
    var ignoresCase = false
    if let quote = value.first, quote == "\"" || quote == "'" {
      guard let end = value.dropFirst().firstIndex(of: quote) else { return nil }
      let flag = value[end...].dropFirst().trimmed.lowercased()
      guard ["", "i", "s"].contains(flag) else { return nil }
      ignoresCase = flag == "i"
      value = value[..<end].dropFirst()
    } else if let space = value.firstIndex(where: \.isWhitespace) {
      let flag = value[space...].trimmed.lowercased()
      guard ["i", "s"].contains(flag) else { return nil }
      ignoresCase = flag == "i"
      value = value[..<space]
    }
    // Attributes are known by their names without a prefix.
    let name = attribute.trimmed.split(separator: "|").last.map { String($0.trimmed) } ?? ""
    guard !name.isEmpty, ["", "=", "~=", "|=", "^=", "$=", "*="].contains(sign) else { return nil }
    return AttributeCondition(
      name: name, test: String(sign), value: StyleDeclaration.unescaped(value), ignoresCase: ignoresCase)
  }
}
