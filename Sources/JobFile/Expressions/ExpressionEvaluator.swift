import Reporting
import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// Noise and curves that an expression has computed with.
final class ExpressionMemory {
  private var noises: [Double: SeededNoise] = [:]
  var curves: [String: Easing]
  /// That of the canvas.
  let gamut: ColorGamut

  /// `curves` are those of the job.
  init(_ curves: [String: Easing] = [:], _ gamut: ColorGamut = .sRGB) { (self.curves, self.gamut) = (curves, gamut) }

  /// The noise of a seed; any number is one.
  func noise(_ seed: Double) -> SeededNoise {
    if let known = noises[seed] { return known }
    let noise = SeededNoise(seed: (seed == 0 ? 0 : seed).bitPattern)
    noises[seed] = noise
    return noise
  }
}

/// Computes expressions. Pure; takes time in proportion to an expression's length.
struct ExpressionEvaluator {
  /// An instant of a stage.
  struct Instant {
    /// Since the stage's start.
    var seconds: Double
    /// The video's duration, in seconds.
    var duration: Double
  }

  /// The instant for which an expression is computed; nil where it has none.
  var instant: Instant?
  /// Keeps noise and curves from one instant to the next.
  var memory = ExpressionMemory()
  /// The value of another stage at a time of this one, which is at an offset in the expression's text; nil where none is known.
  /// Throws `ExpressionError`.
  var published:
    ((_ value: PublishedValue, _ seconds: Double, _ offset: Int) throws(ExpressionError) -> ExpressionValue)?
  /// The value of a name, which is at an offset in the expression's text. Throws `ExpressionError`.
  let value: (_ name: String, _ offset: Int) throws(ExpressionError) -> ExpressionValue

  func evaluate(_ expression: Expression) throws(ExpressionError) -> ExpressionValue {
    switch expression {
    case .constant(let value): return value
    case .name(let name, let offset): return try value(name, offset)
    case .member(let of, let name, let offset): return try Self.member(name, of: evaluate(of), offset)
    case .element(let list, let place, let offset):
      return try Self.element(try number(place, "[…]", offset), of: evaluate(list), offset)
    case .unary("-", let operand, let offset):
      switch try evaluate(operand) {
      case .number(let number): return .number(-number)
      case .point(let x, let y): return .point(-x, -y)
      case let other: throw Self.wrong("-", expected: "a number or a point", found: other, offset: offset)
      }
    case .unary(_, let operand, let offset): return .boolean(!(try boolean(operand, "!", offset)))
    case .choice(let condition, let first, let second, let offset):
      return try evaluate(try boolean(condition, "?", offset) ? first : second)
    case .point(let x, let y, let offset):
      return .point(try number(x, "a point", offset), try number(y, "a point", offset))
    case .binary("&&", let a, let b, let offset):
      if !(try boolean(a, "&&", offset)) { return .boolean(false) }
      return .boolean(try boolean(b, "&&", offset))
    case .binary("||", let a, let b, let offset):
      if try boolean(a, "||", offset) { return .boolean(true) }
      return .boolean(try boolean(b, "||", offset))
    case .binary(let sign, let a, let b, let offset):
      return try Self.binary(sign, try evaluate(a), try evaluate(b), offset: offset)
    case .call(let name, let arguments, let offset): return try call(name, arguments, offset)
    case .published(let value, let time, let offset):
      guard let published, let instant else {
        throw ExpressionError(
          message: "'value(\(value.stage).\(value.output))' changes with time, which is not known here", offset: offset,
          hint: "Parameters of stages that take keyframes may have it.")
      }
      return try published(
        value,
        try time.map { expression throws(ExpressionError) in
          try number(expression, "value", offset)
        } ?? instant.seconds, offset)
    }
  }

  /// A value of a list, by its place from 0.
  private static func element(_ place: Double, of value: ExpressionValue, _ offset: Int) throws(ExpressionError)
    -> ExpressionValue
  {
    let items: [ExpressionValue]
    switch value {
    case .list(let list): items = list
    case .point(let x, let y): items = [.number(x), .number(y)]
    default: throw wrong("[…]", expected: "a list", found: value, offset: offset)
    }
    guard let index = Int(exactly: place), items.indices.contains(index) else {
      throw ExpressionError(
        message: "there is no value \(JSONValue.numberText(place)) in a list of \(items.count)", offset: offset,
        hint: items.isEmpty ? nil : "The first is 0, the last \(items.count - 1).")
    }
    return items[index]
  }

  /// A part of a point: `x` and `y`, or `width` and `height` of a size; `count` of a list.
  static func member(_ name: String, of value: ExpressionValue, _ offset: Int) throws(ExpressionError)
    -> ExpressionValue
  {
    switch (value, name) {
    case (.list(let items), "count"): return .number(Double(items.count))
    case (.point, "count"): return .number(2)
    default: break
    }
    guard case .point(let x, let y) = value else {
      throw wrong(".\(name)", expected: "a point", found: value, offset: offset)
    }
    switch name {
    case "x", "width": return .number(x)
    case "y", "height": return .number(y)
    default:
      throw ExpressionError(
        message: "a point has no '\(name)'", offset: offset, hint: "It has x and y, or width and height as a size.")
    }
  }

  // MARK: Operators

  private static func binary(
    _ sign: String, _ a: ExpressionValue, _ b: ExpressionValue, offset: Int
  ) throws(ExpressionError) -> ExpressionValue {
    switch (sign, a, b) {
    case ("==", _, _): return .boolean(a == b)
    case ("!=", _, _): return .boolean(a != b)
    case ("<", .number(let a), .number(let b)): return .boolean(a < b)
    case (">", .number(let a), .number(let b)): return .boolean(a > b)
    case ("<=", .number(let a), .number(let b)): return .boolean(a <= b)
    case (">=", .number(let a), .number(let b)): return .boolean(a >= b)
    case ("+", .number(let a), .number(let b)): return .number(try finite(a + b, offset))
    case ("-", .number(let a), .number(let b)): return .number(try finite(a - b, offset))
    case ("*", .number(let a), .number(let b)): return .number(try finite(a * b, offset))
    case ("/", .number(let a), .number(let b)): return .number(try quotient(a, b, offset))
    case ("+", .point(let a, let b), .point(let c, let d)):
      return .point(try finite(a + c, offset), try finite(b + d, offset))
    case ("-", .point(let a, let b), .point(let c, let d)):
      return .point(try finite(a - c, offset), try finite(b - d, offset))
    case ("*", .point(let x, let y), .number(let n)), ("*", .number(let n), .point(let x, let y)):
      return .point(try finite(x * n, offset), try finite(y * n, offset))
    case ("/", .point(let x, let y), .number(let n)):
      return .point(try quotient(x, n, offset), try quotient(y, n, offset))
    default:
      throw ExpressionError(
        message: "'\(sign)' does not go between \(a.noun) and \(b.noun)", offset: offset,
        hint: a.isText || b.isText ? "Put values into text as \"{name}\"." : nil)
    }
  }

  private static func quotient(_ a: Double, _ b: Double, _ offset: Int) throws(ExpressionError) -> Double {
    if b == 0 { throw ExpressionError(message: "a division by 0", offset: offset) }
    return try finite(a / b, offset)
  }

  private static func finite(_ value: Double, _ offset: Int) throws(ExpressionError) -> Double {
    guard value.isFinite else { throw ExpressionError(message: "the result is too large", offset: offset) }
    return value
  }

  // MARK: Functions

  static let functions = [
    "min", "max", "clamp", "round", "floor", "ceil", "abs", "sqrt", "pow", "mod", "sin", "cos", "mix", "remap", "ease",
    "noise", "wiggle", "value",
  ]
  /// Those that read the time.
  static let timedFunctions = ["wiggle"]

  /// The names of functions in other programs.
  private static let synonyms = [
    "lerp": "mix", "interpolate": "remap", "linear": "remap", "map": "remap", "fmod": "mod", "random": "noise",
    "easing": "ease",
  ]

  private func call(_ name: String, _ arguments: [Expression], _ offset: Int) throws(ExpressionError) -> ExpressionValue
  {
    func expect(_ counts: ClosedRange<Int>) throws(ExpressionError) {
      if counts.contains(arguments.count) { return }
      let (low, high) = (counts.lowerBound, counts.upperBound)
      let wanted = low == high ? "\(low)" : high == Int.max ? "\(low) or more" : "\(low) to \(high)"
      throw ExpressionError(message: "'\(name)' takes \(wanted) values, not \(arguments.count)", offset: offset)
    }
    func numbers() throws(ExpressionError) -> [Double] {
      var numbers: [Double] = []
      for argument in arguments { numbers.append(try number(argument, name, offset)) }
      return numbers
    }
    switch name {
    case "min", "max":
      try expect(1...Int.max)
      let all = try numbers()
      return .number((name == "min" ? all.min() : all.max()) ?? 0)
    case "clamp":
      try expect(3...3)
      let all = try numbers()
      guard all[1] <= all[2] else {
        throw ExpressionError(
          message: "'clamp' takes a value, its minimum and its maximum, in this order", offset: offset)
      }
      return .number(min(max(all[0], all[1]), all[2]))
    case "round", "floor", "ceil", "abs", "sqrt", "sin", "cos":
      try expect(1...1)
      let value = try numbers()[0]
      switch name {
      case "round": return .number(value.rounded())
      case "floor": return .number(value.rounded(.down))
      case "ceil": return .number(value.rounded(.up))
      case "sin": return .number(sineAndCosine(degrees: value).0)
      case "cos": return .number(sineAndCosine(degrees: value).1)
      case "sqrt" where value < 0:
        throw ExpressionError(message: "'sqrt' of a number below 0", offset: offset)
      case "sqrt": return .number(value.squareRoot())
      default: return .number(abs(value))
      }
    case "pow":
      try expect(2...2)
      let all = try numbers()
      return .number(try Self.finite(pow(all[0], all[1]), offset))
    case "mod":
      try expect(2...2)
      let all = try numbers()
      return .number(all[0] - (try Self.quotient(all[0], all[1], offset)).rounded(.down) * all[1])
    case "remap":
      try expect(5...5)
      let all = try numbers()
      let share = min(max(try Self.quotient(all[0] - all[1], all[2] - all[1], offset), 0), 1)
      return .number(try Self.finite(all[3] + (all[4] - all[3]) * share, offset))
    case "ease":
      try expect(2...2)
      return .number(try curve(arguments[0], offset).value(at: min(max(try number(arguments[1], name, offset), 0), 1)))
    case "noise":
      try expect(2...2)
      let all = try numbers()
      return .number(memory.noise(all[0]).value(all[1]))
    case "wiggle":
      try expect(2...3)
      guard let instant else {
        throw ExpressionError(message: "'wiggle' changes with time, which is not known here", offset: offset)
      }
      let all = try numbers()
      // Around a circle in the noise, so that it ends as it began: as long as there are swings.
      let radius = min(abs(all[0]) * instant.duration, 1e9) / (2 * .pi)
      let (s, c) = sineAndCosine(degrees: 360 * instant.seconds / instant.duration)
      let noise = memory.noise(all.count > 2 ? all[2] : 0).value(31.7 + radius * c, 17.3 + radius * s)
      // Noise is seldom beyond a half; spread, its swings come to the amplitude.
      let swing = sineAndCosine(degrees: min(max(2 * noise, -1), 1) * 90).0
      return .number(try Self.finite(all[1] * swing, offset))
    case "mix":
      try expect(3...3)
      return try mix(
        try evaluate(arguments[0]), try evaluate(arguments[1]), try number(arguments[2], name, offset), offset: offset)
    default:
      let meant = Self.synonyms[name].map { "Did you mean '\($0)'?" }
      throw ExpressionError(
        message: "unknown function '\(name)'", offset: offset,
        hint: meant ?? suggestion(for: name, among: Self.functions))
    }
  }

  private func curve(_ expression: Expression, _ offset: Int) throws(ExpressionError) -> Easing {
    let value = try evaluate(expression)
    guard case .text(let text) = value else {
      throw Self.wrong("ease", expected: "the name of a curve", found: value, offset: offset)
    }
    if let known = memory.curves[text] { return known }
    do throws(EasingError) {
      let curve = try Easing(parsing: text)
      memory.curves[text] = curve
      return curve
    } catch {
      throw ExpressionError(
        message: error.message, offset: offset, hint: error.suggestion.map { "Did you mean '\($0)'?" })
    }
  }

  /// Interpolates two numbers, points or colors; colors in premultiplied sRGB, as transitions of parameters do.
  private func mix(
    _ a: ExpressionValue, _ b: ExpressionValue, _ t: Double, offset: Int
  ) throws(ExpressionError) -> ExpressionValue {
    switch (a, b) {
    case (.number(let a), .number(let b)): return .number(try Self.finite(a + (b - a) * t, offset))
    case (.point(let a, let b), .point(let c, let d)):
      return .point(try Self.finite(a + (c - a) * t, offset), try Self.finite(b + (d - b) * t, offset))
    default:
      let (first, second) = (try color(a, offset), try color(b, offset))
      return .color(first.interpolated(to: second, at: min(max(t, 0), 1)))
    }
  }

  private func color(_ value: ExpressionValue, _ offset: Int) throws(ExpressionError) -> Color {
    if case .color(let color) = value { return color }
    if case .text(let text) = value, let color = Color(css: text, in: memory.gamut) { return color }
    if case .text(let text) = value {
      throw ExpressionError(message: "'\(text)' is not a color", offset: offset)
    }
    throw Self.wrong("mix", expected: "a color", found: value, offset: offset)
  }

  // MARK: Types

  private func number(_ expression: Expression, _ user: String, _ offset: Int) throws(ExpressionError) -> Double {
    let value = try evaluate(expression)
    if case .number(let number) = value { return number }
    throw Self.wrong(user, expected: "a number", found: value, offset: offset)
  }

  private func boolean(_ expression: Expression, _ user: String, _ offset: Int) throws(ExpressionError) -> Bool {
    let value = try evaluate(expression)
    if case .boolean(let boolean) = value { return boolean }
    throw Self.wrong(user, expected: "true or false", found: value, offset: offset)
  }

  private static func wrong(
    _ user: String, expected: String, found: ExpressionValue, offset: Int
  ) -> ExpressionError {
    ExpressionError(message: "'\(user)' needs \(expected), found \(found.noun)", offset: offset)
  }
}

extension ExpressionValue {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
