#if canImport(Glibc)
  import Glibc
#endif

extension ScriptMachine {
  /// The value of an expression.
  func value(_ expression: ScriptExpression, _ scope: ScriptScope) throws -> ScriptValue {
    try budget.take()
    switch expression {
    case .constant(let constant): return ScriptValue(constant)
    case .name(let name):
      if let owner = scope.owner(of: name) { return owner.values[name] ?? .undefined }
      guard let value = try hostValue(name) else { throw ScriptThrow("'\(name)' is not defined") }
      return value
    case .this: return scope.this
    case .list(let list): return .list(try list.map { try value($0, scope) })
    case .object(let members):
      let object = ScriptObject()
      for (name, member) in members { object[name] = try value(member, scope) }
      return .object(object)
    case .function(let function): return closure(function, scope)
    case .unary(let mark, let operand): return try unary(mark, operand, scope)
    case .update(let target, let step, let isPostfix):
      let old = try value(target, scope).number
      try assign(.number(old + step), to: target, scope)
      return .number(isPostfix ? old : old + step)
    case .binary(let mark, let a, let b): return try binary(mark, try value(a, scope), try value(b, scope))
    case .both(let a, let b):
      let first = try value(a, scope)
      return first.isTrue ? try value(b, scope) : first
    case .either(let a, let b):
      let first = try value(a, scope)
      return first.isTrue ? first : try value(b, scope)
    case .choice(let test, let a, let b): return try value(try value(test, scope).isTrue ? a : b, scope)
    case .assign(let mark, let target, let source):
      var result = try value(source, scope)
      if !mark.isEmpty { result = try binary(mark, try value(target, scope), result) }
      try assign(result, to: target, scope)
      return result
    case .call(let callee, let arguments): return try call(callee, arguments, scope)
    case .new(let type, let arguments):
      let function = try value(type, scope)
      let object = ScriptObject()
      let result = try call(function, this: .object(object), try arguments.map { try value($0, scope) })
      if case .object = result { return result }
      return .object(object)
    case .member(let object, let name): return try member(name, of: try value(object, scope))
    case .index(let object, let index): return try member(try value(index, scope), of: try value(object, scope))
    case .sequence(let a, let b):
      _ = try value(a, scope)
      return try value(b, scope)
    }
  }

  private func unary(_ mark: String, _ operand: ScriptExpression, _ scope: ScriptScope) throws -> ScriptValue {
    if mark == "typeof", case .name(let name) = operand, scope.owner(of: name) == nil, try hostValue(name) == nil {
      return .text("undefined")
    }
    let value = try value(operand, scope)
    switch mark {
    case "!": return .boolean(!value.isTrue)
    case "-": return ScriptArithmetic.negated(value)
    case "+": return .number(value.number)
    case "~": return .number(Double(~value.bits))
    case "typeof": return .text(value.type)
    default: return .undefined
    }
  }

  // MARK: Calls

  private func call(_ callee: ScriptExpression, _ arguments: [ScriptExpression], _ scope: ScriptScope) throws
    -> ScriptValue
  {
    var this = ScriptValue.undefined
    let function: ScriptValue
    switch callee {
    case .member(let object, let name):
      this = try value(object, scope)
      function = try member(name, of: this)
    case .index(let object, let index):
      this = try value(object, scope)
      function = try member(try value(index, scope), of: this)
    case .name("eval") where scope.owner(of: "eval") == nil:
      guard let text = try arguments.first.map({ try value($0, scope) }) else { return .undefined }
      if case .text(let text) = text { return try evaluate(text, scope) }
      return text
    default: function = try value(callee, scope)
    }
    return try call(function, this: this, try arguments.map { try value($0, scope) })
  }

  /// Calls a function.
  func call(_ function: ScriptValue, this: ScriptValue, _ arguments: [ScriptValue]) throws -> ScriptValue {
    try budget.take()
    guard case .object(let object) = function, let body = object.function else {
      throw ScriptThrow("something that is no function is called")
    }
    let result = try body(this, arguments)
    // Texts and lists that double would outgrow all memory.
    switch result {
    case .text(let text): try budget.take(text.utf8.count / 16)
    case .object(let object): try budget.take((object.elements?.count ?? 0) / 16)
    default: break
    }
    return result
  }

  // MARK: Members

  private func member(_ key: ScriptValue, of value: ScriptValue) throws -> ScriptValue {
    if case .number(let number) = key, let index = Int(exactly: number), let elements = value.elements {
      return elements.indices.contains(index) ? elements[index] : .undefined
    }
    return try member(key.text, of: value)
  }

  /// The member of a name.
  func member(_ name: String, of value: ScriptValue) throws -> ScriptValue {
    switch value {
    case .undefined, .null: throw ScriptThrow("'\(name)' of \(value.text) is asked for")
    case .text(let text): return ScriptLibrary.member(name, of: text)
    case .boolean: return .undefined
    case .number(let number): return ScriptLibrary.member(name, of: number)
    case .object(let object):
      if let own = object[name] { return own }
      if let elements = object.elements {
        if let index = Int(name) { return elements.indices.contains(index) ? elements[index] : .undefined }
        if let found = ScriptLibrary.member(name, of: object, self) { return found }
      }
      if let found = try object.resolve?(name) { return found }
      if let number = object.primitive { return ScriptLibrary.member(name, of: number) }
      return ScriptLibrary.member(name, ofFunction: object, self)
    }
  }

  private func assign(_ value: ScriptValue, to target: ScriptExpression, _ scope: ScriptScope) throws {
    switch target {
    case .name(let name): (scope.owner(of: name) ?? globals).values[name] = value
    case .member(let object, let name): try set(name, of: try self.value(object, scope), to: value)
    case .index(let object, let index):
      try set(try self.value(index, scope).text, of: try self.value(object, scope), to: value)
    default: throw ScriptThrow("something that is no variable is assigned to")
    }
  }

  private func set(_ name: String, of target: ScriptValue, to value: ScriptValue) throws {
    guard case .object(let object) = target else { throw ScriptThrow("'\(name)' of no object is set") }
    guard object.elements != nil, let index = Int(name) else {
      object[name] = value
      return
    }
    guard (0..<100_000).contains(index) else { throw ScriptExhaustion() }
    while (object.elements?.count ?? 0) <= index { object.elements?.append(.undefined) }
    object.elements?[index] = value
  }

  // MARK: Operators

  private func binary(_ mark: String, _ a: ScriptValue, _ b: ScriptValue) throws -> ScriptValue {
    switch mark {
    case "+":
      let sum = ScriptArithmetic.sum(a, b)
      // Texts that double would outgrow all memory.
      if case .text(let text) = sum { try budget.take(text.utf8.count / 16) }
      return sum
    case "-": return ScriptArithmetic.difference(a, b)
    case "*": return ScriptArithmetic.product(a, b)
    case "/": return ScriptArithmetic.quotient(a, b)
    case "%": return .number(fmod(a.number, b.number))
    case "**": return .number(pow(a.number, b.number))
    case "===": return .boolean(a.isSame(as: b))
    case "!==": return .boolean(!a.isSame(as: b))
    case "==": return .boolean(a.isEqual(to: b))
    case "!=": return .boolean(!a.isEqual(to: b))
    case "<", ">", "<=", ">=":
      if case .text(let first) = a, case .text(let second) = b {
        return .boolean(Self.compare(mark, first < second, first == second))
      }
      let (first, second) = (a.number, b.number)
      guard !first.isNaN, !second.isNaN else { return .boolean(false) }
      return .boolean(Self.compare(mark, first < second, first == second))
    case "&": return .number(Double(a.bits & b.bits))
    case "|": return .number(Double(a.bits | b.bits))
    case "^": return .number(Double(a.bits ^ b.bits))
    case "<<": return .number(Double(a.bits << (b.bits & 31)))
    case ">>": return .number(Double(a.bits >> (b.bits & 31)))
    case ">>>": return .number(Double(UInt32(bitPattern: a.bits) >> UInt32(b.bits & 31)))
    case "instanceof":
      // Lists are the only objects that scripts ask about.
      return .boolean(a.elements != nil)
    case "in":
      guard case .object(let object) = b else { return .boolean(false) }
      let isElement = object.elements.flatMap { list in Int(a.text).map { list.indices.contains($0) } } ?? false
      return .boolean(isElement || object.members[a.text] != nil)
    default: throw ScriptThrow("'\(mark)' is not known")
    }
  }

  private static func compare(_ mark: String, _ isLess: Bool, _ isSame: Bool) -> Bool {
    switch mark {
    case "<": isLess
    case ">": !isLess && !isSame
    case "<=": isLess || isSame
    default: !isLess
    }
  }
}
