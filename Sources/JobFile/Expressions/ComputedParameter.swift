import Reporting
import StageKit

/// A parameter whose value an expression computes from what other stages publish.
public struct ComputedParameter: Sendable {
  /// Such as `moves[1].to.distance`.
  public let location: String
  /// Such as `stages[2].parameters.size`.
  public let path: String
  public let expression: ComputedExpression
  let schema: ParameterSchema

  /// Its values as keyframes at these instants, in seconds after its stage's start and in their order. Where a stage does not
  /// publish what it needs, the value before stays, or else the first that comes.
  ///
  /// `published` gives what a stage publishes at a time of this one. Throws `ComputationFault`.
  public func keyframes(
    at instants: [Double],
    published: @escaping (_ stage: String, _ output: String, _ seconds: Double) -> PortValue?
  ) throws(ComputationFault) -> ParameterValue {
    var samples: [(seconds: Double, value: ExpressionValue)] = []
    let memory = ExpressionMemory(expression.curves, expression.gamut)
    for seconds in instants {
      if let value = try expression.value(at: seconds, memory, published: published) ?? samples.last?.value {
        samples.append((seconds, value))
      }
    }
    var frames: [AnimationValue.Frame] = []
    for (seconds, value) in samples.withoutRepeats {
      frames.append(.init(time: seconds, value: try checked(value)))
    }
    guard let first = frames.first else {
      let names = expression.references.map { "'\($0.stage).\($0.output)'" }
      throw ComputationFault(
        message: names.count == 1
          ? "\(names[0]) has no value in any frame" : "\(listed(names, or: "and")) never have values at once",
        position: expression.position)
    }
    return frames.count == 1 ? first.value : .animation(AnimationValue(frames: frames))
  }

  private func checked(_ found: ExpressionValue) throws(ComputationFault) -> ParameterValue {
    if case .number(let number) = found, case .number(let range) = schema, let fault = range.fault(of: number) {
      throw ComputationFault(message: fault, position: expression.position)
    }
    guard let value = schema.value(of: found, in: expression.gamut) else {
      throw ComputationFault(
        message: "expected \(schema.noun), found \(found.noun)", position: expression.position)
    }
    return value
  }
}

/// A fault of an expression at an instant.
public struct ComputationFault: Error, Equatable {
  /// A phrase without a period at its end.
  public let message: String
  public let position: SourcePosition
  public var hint: String?
}

/// An expression that takes what stages publish, with all that is known before these are made.
public final class ComputedExpression: Sendable {
  /// An output that it takes.
  public struct Reference: Sendable {
    /// The id of the stage, which may not exist.
    public let stage: String
    /// The name of its output, which may not exist.
    public let output: String
    public let position: SourcePosition
  }

  /// The types of outputs that expressions take.
  public static let types: [PortType] = [.number, .boolean, .point, .color]

  /// The outputs that it takes, in its order.
  public let references: [Reference]
  /// As the job writes it, with the sign before it.
  public let text: String
  /// The start of its string.
  public let position: SourcePosition
  private let expression: Expression
  /// The ids of stages whose names in the text are others.
  private let ids: [String: String]
  private let constants: [String: ExpressionValue]
  /// Those of the job.
  fileprivate let curves: [String: Easing]
  /// That of the canvas.
  fileprivate let gamut: ColorGamut
  private let framesPerSecond: Double
  private let duration: Double
  /// By offsets in its text.
  private let places: [Int: SourcePosition]

  init(
    _ expression: Expression, text: String, ids: [String: String], constants: [String: ExpressionValue],
    curves: [String: Easing], gamut: ColorGamut, framesPerSecond: Double,
    duration: Double,
    position: SourcePosition, places: [Int: SourcePosition]
  ) {
    references = expression.published.map {
      Reference(
        stage: ids[$0.value.stage] ?? $0.value.stage, output: $0.value.output, position: places[$0.offset] ?? position)
    }
    self.text = text
    self.position = position
    self.expression = expression
    self.ids = ids
    self.constants = constants
    self.curves = curves
    self.gamut = gamut
    self.framesPerSecond = framesPerSecond
    self.duration = duration
    self.places = places
  }

  /// Nil where a stage does not publish what it needs.
  func value(
    at seconds: Double, _ memory: ExpressionMemory,
    published: @escaping (_ stage: String, _ output: String, _ seconds: Double) -> PortValue?
  ) throws(ComputationFault) -> ExpressionValue? {
    var isMissing = false
    var evaluator = ExpressionEvaluator(instant: .init(seconds: seconds, duration: duration), memory: memory) {
      name, _ in
      self.constants[name] ?? .number(name == "time" ? seconds : (seconds * self.framesPerSecond).rounded())
    }
    evaluator.published = { value, seconds, offset throws(ExpressionError) in
      if let found = published(self.ids[value.stage] ?? value.stage, value.output, seconds).flatMap(
        ExpressionValue.init)
      {
        return found
      }
      isMissing = true
      throw ExpressionError(message: "'\(value.stage).\(value.output)' has no value", offset: offset)
    }
    do throws(ExpressionError) {
      return try evaluator.evaluate(expression)
    } catch {
      if isMissing { return nil }
      throw ComputationFault(message: error.message, position: places[error.offset] ?? position, hint: error.hint)
    }
  }
}

extension ExpressionValue {
  /// Nil for values of other types.
  fileprivate init?(_ value: PortValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .boolean(flag)
    case .point(let point): self = .point(point.x, point.y)
    case .color(let color): self = .color(color)
    case .coordinate, .camera, .path, .drawing: return nil
    }
  }
}

extension ParameterSchema {
  /// Stands for a value until it is computed; nil for kinds that expressions do not compute.
  var placeholderOfExpression: ParameterValue? {
    switch self {
    case .number: .number(0)
    case .boolean: .boolean(false)
    case .text, .choice: .text("")
    case .color: .color(.clear)
    case .paint: .paint(.color(.clear))
    case .point: .point(.zero)
    default: nil
    }
  }

  /// An expression's value as the parameter has it; nil where it is of another kind.
  fileprivate func value(of found: ExpressionValue, in gamut: ColorGamut) -> ParameterValue? {
    switch (self, found) {
    case (.number, .number(let number)): return .number(number)
    case (.boolean, .boolean(let flag)): return .boolean(flag)
    case (.text, .text(let text)): return .text(text)
    case (.choice(let words), .text(let text)): return words.contains(text) ? .text(text) : nil
    case (.point, .point(let x, let y)): return .point(Point(x, y))
    case (.color, .color(let color)): return .color(color)
    case (.paint, .color(let color)): return .paint(.color(color))
    case (.color, .text(let text)): return Color(css: text, in: gamut).map { .color($0) }
    case (.paint, .text(let text)): return Color(css: text, in: gamut).map { .paint(.color($0)) }
    default: return nil
    }
  }
}
