extension ScriptParser {
  mutating func expression() throws(ScriptFault) -> ScriptExpression {
    var value = try assignment()
    while take(",") { value = .sequence(value, try assignment()) }
    return value
  }

  mutating func assignment() throws(ScriptFault) -> ScriptExpression {
    try enter()
    defer { depth -= 1 }
    if let arrow = try arrowFunction() { return arrow }
    let target = try conditional()
    guard case .mark(let mark) = next, mark.hasSuffix("="), !["==", "===", "!=", "!==", "<=", ">="].contains(mark)
    else { return target }
    switch target {
    case .name, .member, .index: break
    default: throw ScriptFault("something that is no variable is assigned to")
    }
    place += 1
    return .assign(ScriptOperator(rawValue: String(mark.dropLast())), target, try assignment())
  }

  /// A function with an arrow; nil if there is none.
  private mutating func arrowFunction() throws(ScriptFault) -> ScriptExpression? {
    let start = place
    var parameters: [ScriptName] = []
    if case .name(let name) = next {
      parameters = [ScriptName(name)]
      place += 1
    } else if take("(") {
      while case .name(let name) = next {
        parameters.append(ScriptName(name))
        place += 1
        if !take(",") { break }
      }
      guard take(")") else {
        place = start
        return nil
      }
    }
    guard take("=>") else {
      place = start
      return nil
    }
    let body: [ScriptStatement] = next == .mark("{") ? try block() : [.result(try assignment())]
    return .function(ScriptFunction(name: nil, parameters: parameters, body: body))
  }

  private mutating func conditional() throws(ScriptFault) -> ScriptExpression {
    let test = try binary(0)
    guard take("?") else { return test }
    let first = try assignment()
    try expect(":")
    return .choice(test, first, try assignment())
  }

  /// Operators from the weakest to the strongest.
  private static let levels: [Set<String>] = [
    ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!=", "===", "!=="], ["<", ">", "<=", ">=", "instanceof", "in"],
    ["<<", ">>", ">>>"], ["+", "-"], ["*", "/", "%"], ["**"],
  ]

  private mutating func binary(_ level: Int) throws(ScriptFault) -> ScriptExpression {
    guard level < Self.levels.count else { return try unary() }
    var value = try binary(level + 1)
    while true {
      let mark: String
      switch next {
      case .mark(let found), .name(let found): mark = found
      default: return value
      }
      guard Self.levels[level].contains(mark) else { return value }
      place += 1
      let other = try binary(mark == "**" ? level : level + 1)
      switch mark {
      case "||": value = .either(value, other)
      case "&&": value = .both(value, other)
      default:
        guard let known = ScriptOperator(rawValue: mark) else { throw ScriptFault("'\(mark)' is not known") }
        value = .binary(known, value, other)
      }
    }
  }

  private mutating func unary() throws(ScriptFault) -> ScriptExpression {
    try enter()
    defer { depth -= 1 }
    for mark in ["!", "-", "+", "~"] where take(mark) { return .unary(mark, try unary()) }
    for word in ["typeof", "void", "delete"] where take(word: word) { return .unary(word, try unary()) }
    if take("++") { return .update(try unary(), 1, isPostfix: false) }
    if take("--") { return .update(try unary(), -1, isPostfix: false) }
    let value = try postfix(try primary())
    if !tokens[place].followsLineBreak {
      if take("++") { return .update(value, 1, isPostfix: true) }
      if take("--") { return .update(value, -1, isPostfix: true) }
    }
    return value
  }

  private mutating func postfix(_ start: ScriptExpression, allowsCalls: Bool = true) throws(ScriptFault)
    -> ScriptExpression
  {
    var value = start
    var count = 0
    while true {
      count += 1
      guard count < Self.maxDepth else { throw ScriptFault("has more than \(Self.maxDepth) calls in a row") }
      if take(".") {
        value = .member(value, try name())
      } else if take("[") {
        value = .index(value, try expression())
        try expect("]")
      } else if allowsCalls, next == .mark("(") {
        value = .call(value, try arguments())
      } else {
        return value
      }
    }
  }

  private mutating func arguments() throws(ScriptFault) -> [ScriptExpression] {
    try expect("(")
    return try list(until: ")")
  }

  private mutating func list(until mark: String) throws(ScriptFault) -> [ScriptExpression] {
    var result: [ScriptExpression] = []
    while !take(mark) {
      result.append(try assignment())
      if next != .mark(mark) { try expect(",") }
    }
    return result
  }

  private mutating func primary() throws(ScriptFault) -> ScriptExpression {
    switch next {
    case .number(let number):
      place += 1
      return .constant(.number(number))
    case .text(let text):
      place += 1
      return .constant(.text(text))
    case .name(let name):
      place += 1
      return try named(name)
    case .mark("("):
      place += 1
      let value = try expression()
      try expect(")")
      return value
    case .mark("["):
      place += 1
      return .list(try list(until: "]"))
    case .mark("{"):
      place += 1
      return try object()
    default: throw ScriptFault("expected a value, found \(found)")
    }
  }

  private mutating func named(_ name: String) throws(ScriptFault) -> ScriptExpression {
    switch name {
    case "true", "false": return .constant(.boolean(name == "true"))
    case "null": return .constant(.null)
    case "undefined": return .constant(.undefined)
    case "this": return .this
    case "function":
      var own: ScriptName?
      if case .name(let given) = next {
        own = ScriptName(given)
        place += 1
      }
      return .function(try function(name: own))
    case "new":
      let type = try postfix(try primary(), allowsCalls: false)
      return .new(type, next == .mark("(") ? try arguments() : [])
    default: return .name(ScriptName(name))
    }
  }

  private mutating func object() throws(ScriptFault) -> ScriptExpression {
    var members: [(ScriptName, ScriptExpression)] = []
    while !take("}") {
      let key: ScriptName
      switch next {
      case .name(let name): key = ScriptName(name)
      case .text(let text): key = ScriptName(text)
      case .number(let number): key = ScriptName(ScriptValue.text(of: number))
      default: throw ScriptFault("expected a name, found \(found)")
      }
      place += 1
      members.append((key, take(":") ? try assignment() : .name(key)))
      if next != .mark("}") { try expect(",") }
    }
    return .object(members)
  }
}
