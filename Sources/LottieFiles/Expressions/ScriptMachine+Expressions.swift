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
      if let value = scope.value(of: name) { return value }
      guard let value = try hostValue(name) else { throw ScriptThrow("'\(name.text)' is not defined") }
      return value
    case .this: return scope.this
    case .list(let list): return .list(try list.map { try value($0, scope) })
    case .object(let members):
      let object = ScriptObject()
      for (name, member) in members { object.set(name, to: try value(member, scope)) }
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
      if let mark { result = try binary(mark, try value(target, scope), result) }
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
    if mark == "typeof", case .name(let name) = operand, scope.value(of: name) == nil, try hostValue(name) == nil {
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

  private static let evaluation: ScriptName = "eval"

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
    case .name(let name) where name == Self.evaluation && scope.value(of: name) == nil:
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
    return try member(ScriptName(key.text), of: value)
  }

  /// The member of a name.
  func member(_ name: ScriptName, of value: ScriptValue) throws -> ScriptValue {
    switch value {
    case .undefined, .null: throw ScriptThrow("'\(name.text)' of \(value.text) is asked for")
    case .text(let text): return ScriptLibrary.member(name.text, of: text)
    case .boolean: return .undefined
    case .number(let number): return ScriptLibrary.member(name.text, of: number)
    case .object(let object):
      if let own = object[name] { return own }
      if let elements = object.elements {
        if let index = Int(name.text) { return elements.indices.contains(index) ? elements[index] : .undefined }
        if let found = ScriptLibrary.member(name.text, of: object, self) { return found }
      }
      if let found = try object.resolve?(name.text) { return found }
      if let number = object.primitive { return ScriptLibrary.member(name.text, of: number) }
      return ScriptLibrary.member(name.text, ofFunction: object, self)
    }
  }

  private func assign(_ value: ScriptValue, to target: ScriptExpression, _ scope: ScriptScope) throws {
    switch target {
    case .name(let name): assign(value, to: name, scope, orIn: globals)
    case .member(let object, let name): try set(name, of: try self.value(object, scope), to: value)
    case .index(let object, let index):
      try set(ScriptName(try self.value(index, scope).text), of: try self.value(object, scope), to: value)
    default: throw ScriptThrow("something that is no variable is assigned to")
    }
  }

  private func set(_ name: ScriptName, of target: ScriptValue, to value: ScriptValue) throws {
    guard case .object(let object) = target else { throw ScriptThrow("'\(name.text)' of no object is set") }
    guard object.elements != nil, let index = Int(name.text) else {
      object.set(name, to: value)
      return
    }
    guard (0..<100_000).contains(index) else { throw ScriptExhaustion() }
    while (object.elements?.count ?? 0) <= index { object.elements?.append(.undefined) }
    object.elements?[index] = value
  }

  // MARK: Operators

  private func binary(_ mark: ScriptOperator, _ a: ScriptValue, _ b: ScriptValue) throws -> ScriptValue {
    switch mark {
    case .plus:
      let sum = ScriptArithmetic.sum(a, b)
      // Texts that double would outgrow all memory.
      if case .text(let text) = sum { try budget.take(text.utf8.count / 16) }
      return sum
    case .minus: return ScriptArithmetic.difference(a, b)
    case .times: return ScriptArithmetic.product(a, b)
    case .divide: return ScriptArithmetic.quotient(a, b)
    case .remainder: return .number(fmod(a.number, b.number))
    case .power: return .number(pow(a.number, b.number))
    case .isSame: return .boolean(a.isSame(as: b))
    case .isNotSame: return .boolean(!a.isSame(as: b))
    case .isEqual: return .boolean(a.isEqual(to: b))
    case .isNotEqual: return .boolean(!a.isEqual(to: b))
    case .isLess: return .boolean(Self.compared(a, b, <, <))
    case .isGreater: return .boolean(Self.compared(a, b, >, >))
    case .isAtMost: return .boolean(Self.compared(a, b, <=, <=))
    case .isAtLeast: return .boolean(Self.compared(a, b, >=, >=))
    case .bitAnd: return .number(Double(a.bits & b.bits))
    case .bitOr: return .number(Double(a.bits | b.bits))
    case .bitXor: return .number(Double(a.bits ^ b.bits))
    case .shiftLeft: return .number(Double(a.bits << (b.bits & 31)))
    case .shiftRight: return .number(Double(a.bits >> (b.bits & 31)))
    case .shiftRightUnsigned: return .number(Double(UInt32(bitPattern: a.bits) >> UInt32(b.bits & 31)))
    case .instanceof:
      // Lists are the only objects that scripts ask about.
      return .boolean(a.elements != nil)
    case .in:
      guard case .object(let object) = b else { return .boolean(false) }
      let isElement = object.elements.flatMap { list in Int(a.text).map { list.indices.contains($0) } } ?? false
      return .boolean(isElement || object[ScriptName(a.text)] != nil)
    }
  }

  /// The order of two texts, or else of two numbers; what is no number has none.
  private static func compared(
    _ a: ScriptValue, _ b: ScriptValue, _ texts: (String, String) -> Bool, _ numbers: (Double, Double) -> Bool
  ) -> Bool {
    if case .text(let first) = a, case .text(let second) = b { return texts(first, second) }
    return numbers(a.number, b.number)
  }
}
