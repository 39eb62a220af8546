/// Reads a script into statements.
struct ScriptParser {
  /// The greatest depth of what is within each other.
  static let maxDepth = 100

  var tokens: [ScriptToken]
  var place = 0
  var depth = 0

  /// The statements of a script, as a function without parameters.
  static func read(_ text: String) throws(ScriptFault) -> ScriptFunction {
    var parser = ScriptParser(tokens: try ScriptLexer.tokens(of: text))
    var statements: [ScriptStatement] = []
    while parser.next != .end { statements.append(try parser.statement()) }
    return ScriptFunction(name: nil, parameters: [], body: statements)
  }

  /// The statements of a script, or the fault in it.
  static func result(of text: String) -> Result<ScriptFunction, ScriptFault> {
    Result { () throws(ScriptFault) in try read(text) }
  }

  private init(tokens: [ScriptToken]) { self.tokens = tokens }

  // MARK: Parts

  var next: ScriptToken.Kind { tokens[min(place, tokens.count - 1)].kind }

  mutating func take(_ mark: String) -> Bool {
    guard next == .mark(mark) else { return false }
    place += 1
    return true
  }

  mutating func take(word: String) -> Bool {
    guard next == .name(word) else { return false }
    place += 1
    return true
  }

  mutating func expect(_ mark: String) throws(ScriptFault) {
    guard take(mark) else { throw ScriptFault("expected '\(mark)', found \(found)") }
  }

  var found: String {
    switch next {
    case .number(let number): "\(number)"
    case .text(let text): "'\(text)'"
    case .name(let name): "'\(name)'"
    case .mark(let mark): "'\(mark)'"
    case .end: "the end"
    }
  }

  mutating func name() throws(ScriptFault) -> ScriptName {
    guard case .name(let name) = next else { throw ScriptFault("expected a name, found \(found)") }
    place += 1
    return ScriptName(name)
  }

  private mutating func endStatement() throws(ScriptFault) {
    if take(";") || next == .mark("}") || next == .end || tokens[place].followsLineBreak { return }
    throw ScriptFault("expected ';', found \(found)")
  }

  mutating func enter() throws(ScriptFault) {
    depth += 1
    guard depth <= Self.maxDepth else { throw ScriptFault("is nested more than \(Self.maxDepth) times") }
  }

  // MARK: Statements

  mutating func block() throws(ScriptFault) -> [ScriptStatement] {
    try expect("{")
    var result: [ScriptStatement] = []
    while !take("}") {
      guard next != .end else { throw ScriptFault("expected '}', found the end") }
      result.append(try statement())
    }
    return result
  }

  private mutating func statement() throws(ScriptFault) -> ScriptStatement {
    try enter()
    defer { depth -= 1 }
    if next == .mark("{") { return .block(try block()) }
    if take(";") { return .block([]) }
    guard case .name(let word) = next else { return try expressionStatement() }
    switch word {
    case "var", "let", "const":
      place += 1
      let list = try variables()
      try endStatement()
      return .variables(list)
    case "function":
      place += 1
      return .function(try function(name: try name()))
    case "return":
      place += 1
      if next == .mark(";") || next == .mark("}") || next == .end || tokens[place].followsLineBreak {
        _ = take(";")
        return .result(nil)
      }
      let value = try expression()
      try endStatement()
      return .result(value)
    case "if":
      place += 1
      let test = try parenthesized()
      let body = try statement()
      return .condition(test, body, take(word: "else") ? try statement() : nil)
    case "for":
      place += 1
      return try loop()
    case "while":
      place += 1
      return .loop(first: nil, test: try parenthesized(), next: nil, body: try statement())
    case "do":
      place += 1
      let body = try statement()
      guard take(word: "while") else { throw ScriptFault("expected 'while', found \(found)") }
      let test = try parenthesized()
      _ = take(";")
      return .repetition(body, test)
    case "break", "continue":
      place += 1
      try endStatement()
      return word == "break" ? .leave : .proceed
    case "throw":
      place += 1
      let value = try expression()
      try endStatement()
      return .fault(value)
    case "try":
      place += 1
      return try attempt()
    case "switch":
      place += 1
      return try selection()
    default: return try expressionStatement()
    }
  }

  private mutating func expressionStatement() throws(ScriptFault) -> ScriptStatement {
    let value = try expression()
    try endStatement()
    return .expression(value)
  }

  private mutating func parenthesized() throws(ScriptFault) -> ScriptExpression {
    try expect("(")
    let value = try expression()
    try expect(")")
    return value
  }

  private mutating func variables() throws(ScriptFault) -> [(ScriptName, ScriptExpression?)] {
    var list: [(ScriptName, ScriptExpression?)] = []
    repeat { list.append((try name(), take("=") ? try assignment() : nil)) } while take(",")
    return list
  }

  private mutating func loop() throws(ScriptFault) -> ScriptStatement {
    try expect("(")
    var first: ScriptStatement?
    let isDeclared = [.name("var"), .name("let"), .name("const")].contains(next)
    if isDeclared { place += 1 }
    if case .name(let name) = next, place + 1 < tokens.count,
      case .name(let word) = tokens[place + 1].kind, word == "in" || word == "of"
    {
      place += 2
      let object = try expression()
      try expect(")")
      return .each(ScriptName(name), object, try statement(), isOverValues: word == "of")
    }
    if isDeclared {
      first = .variables(try variables())
    } else if next != .mark(";") {
      first = .expression(try expression())
    }
    try expect(";")
    let test = next == .mark(";") ? nil : try expression()
    try expect(";")
    let step = next == .mark(")") ? nil : try expression()
    try expect(")")
    return .loop(first: first, test: test, next: step, body: try statement())
  }

  private mutating func attempt() throws(ScriptFault) -> ScriptStatement {
    let body = try block()
    var (caught, rescue, last): (ScriptName?, [ScriptStatement]?, [ScriptStatement]?)
    if take(word: "catch") {
      if take("(") {
        caught = try name()
        try expect(")")
      }
      rescue = try block()
    }
    if take(word: "finally") { last = try block() }
    return .attempt(body, name: caught, rescue: rescue, last: last)
  }

  private mutating func selection() throws(ScriptFault) -> ScriptStatement {
    let value = try parenthesized()
    try expect("{")
    var cases: [(ScriptExpression?, [ScriptStatement])] = []
    while !take("}") {
      var test: ScriptExpression?
      if take(word: "case") {
        test = try expression()
      } else if !take(word: "default") {
        throw ScriptFault("expected 'case', found \(found)")
      }
      try expect(":")
      var body: [ScriptStatement] = []
      while next != .name("case"), next != .name("default"), next != .mark("}") {
        guard next != .end else { throw ScriptFault("expected '}', found the end") }
        body.append(try statement())
      }
      cases.append((test, body))
    }
    return .selection(value, cases)
  }

  mutating func function(name: ScriptName?) throws(ScriptFault) -> ScriptFunction {
    try expect("(")
    var parameters: [ScriptName] = []
    while !take(")") {
      parameters.append(try self.name())
      if next != .mark(")") { try expect(",") }
    }
    return ScriptFunction(name: name, parameters: parameters, body: try block())
  }
}
