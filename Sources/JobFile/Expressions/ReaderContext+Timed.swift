import StageKit

extension Expression {
  /// The first name or function that changes with time, and its place; `isHidden` says which names have another value.
  func timed(_ isHidden: (String) -> Bool) -> (name: String, offset: Int)? {
    switch self {
    case .name(let name, let offset) where ReaderContext.timeNames.contains(name) && !isHidden(name): (name, offset)
    case .call(let name, _, let offset) where ExpressionEvaluator.timedFunctions.contains(name): (name, offset)
    case .published(_, _, let offset): ("value", offset)
    default: parts.reduce(nil) { $0 ?? $1.timed(isHidden) }
    }
  }
}

extension [(seconds: Double, value: ExpressionValue)] {
  /// Without those between equal ones, and without the last where it no longer changes.
  var withoutRepeats: Self {
    var result: Self = []
    for sample in self {
      if result.suffix(2).count == 2, result.suffix(2).allSatisfy({ $0.value == sample.value }) {
        result[result.count - 1].seconds = sample.seconds
      } else {
        result.append(sample)
      }
    }
    if result.count > 1, result[result.count - 1].value == result[result.count - 2].value { result.removeLast() }
    return result
  }
}

/// Expressions that change with time.
extension ReaderContext {
  /// Names of values that change with a stage's time.
  static let timeNames = ["time", "frame"]

  /// Computes an expression: a value or, where it changes with time, keyframes. Throws `ExpressionError`.
  func evaluated(_ expression: Expression, _ text: String, at value: SourceValue) throws(ExpressionError)
    -> SourceValue.Kind
  {
    let timed = expression.timed { variable($0) != nil || names[$0] != nil }
    guard let timed else {
      return try ExpressionEvaluator(memory: ExpressionMemory(curves, gamut)) { name, offset throws(ExpressionError) in
        try self.value(of: name, at: offset)
      }.evaluate(expression).kind(at: value)
    }
    guard let composition else {
      throw ExpressionError(
        message: "'\(timed.name)' is not known where the canvas itself is described", offset: timed.offset)
    }
    if !expression.published.isEmpty {
      return .object(try deferred(expression, text, at: value, composition))
    }
    let samples = try sampled(expression, composition)
    if samples.count == 1 { return samples[0].value.kind(at: value) }
    func source(_ kind: SourceValue.Kind) -> SourceValue {
      SourceValue(kind, at: value.position, offset: Int(value.offset))
    }
    func object(_ members: [(String, SourceValue.Kind)]) -> SourceObject {
      SourceObject(
        members: members.map { .init(key: $0.0, keyPosition: value.position, value: source($0.1)) })
    }
    let frames = samples.map { sample in
      source(.object(object([("at", .number(sample.seconds)), ("value", sample.value.kind(at: value))])))
    }
    var result = object([("keyframes", .array(SourceArray(items: frames)))])
    result.isTimed = true
    return .object(result)
  }

  /// The values at the frames of a stage, without repeated ones.
  private func sampled(
    _ expression: Expression, _ composition: Composition
  ) throws(ExpressionError) -> [(seconds: Double, value: ExpressionValue)] {
    let constants = try constants(of: expression)
    let memory = ExpressionMemory(curves, gamut)
    let (rate, duration) = (composition.framesPerSecond, max(composition.duration, 1e-9))
    var samples: [(seconds: Double, value: ExpressionValue)] = []
    for frame in 0...Int(min((duration * rate).rounded(.up), 1e7)) {
      let seconds = Double(frame) / rate
      let evaluator = ExpressionEvaluator(instant: .init(seconds: seconds, duration: duration), memory: memory) {
        name, offset throws(ExpressionError) in
        constants[name] ?? .number(name == "time" ? seconds : Double(frame))
      }
      samples.append((seconds, try evaluator.evaluate(expression)))
    }
    return samples.withoutRepeats
  }

  /// The values of the names in an expression, but for those that change with time. Throws `ExpressionError`.
  private func constants(of expression: Expression) throws(ExpressionError) -> [String: ExpressionValue] {
    var known: [String: ExpressionValue] = [:]
    for (name, offset) in expression.names where known[name] == nil {
      if Self.timeNames.contains(name), variable(name) == nil, names[name] == nil { continue }
      known[name] = try value(of: name, at: offset)
    }
    return known
  }

  /// An object in place of the keyframes of an expression that takes what stages publish. Throws `ExpressionError`.
  private func deferred(
    _ expression: Expression, _ text: String, at value: SourceValue, _ composition: Composition
  ) throws(ExpressionError) -> SourceObject {
    let places = expression.offsets.map { ($0, position(inStringAt: value.position, value.offset, $0)) }
    var result = SourceObject()
    result.isTimed = true
    result.computed = ComputedExpression(
      expression, text: text, ids: copy?.ids ?? [:], constants: try constants(of: expression),
      curves: curves, gamut: gamut,
      framesPerSecond: composition.framesPerSecond,
      duration: max(composition.duration, 1e-9), position: value.position,
      places: Dictionary(places) { first, _ in first })
    return result
  }
}
