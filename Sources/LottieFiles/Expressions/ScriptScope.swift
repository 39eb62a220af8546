/// The variables of a function that runs.
///
/// They are few, so that looking at one after the other finds a name sooner than a table would.
final class ScriptScope {
  /// A variable of the scope.
  struct Variable {
    let name: ScriptName
    var value: ScriptValue
  }

  private var variables: [Variable]
  /// Those of the function's call; nil for other scopes.
  private var arguments: [ScriptValue]?
  let outer: ScriptScope?
  let this: ScriptValue

  init(
    outer: ScriptScope?, this: ScriptValue, _ variables: [Variable] = [], arguments: [ScriptValue]? = nil
  ) {
    self.outer = outer
    self.this = this
    self.variables = variables
    self.arguments = arguments
  }

  /// The value of its own variable of a name; nil for none. Set, it declares the variable.
  subscript(name: ScriptName) -> ScriptValue? {
    get { place(of: name).map { variables[$0].value } }
    set {
      let value = newValue ?? .undefined
      if let place = place(of: name) {
        variables[place].value = value
      } else {
        variables.append(Variable(name: name, value: value))
      }
    }
  }

  /// Declares a variable, which keeps the value that it has.
  func declare(_ name: ScriptName) {
    if place(of: name) == nil { variables.append(Variable(name: name, value: .undefined)) }
  }

  /// The value of a variable of this scope or of one around it; nil for none.
  func value(of name: ScriptName) -> ScriptValue? {
    var scope: ScriptScope? = self
    while let current = scope {
      if let value = current[name] ?? current.argumentList(name) { return value }
      scope = current.outer
    }
    return nil
  }

  /// Changes a variable of this scope or of one around it; false if there is none.
  func change(_ name: ScriptName, to value: ScriptValue) -> Bool {
    var scope: ScriptScope? = self
    while let current = scope {
      if let place = current.place(of: name) {
        current.variables[place].value = value
        return true
      }
      if current.argumentList(name) != nil {
        current[name] = value
        return true
      }
      scope = current.outer
    }
    return false
  }

  private func place(of name: ScriptName) -> Int? { variables.firstIndex { $0.name == name } }

  /// The list of a call's arguments, which is made when it is first asked for.
  private func argumentList(_ name: ScriptName) -> ScriptValue? {
    guard let arguments, name == Self.arguments else { return nil }
    let list = ScriptValue.list(arguments)
    self[name] = list
    return list
  }

  private static let arguments: ScriptName = "arguments"
}
