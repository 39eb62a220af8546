import StageKit

/// Something that the booklet does, as parameters.
struct StepParameters: ParameterGroup {
  @Parameter("The action.") var `do` = Action.open
  @Parameter(
    "The time at which it begins, in the stage's own time; without it, after the delay.", .nonnegative(.seconds))
  var at: Double?
  @Parameter("The rest before, from the end of the last action.", .nonnegative(.seconds)) var delay = 0.0
  @Parameter(
    "The duration, or that of each leaf of several; without it \(Action.peek.usualDuration) for a peek, "
      + "\(Int(Action.open.usualDuration)) to open or close, \(Action.turn.usualDuration) for a leaf.",
    .positive(.seconds))
  var duration: Double?
  @Parameter("The angle by which a peek lifts the leaf; by default 30.", .range(0...180, .degrees)) var angle: Double?
  @Parameter("The number of leaves that turn; by default 1.", .range(1...1000)) var count: Int?
  @Parameter("The time after one leaf at which the next one starts to turn; by default 0.15.", .nonnegative(.seconds))
  var offset: Double?
  @Parameter("The easing of a leaf as it turns.") var curve: Easing?

  /// A parameter's value. Throws where it does not go with the action.
  fileprivate func value<Value>(
    of parameter: Parameter<Value?>, named name: String, only actions: [Action]
  ) throws -> Value? {
    guard let value = parameter.wrappedValue else { return nil }
    if actions.contains(`do`) { return value }
    throw StageError("'\(name)' does not go with '\(`do`.rawValue)'", parameter: parameter.location)
  }
}

/// The steps of a booklet over time, as parameters.
struct TimelineParameters: ParameterGroup {
  @Parameter(
    "The actions of the booklet, one after the other; without any, it peeks at 0.5, opens at 1.8, turns all its leaves and "
      + "closes, at 4.5 where there are none to turn.")
  var timeline: [StepParameters] = []
  @Parameter("After how long the timeline starts again; without it, never.", .positive(.seconds)) var period: Double?
}

/// Makes a timeline of what a job says.
struct TimelineReader {
  let leafCount: Int
  private var turned = 0
  private var steps: [Step] = []

  private init(leafCount: Int) { self.leafCount = leafCount }

  static func timeline(_ parameters: TimelineParameters, leafCount: Int, motion: Motion) throws -> Timeline {
    var reader = TimelineReader(leafCount: leafCount)
    if parameters.timeline.isEmpty { reader.addUsual() }
    for step in parameters.timeline { try reader.add(step) }
    let end = reader.steps.last?.end ?? 0
    if let time = parameters.period {
      let location = parameters.$period.location
      if time < end - 1e-9 {
        throw StageError("it starts again before its last action ends at \(end) s", parameter: location)
      }
      if reader.turned > 0 {
        throw StageError(
          "the booklet is left open, so the picture would jump when it starts again", parameter: location,
          hint: "Add the action 'close' to the timeline.")
      }
    }
    return Timeline(reader.steps, leafCount: leafCount, period: parameters.period, motion: motion)
  }

  private mutating func addUsual() {
    append(Step(.peek, begin: 0.5))
    append(Step(.open, begin: 1.8))
    for _ in 1..<leafCount { append(Step(.turn, begin: lastEnd + 0.6)) }
    append(Step(.close, begin: lastEnd + (leafCount > 1 ? 1 : 1.7)))
  }

  private var lastEnd: Double { steps.last?.end ?? 0 }

  private mutating func add(_ given: StepParameters) throws {
    let action = given.do
    let begin = given.at ?? TimeGrid.snapped(lastEnd + given.delay)
    if begin < lastEnd - 1e-9 {
      throw StageError("begins before the last action ends at \(lastEnd) s", parameter: given.$at.location)
    }
    var step = Step(action, begin: begin, duration: given.duration)
    if let lift = try given.value(of: given.$angle, named: "angle", only: [.peek]) { step.lift = lift }
    if let count = try given.value(of: given.$count, named: "count", only: [.turn, .back]) { step.count = count }
    if let offset = try given.value(of: given.$offset, named: "offset", only: [.turn, .back]) {
      step.offset = offset
    } else if step.count > 1 {
      step.offset = 0.15
    }
    if let curve = try given.value(of: given.$curve, named: "curve", only: [.turn, .back]) { step.curve = curve }
    if let fault = fault(of: step) {
      throw StageError(fault.message, parameter: given.$do.location, hint: fault.hint)
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
