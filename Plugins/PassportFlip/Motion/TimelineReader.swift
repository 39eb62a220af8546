import StageKit

/// Makes a timeline of what a job says.
struct TimelineReader {
  private static let action = ParameterKey.choice("do", "What it does.", default: Action.open)
  private static let at = ParameterKey<Double>.number(
    "at", "When, in the stage's own time; without it, after the delay.", .nonnegative(.seconds)
  ).optional
  private static let delay = ParameterKey.number(
    "delay", "How long it rests before, from the end of the last action.", default: 0, .nonnegative(.seconds))
  private static let duration = ParameterKey<Double>.number(
    "duration",
    "How long it takes, or each leaf of several; without it 0.8 for a peek, 1 to open or close, 0.7 for a leaf.",
    .positive(.seconds)
  ).optional
  private static let lift = ParameterKey<Double>.number(
    "angle", "How far a peek lifts the leaf; by default 30.", .range(0...180, .degrees)
  ).optional
  private static let count = ParameterKey<Int>.integer(
    "count", "How many leaves turn; by default 1.",
    .range(
      1...1000
    )
  ).optional
  private static let offset = ParameterKey<Double>.number(
    "offset", "How long after one leaf the next one starts to turn; by default 0.15.", .nonnegative(.seconds)
  ).optional
  private static let curve = ParameterKey<Easing>.curve(
    "curve", "How a leaf spends its time turning."
  ).optional

  static let steps = ParameterKey.objects(
    "timeline",
    "What the booklet does, one after the other; without any, it peeks at 0.5, opens at 1.8, turns all its leaves and "
      + "closes, at 4.5 where there are none to turn.",
    [action, at, delay, duration, lift, count, offset, curve])
  static let period = ParameterKey<Double>.number(
    "period", "After how long the timeline starts again; without it, never.", .positive(.seconds)
  ).optional

  let leafCount: Int
  private var turned = 0
  private var steps: [Step] = []

  private init(leafCount: Int) { self.leafCount = leafCount }

  static func timeline(_ parameters: ParameterValues, leafCount: Int, motion: Motion) throws -> Timeline {
    var reader = TimelineReader(leafCount: leafCount)
    let list = parameters[steps]
    if list.isEmpty { reader.addUsual() }
    for fields in list { try reader.add(fields) }
    let end = reader.steps.last?.end ?? 0
    if let time = parameters[period] {
      let location = parameters.location(of: period)
      if time < end - 1e-9 {
        throw StageError("it starts again before its last action ends at \(end) s", parameter: location)
      }
      if reader.turned > 0 {
        throw StageError(
          "the booklet is left open, so the picture would jump when it starts again", parameter: location,
          hint: "Add the action 'close' to the timeline.")
      }
    }
    return Timeline(reader.steps, leafCount: leafCount, period: parameters[period], motion: motion)
  }

  private mutating func addUsual() {
    append(Step(action: .peek, begin: 0.5, duration: 0.8))
    append(Step(action: .open, begin: 1.8, duration: 1))
    for _ in 1..<leafCount { append(Step(action: .turn, begin: lastEnd + 0.6, duration: 0.7)) }
    append(Step(action: .close, begin: lastEnd + (leafCount > 1 ? 1 : 1.7), duration: 1))
  }

  private var lastEnd: Double { steps.last?.end ?? 0 }

  private mutating func add(_ fields: ParameterValues) throws {
    let action = fields[Self.action]
    let begin = fields[Self.at] ?? TimeGrid.snapped(lastEnd + fields[Self.delay])
    if begin < lastEnd - 1e-9 {
      throw StageError("begins before the last action ends at \(lastEnd) s", parameter: fields.location(of: Self.at))
    }
    let usual =
      switch action {
      case .peek: 0.8
      case .open, .close: 1.0
      case .turn, .back: 0.7
      }
    var step = Step(action: action, begin: begin, duration: fields[Self.duration] ?? usual)
    if let lift = try fields.value(of: Self.lift, only: [.peek], for: action) { step.lift = lift }
    if let count = try fields.value(of: Self.count, only: [.turn, .back], for: action) { step.count = count }
    if let offset = try fields.value(of: Self.offset, only: [.turn, .back], for: action) {
      step.offset = offset
    } else if step.count > 1 {
      step.offset = 0.15
    }
    if let curve = try fields.value(of: Self.curve, only: [.turn, .back], for: action) { step.curve = curve }
    if let fault = fault(of: step) {
      throw StageError(fault.message, parameter: fields.location(of: Self.action), hint: fault.hint)
    }
    append(step)
  }

  /// Why an action cannot follow what was done so far.
  private func fault(of step: Step) -> (message: String, hint: String)? {
    let isOpen = turned > 0
    let left = isOpen ? turned - 1 : 0
    switch step.action {
    case .peek:
      return turned < leafCount ? nil : ("there is no leaf left to lift", "Turn one back or close the booklet before.")
    case .open: return isOpen ? ("the booklet is open already", "Close it before.") : nil
    case .close: return isOpen ? nil : ("the booklet is closed already", "Open it before.")
    case .turn where !isOpen, .back where !isOpen: return ("the booklet is closed", "Open it before.")
    case .turn:
      let right = leafCount - turned
      return step.count <= right ? nil : ("\(right) leaves are left to turn", "Every two further 'pages' are a leaf.")
    case .back: return step.count <= left ? nil : ("\(left) leaves are left to turn back", "Turn some before.")
    }
  }

  private mutating func append(_ step: Step) {
    var step = step
    step.turnedBefore = turned
    switch step.action {
    case .peek: break
    case .open: turned = 1
    case .close: turned = 0
    case .turn: turned += step.count
    case .back: turned -= step.count
    }
    step.turnedAfter = turned
    steps.append(step)
  }
}

extension ParameterValues {
  /// A field's value, refused where it does not go with the action.
  fileprivate func value<Value>(
    of parameter: ParameterKey<Value?>, only actions: [Action], for action: Action
  ) throws -> Value? {
    guard let value = self[parameter] else { return nil }
    if actions.contains(action) { return value }
    throw StageError(
      "'\(parameter.declaration.name)' does not go with '\(action.rawValue)'", parameter: location(of: parameter))
  }
}
