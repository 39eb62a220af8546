import StageKit

extension Expression {
  /// The first name or function that changes with time, and its place; `isHidden` says which names have another value.
  func timed(_ isHidden: (String) -> Bool) -> (name: String, offset: Int)? {
    switch self {
    case .constant: nil
    case .name(let name, let offset):
      ReaderContext.timeNames.contains(name) && !isHidden(name) ? (name, offset) : nil
    case .member(let value, _, _), .unary(_, let value, _): value.timed(isHidden)
    case .binary(_, let a, let b, _), .point(let a, let b, _): a.timed(isHidden) ?? b.timed(isHidden)
    case .choice(let condition, let a, let b, _):
      condition.timed(isHidden) ?? a.timed(isHidden) ?? b.timed(isHidden)
    case .call(let name, let arguments, let offset):
      ExpressionEvaluator.timedFunctions.contains(name)
        ? (name, offset) : arguments.reduce(nil) { $0 ?? $1.timed(isHidden) }
    }
  }
}

/// Expressions that change with time.
extension ReaderContext {
  /// Names of values that change with a stage's time.
  static let timeNames = ["time", "frame"]

  /// Computes an expression: a value or, where it changes with time, keyframes. Throws `ExpressionError`.
  func evaluated(_ expression: Expression, at value: SourceValue) throws(ExpressionError) -> SourceValue.Kind {
    let timed = expression.timed { variable($0) != nil || names[$0] != nil }
    guard let timed else {
      return try ExpressionEvaluator { name, offset throws(ExpressionError) in
        try self.value(of: name, at: offset)
      }.evaluate(expression).kind(at: value)
    }
    guard let composition else {
      throw ExpressionError(
        message: "'\(timed.name)' is not known where the canvas itself is described", offset: timed.offset)
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

  /// The values at each frame of a stage, without those between equal ones.
  private func sampled(
    _ expression: Expression, _ composition: Composition
  ) throws(ExpressionError) -> [(seconds: Double, value: ExpressionValue)] {
    var known: [String: ExpressionValue] = [:]
    let memory = ExpressionMemory()
    let (rate, duration) = (composition.framesPerSecond, max(composition.duration, 1e-9))
    var samples: [(seconds: Double, value: ExpressionValue)] = []
    for frame in 0...Int(min((duration * rate).rounded(.up), 1e7)) {
      let seconds = Double(frame) / rate
      let evaluator = ExpressionEvaluator(instant: .init(seconds: seconds, duration: duration), memory: memory) {
        name, offset throws(ExpressionError) in
        if let value = known[name] { return value }
        if Self.timeNames.contains(name), self.variable(name) == nil, self.names[name] == nil {
          return .number(name == "time" ? seconds : Double(frame))
        }
        let value = try self.value(of: name, at: offset)
        known[name] = value
        return value
      }
      let value = try evaluator.evaluate(expression)
      let count = samples.count
      if count > 1, samples[count - 1].value == value, samples[count - 2].value == value {
        samples[count - 1].seconds = seconds
      } else {
        samples.append((seconds, value))
      }
    }
    // A value that no longer changes needs no keyframe.
    if samples.count > 1, samples[samples.count - 1].value == samples[samples.count - 2].value { samples.removeLast() }
    return samples
  }
}
