import StageKit

/// Parses expressions: `? :`, `||`, `&&`, comparisons, sums, products, signs, calls and points, in this order of binding.
struct ExpressionParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var count = 0

  /// The maximum depth of nested parentheses, lists and the like.
  private static let maxDepth = 64
  /// The maximum number of values in an expression: each may nest the ones before it deeper.
  private static let maxCount = 256

  init(_ text: Substring) { bytes = Array(text.utf8) }

  /// The whole text, which begins with `=`.
  mutating func expression() throws(ExpressionError) -> Expression {
    if peek == UInt8(ascii: "=") { index += 1 }
    skipSpaces()
    if index == bytes.count { throw ExpressionError(message: "the expression is empty", offset: index) }
    let value = try choice()
    guard index == bytes.count else { throw unexpected("an operator or the end") }
    return value
  }

  // MARK: Operators

  private mutating func choice() throws(ExpressionError) -> Expression {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maxDepth {
      throw ExpressionError(message: "nested more than \(Self.maxDepth) deep", offset: index)
    }
    let condition = try binary(0)
    let offset = index
    guard take("?") else { return condition }
    let first = try choice()
    guard take(":") else { throw unexpected("':'") }
    return .choice(condition, first, try choice(), at: offset)
  }

  private static let levels = [["||"], ["&&"], ["<=", ">=", "==", "!=", "<", ">"], ["+", "-"], ["*", "/"]]

  private mutating func binary(_ level: Int) throws(ExpressionError) -> Expression {
    guard level < Self.levels.count else { return try unary() }
    var value = try binary(level + 1)
    while true {
      let offset = index
      guard let sign = Self.levels[level].first(where: { take($0) }) else { return value }
      value = .binary(sign, value, try binary(level + 1), at: offset)
    }
  }

  private mutating func unary() throws(ExpressionError) -> Expression {
    let offset = index
    guard let sign = ["-", "!"].first(where: { take($0) }) else { return try member() }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maxDepth {
      throw ExpressionError(message: "nested more than \(Self.maxDepth) deep", offset: offset)
    }
    return .unary(sign, try unary(), at: offset)
  }

  private mutating func member() throws(ExpressionError) -> Expression {
    var value = try primary()
    while let byte = peek, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") {
      try countValue()
      let offset = index
      if take("[") {
        let place = try choice()
        guard take("]") else { throw unexpected("']'") }
        value = .element(value, place, at: offset)
        continue
      }
      index += 1
      value = .member(value, word(), at: offset)
      skipSpaces()
    }
    return value
  }

  // MARK: Values

  private mutating func countValue() throws(ExpressionError) {
    count += 1
    if count > Self.maxCount { throw ExpressionError(message: "more than \(Self.maxCount) values", offset: index) }
  }

  private mutating func primary() throws(ExpressionError) -> Expression {
    try countValue()
    let offset = index
    guard let byte = peek else { throw unexpected("a value") }
    switch byte {
    case UInt8(ascii: "("):
      index += 1
      skipSpaces()
      let value = try choice()
      guard take(")") else { throw unexpected("')'") }
      return value
    case UInt8(ascii: "["):
      index += 1
      skipSpaces()
      let x = try choice()
      guard take(",") else { throw unexpected("',' and a second number") }
      let y = try choice()
      guard take("]") else { throw unexpected("']'") }
      return .point(x, y, at: offset)
    case UInt8(ascii: "'"): return .constant(.text(try text()))
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return .constant(.number(try number()))
    default: break
    }
    let name = dottedName()
    guard !name.isEmpty else { throw unexpected("a value") }
    if name == "true" || name == "false" { return .constant(.boolean(name == "true")) }
    guard take("(") else { return .name(name, at: offset) }
    if name == "value" { return try published() }
    var arguments: [Expression] = []
    if take(")") { return .call(name, [], at: offset) }
    repeat { arguments.append(try choice()) } while take(",")
    guard take(")") else { throw unexpected("',' or ')'") }
    return .call(name, arguments, at: offset)
  }

  /// The rest of `value(`: a stage and its output, and a time.
  private mutating func published() throws(ExpressionError) -> Expression {
    let start = index
    while let byte = peek, StageReader.isIDCharacter(byte) || byte == UInt8(ascii: ".") { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ExpressionError(
        message: "'value' takes a stage and its output, found '\(text)'", offset: start,
        hint: parts.count == 3
          ? "Write value(\(parts[0]).\(parts[1])).\(parts[2])." : "Write value(ball.position, time - 0.5).")
    }
    skipSpaces()
    let time = take(",") ? try choice() : nil
    guard take(")") else { throw unexpected(time == nil ? "',' or ')'" : "')'") }
    return .published(PublishedValue(stage: parts[0], output: parts[1]), time: time, at: start)
  }

  private mutating func number() throws(ExpressionError) -> Double {
    let start = index
    while let byte = peek, isDigit(byte) || byte == UInt8(ascii: ".") { index += 1 }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      if let sign = peek, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index += 1 }
      while let byte = peek, isDigit(byte) { index += 1 }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text), value.isFinite, peek.map({ !isLetter($0) }) ?? true else {
      throw ExpressionError(message: "'\(text)' is not a number", offset: start)
    }
    skipSpaces()
    return value
  }

  /// Reads a string in single quotes; two of them within it are one.
  private mutating func text() throws(ExpressionError) -> String {
    let start = index
    var text: [UInt8] = []
    index += 1
    while let byte = peek {
      index += 1
      guard byte == UInt8(ascii: "'") else {
        text.append(byte)
        continue
      }
      if peek == byte {
        index += 1
        text.append(byte)
      } else {
        skipSpaces()
        return String(decoding: text, as: UTF8.self)
      }
    }
    throw ExpressionError(message: "this quote is never closed", offset: start)
  }

  /// Words with dots between them; a hyphen within a word is a part of it.
  private mutating func dottedName() -> String {
    let start = index
    while let byte = peek, isLetter(byte) || (index > start && (isDigit(byte) || isInner(byte))) { index += 1 }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    skipSpaces()
    return name
  }

  private mutating func word() -> String {
    let start = index
    while let byte = peek, isLetter(byte) || isDigit(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpaces() {
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
  }

  /// Takes a sign with the spaces after it.
  private mutating func take(_ sign: String) -> Bool {
    let sign = Array(sign.utf8)
    guard bytes[index...].starts(with: sign) else { return false }
    index += sign.count
    skipSpaces()
    return true
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  /// True if a byte joins the letters around it to one name.
  private func isInner(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "."), index + 1 < bytes.count else { return false }
    let next = bytes[index + 1]
    return isLetter(next) || isDigit(next)
  }

  private func unexpected(_ expected: String) -> ExpressionError {
    let rest = String(decoding: bytes[index...].prefix(24), as: UTF8.self)
    let found = rest.first.map { "'\($0)'" } ?? "the end"
    return ExpressionError(message: "expected \(expected), found \(found)", offset: index)
  }
}
