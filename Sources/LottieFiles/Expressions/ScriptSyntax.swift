/// An expression of a script.
indirect enum ScriptExpression: Sendable {
  case constant(ScriptConstant)
  case name(ScriptName)
  case this
  case list([ScriptExpression])
  case object([(ScriptName, ScriptExpression)])
  case function(ScriptFunction)
  case unary(String, ScriptExpression)
  /// An increment or a decrement by a number; true for one that gives the value before it.
  case update(ScriptExpression, Double, isPostfix: Bool)
  case binary(ScriptOperator, ScriptExpression, ScriptExpression)
  case both(ScriptExpression, ScriptExpression)
  case either(ScriptExpression, ScriptExpression)
  case choice(ScriptExpression, ScriptExpression, ScriptExpression)
  /// An assignment, with the operator before the equals sign if there is one.
  case assign(ScriptOperator?, ScriptExpression, ScriptExpression)
  case call(ScriptExpression, [ScriptExpression])
  case new(ScriptExpression, [ScriptExpression])
  case member(ScriptExpression, ScriptName)
  case index(ScriptExpression, ScriptExpression)
  case sequence(ScriptExpression, ScriptExpression)
}

/// A value that is written in a script.
enum ScriptConstant: Hashable, Sendable {
  case undefined, null
  case boolean(Bool)
  case number(Double)
  case text(String)
}

/// A function of a script.
final class ScriptFunction: Sendable {
  let name: ScriptName?
  let parameters: [ScriptName]
  let body: [ScriptStatement]
  /// The names that it declares, its parameters not among them.
  let variables: [ScriptName]
  /// The functions among its statements, which have their values from its start.
  let functions: [ScriptFunction]

  init(name: ScriptName?, parameters: [ScriptName], body: [ScriptStatement]) {
    self.name = name
    self.parameters = parameters
    self.body = body
    variables = body.flatMap(\.declaredNames)
    functions = body.compactMap { if case .function(let inner) = $0 { inner } else { nil } }
  }
}

/// A statement of a script.
indirect enum ScriptStatement: Sendable {
  case expression(ScriptExpression)
  case variables([(ScriptName, ScriptExpression?)])
  case function(ScriptFunction)
  case result(ScriptExpression?)
  case condition(ScriptExpression, ScriptStatement, ScriptStatement?)
  case loop(first: ScriptStatement?, test: ScriptExpression?, next: ScriptExpression?, body: ScriptStatement)
  /// A loop whose body comes before its test.
  case repetition(ScriptStatement, ScriptExpression)
  /// A loop over the names of an object, or over its values.
  case each(ScriptName, ScriptExpression, ScriptStatement, isOverValues: Bool)
  case leave
  case proceed
  case block([ScriptStatement])
  case attempt([ScriptStatement], name: ScriptName?, rescue: [ScriptStatement]?, last: [ScriptStatement]?)
  case fault(ScriptExpression)
  case selection(ScriptExpression, [(ScriptExpression?, [ScriptStatement])])

  /// The names of variables and functions that it declares for the function around it.
  var declaredNames: [ScriptName] {
    switch self {
    case .variables(let list): list.map(\.0)
    case .function(let function): function.name.map { [$0] } ?? []
    case .condition(_, let body, let other): body.declaredNames + (other?.declaredNames ?? [])
    case .loop(let first, _, _, let body): (first?.declaredNames ?? []) + body.declaredNames
    case .repetition(let body, _): body.declaredNames
    case .each(let name, _, let body, _): [name] + body.declaredNames
    case .block(let list): list.flatMap(\.declaredNames)
    case .attempt(let body, _, let rescue, let last):
      (body + (rescue ?? []) + (last ?? [])).flatMap(\.declaredNames)
    case .selection(_, let cases): cases.flatMap { $0.1 }.flatMap(\.declaredNames)
    case .expression, .result, .leave, .proceed, .fault: []
    }
  }
}
