import JobFile
import Planning
import Reporting
import StageKit

/// A stage without inputs that publishes its own time and knows two moments.
struct Source: Stage {
  static let delay = ParameterKey.number("delay", "When the moment comes.", default: 1, .nonnegative(.seconds))
  static let lasts = ParameterKey.number("lasts", "How long it lasts.", .positive(.seconds)).optional
  static let fails = ParameterKey.boolean("fails", "Whether it cannot be made.", default: false)
  static let seconds = Output<Double>("seconds", "Its time.")
  static let early = Output<Double>("early", "Its time in tenths; missing from 0.5 s to 1 s, and from 2 s on.")
  static let place = Output<Point>("place", "A point; missing from 2 s on.")
  static let ready = Moment("ready", "After the delay.")
  static let tick = Moment("tick", "At 0.5 s and every second from there.")
  static let definition = StageDefinition(
    name: "source", version: 1, summary: "A source.", parameters: [delay, lasts, fails],
    outputs: [seconds, place, early],
    moments: [ready], cues: [tick], draws: false)

  let delay: Double
  let lasts: Double?

  init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    if parameters[Self.fails] { throw StageError("it was asked to", parameter: "fails", hint: "Say false.") }
    delay = parameters[Self.delay]
    lasts = parameters[Self.lasts]
  }

  var moments: [Moment.Time] { [Self.ready.at(delay)] }
  var duration: Double? { lasts }

  func cues(until seconds: Double) -> [Moment.Time] {
    (moments + Self.tick.repeated(from: 0.5, every: 1, until: seconds)).ordered(until: seconds)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame[Self.seconds] = time.seconds
    if time.seconds < 2, time.seconds < 0.5 || time.seconds >= 1 { frame[Self.early] = time.seconds * 10 }
    if time.seconds < 2 { frame[Self.place] = Point(time.seconds, 0) }
    return frame
  }
}

/// A stage that draws a dot of a size that it may be given, at a point that it needs.
struct Dot: Stage {
  static let size = Input<Double?>("size", "Its size.")
  static let place = Input<Point>("place", "Its place.")
  static let again = Output<Point>("again", "Its place again.")
  static let definition = StageDefinition(
    name: "dot", version: 1, summary: "A dot.", inputs: [size, place], outputs: [again])

  init(_ parameters: ParameterValues, _ context: any StageContext) {}

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let place = try inputs[Self.place]
    let size = try inputs[Self.size] ?? 1
    frame[Self.again] = place
    frame.drawing.fill(
      Path {
        $0.append(.move(place))
        $0.line(to: place + Point(size, size))
      }, .white)
    return frame
  }
}

/// A stage that publishes its size, which may be animated, times an input.
struct Sized: Stage {
  static let size = ParameterKey.number("size", "Its size.", default: 1).animated
  static let steps = ParameterKey.objects("steps", "More sizes.", [size])
  static let fails = Source.fails
  static let factor = Input<Double?>("factor", "Multiplies its size.")
  static let result = Output<Double>("size", "Its size.")
  static let definition = StageDefinition(
    name: "sized", version: 1, summary: "A size.", parameters: [size, steps, fails], inputs: [factor], outputs: [result]
  )

  let size: Animated<Double>

  init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    if parameters[Self.fails] { throw StageError("it was asked to") }
    size = parameters[Self.steps].first?[Self.size] ?? parameters[Self.size]
  }

  var duration: Double? { size.settlingTime }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame[Self.result] = size.value(at: time.seconds) * (try inputs[Self.factor] ?? 1)
    return frame
  }
}

/// A stage that publishes what it is given, and what it foresaw of two instants of its time.
struct Seer: Stage {
  static let number = Input<Double?>("number", "A number.").foreseen
  static let now = Output<Double>("now", "The number.")
  static let early = Output<Double>("early", "The number at 0.25 s.")
  static let late = Output<Double>("late", "The number at 1.5 s.")
  static let definition = StageDefinition(
    name: "seer", version: 1, summary: "Foresees.", inputs: [number], outputs: [now, early, late])

  let early: Double?
  let late: Double?

  init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    early = try context.value(of: Self.number, at: 0.25)
    late = try context.value(of: Self.number, at: 1.5)
  }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame[Self.now] = try inputs[Self.number]
    frame[Self.early] = early
    frame[Self.late] = late
    return frame
  }
}

struct EmptyContext: StageContext {
  let composition: Composition
  var contentComposition: Composition?
  var foreseen = ForeseenInputs()
  func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value {
    try foreseen.value(of: input, at: seconds)
  }
  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("no files here") }
  func image(_ file: FileReference) throws -> Image { throw StageError("no files here") }
  func layout(_ request: TextRequest) throws -> TextLayout { throw StageError("no text here") }
  func prepared<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) {}
}

let registry = StageRegistry([Source.self, Dot.self, Sized.self, Seer.self])

/// A job of three seconds at 10 frames per second with these stages, written as JSON.
func reading(_ stages: String, outputs: String = #"{"file": "t.mp4"}"#) -> JobReadResult {
  let text = """
    {"name": "t", "canvas": {"size": [16, 16], "fps": 10, "duration": 3},
    "stages": [
    \(stages)
    ],
    "outputs": [\(outputs)]}
    """
  return JobReader.read(bytes: Array(text.utf8), file: "t.json", registry: registry)
}

func plan(
  _ stages: String, outputs: String = #"{"file": "t.mp4"}"#
) -> (plan: RenderPlan?, diagnostics: [Diagnostic]) {
  let reading = reading(stages, outputs: outputs)
  guard let job = reading.job, reading.isValid else { return (nil, reading.diagnostics) }
  return Planner.plan(job, registry: registry, contexts: EmptyContexts(job: job))
}

/// Contexts without files, whose `making` is called before each stage is made.
struct EmptyContexts: StageContexts {
  let job: Job
  var making: (StageEntry) throws -> Void = { _ in }

  func context(of entry: StageEntry, heard: [PlannedSound], foreseen: ForeseenInputs) throws -> any StageContext {
    try making(entry)
    return EmptyContext(
      composition: job.composition, contentComposition: entry.nested?.job.composition, foreseen: foreseen)
  }

  func hasSound(_ clip: FileReference) -> Bool { true }

  func nested(_ nested: NestedJob) -> any StageContexts { EmptyContexts(job: nested.job, making: making) }
}
