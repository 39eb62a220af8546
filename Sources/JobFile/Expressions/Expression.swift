/// A parsed expression; offsets are those of its parts in its text, in UTF-8 code units.
indirect enum Expression: Sendable {
  case constant(ExpressionValue)
  case name(String, at: Int)
  /// `of.x`, where `of` is no name.
  case member(Expression, String, at: Int)
  /// `of[place]`.
  case element(Expression, Expression, at: Int)
  case unary(String, Expression, at: Int)
  case binary(String, Expression, Expression, at: Int)
  case choice(Expression, Expression, Expression, at: Int)
  case point(Expression, Expression, at: Int)
  case call(String, [Expression], at: Int)
  /// Another stage's output, at a time or now; the offset is that of the stage's id.
  case published(PublishedValue, time: Expression?, at: Int)

  /// Reads an expression. Throws `ExpressionError`.
  init(_ text: Substring) throws(ExpressionError) {
    var parser = ExpressionParser(text)
    self = try parser.expression()
  }

  /// The names that it uses, with their places.
  var names: [(name: String, offset: Int)] {
    if case .name(let name, let offset) = self { [(name, offset)] } else { parts.flatMap(\.names) }
  }

  /// The expressions of which it is made, from left to right.
  var parts: [Expression] {
    switch self {
    case .constant, .name: []
    case .member(let value, _, _), .unary(_, let value, _): [value]
    case .binary(_, let a, let b, _), .point(let a, let b, _), .element(let a, let b, _): [a, b]
    case .choice(let condition, let a, let b, _): [condition, a, b]
    case .call(_, let arguments, _): arguments
    case .published(_, let time, _): time.map { [$0] } ?? []
    }
  }

  /// The values of other stages that it uses, with their places.
  var published: [(value: PublishedValue, offset: Int)] {
    let inner = parts.flatMap(\.published)
    return if case .published(let value, _, let offset) = self { [(value, offset)] + inner } else { inner }
  }

  /// The places of all its parts.
  var offsets: [Int] {
    let own: Int? =
      switch self {
      case .constant: nil
      case .name(_, let offset), .member(_, _, let offset), .unary(_, _, let offset), .binary(_, _, _, let offset),
        .element(_, _, let offset), .choice(_, _, _, let offset), .point(_, _, let offset), .call(_, _, let offset),
        .published(_, _, let offset):
        offset
      }
    return parts.flatMap(\.offsets) + (own.map { [$0] } ?? [])
  }
}

/// An output of a stage that an expression takes, by the names that the job has for it.
struct PublishedValue: Hashable, Sendable {
  let stage: String
  let output: String
}

/// An error in an expression.
struct ExpressionError: Error, Equatable {
  /// A phrase without a period at its end.
  let message: String
  /// In UTF-8 code units from the start of the string that has the expression.
  let offset: Int
  var hint: String?
}
