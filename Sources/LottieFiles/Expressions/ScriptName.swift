/// A name in a script, with a number by which names are told apart in one step.
struct ScriptName: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String
  private let code: UInt64

  init(_ text: String) {
    self.text = text
    // Fowler, Noll and Vo's hash.
    code = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  init(stringLiteral text: String) { self.init(text) }

  static func == (a: ScriptName, b: ScriptName) -> Bool { a.code == b.code && a.text == b.text }
}

/// An operator between two values.
enum ScriptOperator: String, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case remainder = "%"
  case power = "**"
  case isSame = "==="
  case isNotSame = "!=="
  case isEqual = "=="
  case isNotEqual = "!="
  case isLess = "<"
  case isGreater = ">"
  case isAtMost = "<="
  case isAtLeast = ">="
  case bitAnd = "&"
  case bitOr = "|"
  case bitXor = "^"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case shiftRightUnsigned = ">>>"
  case instanceof
  case `in`
}
