/// A parsed expression; offsets are those of its parts in its text, in UTF-8 code units.
indirect enum Expression {
  case constant(ExpressionValue)
  case name(String, at: Int)
  /// `of.x`, where `of` is no name.
  case member(Expression, String, at: Int)
  case unary(String, Expression, at: Int)
  case binary(String, Expression, Expression, at: Int)
  case choice(Expression, Expression, Expression, at: Int)
  case point(Expression, Expression, at: Int)
  case call(String, [Expression], at: Int)

  /// Reads an expression. Throws `ExpressionError`.
  init(_ text: Substring) throws(ExpressionError) {
    var parser = ExpressionParser(text)
    self = try parser.expression()
  }

  /// The names that it uses, with their places.
  var names: [(name: String, offset: Int)] {
    switch self {
    case .constant: []
    case .name(let name, let offset): [(name, offset)]
    case .member(let value, _, _), .unary(_, let value, _): value.names
    case .binary(_, let a, let b, _), .point(let a, let b, _): a.names + b.names
    case .choice(let condition, let a, let b, _): condition.names + a.names + b.names
    case .call(_, let arguments, _): arguments.flatMap(\.names)
    }
  }
}

/// An error in an expression.
struct ExpressionError: Error, Equatable {
  /// A phrase without a period at its end.
  let message: String
  /// In UTF-8 code units from the start of the string that has the expression.
  let offset: Int
  var hint: String?
}
