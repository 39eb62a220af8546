/// Runs a script.
struct ScriptMachine {
  /// The greatest depth of calls.
  private static let maxDepth = 48

  /// The reasons for which a statement ends those around it.
  enum Outcome {
    case leave, proceed
    case result(ScriptValue)
  }

  let budget: ScriptBudget
  let globals: ScriptScope
  /// Finds the values of names that no script has declared.
  private let host: (String) throws -> ScriptValue?
  /// Reads the texts that scripts evaluate.
  private let read: (String) -> Result<ScriptFunction, ScriptFault>
  /// The value of the last statement outside of functions that is an expression.
  private final class Memory {
    var last = ScriptValue.undefined
    var depth = 0
  }
  private let memory = Memory()

  init(
    _ budget: ScriptBudget, read: @escaping (String) -> Result<ScriptFunction, ScriptFault> = ScriptParser.result(of:),
    host: @escaping (String) throws -> ScriptValue?
  ) {
    self.budget = budget
    self.read = read
    self.host = host
    globals = ScriptScope(outer: nil, this: .undefined)
  }

  /// Runs a script in the global scope, and returns what it assigns to `$bm_rt`, or else its last value.
  func run(_ script: ScriptFunction) throws -> ScriptValue {
    try hoist(script, in: globals)
    for statement in script.body {
      if case .expression(let expression) = statement {
        memory.last = try value(expression, globals)
      } else {
        _ = try run(statement, globals)
      }
    }
    let result = globals[Self.result] ?? .undefined
    if case .undefined = result { return memory.last }
    return result
  }

  private static let result: ScriptName = "$bm_rt"

  /// The value of a name that no script has declared; nil if the host has none.
  func hostValue(_ name: ScriptName) throws -> ScriptValue? {
    let value = try host(name.text)
    // Asked for again, it is the same.
    if let value { globals[name] = value }
    return value
  }

  /// Runs a text in a scope, as `eval` does.
  func evaluate(_ text: String, _ scope: ScriptScope) throws -> ScriptValue {
    try budget.take(1 + text.utf8.count / 16)
    let script: ScriptFunction
    switch read(text) {
    case .success(let found): script = found
    case .failure(let fault): throw ScriptThrow(fault.message)
    }
    try hoist(script, in: scope)
    var last = ScriptValue.undefined
    for statement in script.body {
      if case .expression(let expression) = statement {
        last = try value(expression, scope)
      } else {
        _ = try run(statement, scope)
      }
    }
    return last
  }

  /// Declares the variables and functions of a function.
  private func hoist(_ function: ScriptFunction, in scope: ScriptScope) throws {
    for name in function.variables { scope.declare(name) }
    for inner in function.functions { if let name = inner.name { scope[name] = closure(inner, scope) } }
  }

  /// A function with the scope in which it is made.
  func closure(_ function: ScriptFunction, _ scope: ScriptScope) -> ScriptValue {
    let object = ScriptObject()
    object.function = { [self] this, arguments in
      memory.depth += 1
      defer { memory.depth -= 1 }
      guard memory.depth <= Self.maxDepth else { throw ScriptExhaustion() }
      var parameters: [ScriptScope.Variable] = []
      parameters.reserveCapacity(function.parameters.count + function.variables.count)
      // The last of parameters of one name counts.
      for (index, name) in function.parameters.enumerated().reversed() {
        parameters.append(
          ScriptScope.Variable(name: name, value: index < arguments.count ? arguments[index] : .undefined))
      }
      let own = ScriptScope(outer: scope, this: this, parameters, arguments: arguments)
      try hoist(function, in: own)
      for statement in function.body {
        if case .result(let value)? = try run(statement, own) { return value }
      }
      return .undefined
    }
    return .object(object)
  }

  /// Changes the nearest variable of a name, or else declares it in a scope.
  func assign(_ value: ScriptValue, to name: ScriptName, _ scope: ScriptScope, orIn other: ScriptScope) {
    if !scope.change(name, to: value) { other[name] = value }
  }

  // MARK: Statements

  private func run(_ list: [ScriptStatement], _ scope: ScriptScope) throws -> Outcome? {
    for statement in list { if let outcome = try run(statement, scope) { return outcome } }
    return nil
  }

  private func run(_ statement: ScriptStatement, _ scope: ScriptScope) throws -> Outcome? {
    try budget.take()
    switch statement {
    case .expression(let expression): _ = try value(expression, scope)
    case .variables(let list):
      for (name, initial) in list {
        if let initial {
          assign(try value(initial, scope), to: name, scope, orIn: scope)
        } else if scope.value(of: name) == nil {
          scope.declare(name)
        }
      }
    case .function(let function): if let name = function.name { scope[name] = closure(function, scope) }
    case .result(let expression): return .result(try expression.map { try value($0, scope) } ?? .undefined)
    case .condition(let test, let body, let other):
      if try value(test, scope).isTrue { return try run(body, scope) }
      return try other.flatMap { try run($0, scope) }
    case .loop(let first, let test, let next, let body):
      if let first { _ = try run(first, scope) }
      return try loop(test, next, body, scope)
    case .repetition(let body, let test):
      switch try run(body, scope) {
      case .leave?: return nil
      case .result(let value)?: return .result(value)
      default: if try value(test, scope).isTrue { return try loop(test, nil, body, scope) }
      }
    case .each(let name, let object, let body, let isOverValues):
      return try each(name, try value(object, scope), body, isOverValues, scope)
    case .leave: return .leave
    case .proceed: return .proceed
    case .block(let list): return try run(list, scope)
    case .attempt(let body, let name, let rescue, let last): return try attempt(body, name, rescue, last, scope)
    case .fault(let expression): throw ScriptThrow(try value(expression, scope))
    case .selection(let expression, let cases): return try select(try value(expression, scope), cases, scope)
    }
    return nil
  }

  private func loop(
    _ test: ScriptExpression?, _ next: ScriptExpression?, _ body: ScriptStatement, _ scope: ScriptScope
  ) throws -> Outcome? {
    while try test.map({ try value($0, scope).isTrue }) ?? true {
      try budget.take()
      switch try run(body, scope) {
      case .leave?: return nil
      case .result(let value)?: return .result(value)
      default: break
      }
      if let next { _ = try value(next, scope) }
    }
    return nil
  }

  private func each(
    _ name: ScriptName, _ object: ScriptValue, _ body: ScriptStatement, _ isOverValues: Bool, _ scope: ScriptScope
  ) throws -> Outcome? {
    guard case .object(let object) = object else { return nil }
    let values: [ScriptValue]
    if let elements = object.elements {
      values = isOverValues ? elements : elements.indices.map { .text("\($0)") }
    } else {
      values = object.members.map { isOverValues ? $0.value : .text($0.name.text) }
    }
    for value in values {
      try budget.take()
      assign(value, to: name, scope, orIn: scope)
      switch try run(body, scope) {
      case .leave?: return nil
      case .result(let value)?: return .result(value)
      default: continue
      }
    }
    return nil
  }

  private func attempt(
    _ body: [ScriptStatement], _ name: ScriptName?, _ rescue: [ScriptStatement]?, _ last: [ScriptStatement]?,
    _ scope: ScriptScope
  ) throws -> Outcome? {
    var outcome: Outcome?
    do {
      outcome = try run(body, scope)
    } catch let fault as ScriptThrow {
      guard let rescue else {
        if let last { _ = try run(last, scope) }
        throw fault
      }
      let inner = ScriptScope(outer: scope, this: scope.this)
      if let name { inner[name] = fault.value }
      outcome = try run(rescue, inner)
    }
    if let last, let end = try run(last, scope) { return end }
    return outcome
  }

  private func select(
    _ value: ScriptValue, _ cases: [(ScriptExpression?, [ScriptStatement])], _ scope: ScriptScope
  ) throws -> Outcome? {
    var start: Int?
    for (index, entry) in cases.enumerated() {
      guard let test = entry.0, try self.value(test, scope).isSame(as: value) else { continue }
      start = index
      break
    }
    guard let start = start ?? cases.firstIndex(where: { $0.0 == nil }) else { return nil }
    for entry in cases[start...] {
      switch try run(entry.1, scope) {
      case nil: continue
      case .leave?: return nil
      case let outcome?: return outcome
      }
    }
    return nil
  }
}
