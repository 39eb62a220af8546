import JobFile
import Planning
import Reporting
import StageKit

/// A stage without inputs that publishes its own time and knows two moments.
struct Source: Stage, ParameterGroup {
  @Parameter("When the moment comes.", .nonnegative(.seconds)) var delay = 1.0
  @Parameter("How long it lasts.", .positive(.seconds)) var lasts: Double?
  @Parameter("Whether it cannot be made.") var fails = false
  let seconds = Output<Double>("Its time.")
  let early = Output<Double>("Its time in tenths; missing from 0.5 s to 1 s, and from 2 s on.")
  let place = Output<Point>("A point; missing from 2 s on.")
  let ready = Moment("After the delay.")
  let tick = Moment("At 0.5 s and every second from there.", .cue)
  static let definition = StageDefinition(Self.self, "source", version: 1, "A source.", draws: false)

  func prepare(_ context: any StageContext) throws {
    if fails { throw StageError("it was asked to", parameter: "fails", hint: "Say false.") }
  }

  var moments: [Moment.Time] { [ready.at(delay)] }
  var duration: Double? { lasts }

  func cues(until seconds: Double) -> [Moment.Time] {
    (moments + tick.repeated(from: 0.5, every: 1, until: seconds)).ordered(until: seconds)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame[seconds] = time.seconds
    if time.seconds < 2, time.seconds < 0.5 || time.seconds >= 1 { frame[early] = time.seconds * 10 }
    if time.seconds < 2 { frame[place] = Point(time.seconds, 0) }
    return frame
  }
}

/// A stage that draws a dot of a size that it may be given, at a point that it needs.
struct Dot: Stage, ParameterGroup {
  let size = Input<Double?>("Its size.")
  let place = Input<Point>("Its place.")
  let again = Output<Point>("Its place again.")
  static let definition = StageDefinition(Self.self, "dot", version: 1, "A dot.")

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let corner = try inputs[place]
    let side = try inputs[size] ?? 1
    frame[again] = corner
    frame.drawing.fill(
      Path {
        $0.append(.move(corner))
        $0.line(to: corner + Point(side, side))
      }, .white)
    return frame
  }
}

/// A stage that publishes its size, which may be animated, times an input.
struct Sized: Stage, ParameterGroup {
  /// One more size.
  struct Step: ParameterGroup {
    @Parameter("Its size.") var size: Animated<Double> = 1
  }

  @Parameter("Its size.") var size: Animated<Double> = 1
  @Parameter("More sizes.") var steps: [Step] = []
  @Parameter("Whether it cannot be made.") var fails = false
  let factor = Input<Double?>("Multiplies its size.")
  let result = Output<Double>("Its size.", name: "size")
  static let definition = StageDefinition(Self.self, "sized", version: 1, "A size.")

  func prepare(_ context: any StageContext) throws {
    if fails { throw StageError("it was asked to") }
  }

  private var shown: Animated<Double> { steps.first?.size ?? size }

  var duration: Double? { shown.settlingTime }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame[result] = shown.value(at: time.seconds) * (try inputs[factor] ?? 1)
    return frame
  }
}

/// A stage that publishes what it is given, and what it foresaw of two instants of its time.
struct Seer: Stage, ParameterGroup {
  let number = Input<Double?>("A number.", isForeseen: true)
  let now = Output<Double>("The number.")
  let early = Output<Double>("The number at 0.25 s.")
  let late = Output<Double>("The number at 1.5 s.")
  static let definition = StageDefinition(Self.self, "seer", version: 1, "Foresees.")

  private var first: Double?
  private var second: Double?

  mutating func prepare(_ context: any StageContext) throws {
    first = try context.value(of: number, at: 0.25)
    second = try context.value(of: number, at: 1.5)
  }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame[now] = try inputs[number]
    frame[early] = first
    frame[late] = second
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
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
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

  func hasSound(_ clip: ClipSound) -> Bool { true }

  func nested(_ nested: NestedJob) -> any StageContexts { EmptyContexts(job: nested.job, making: making) }
}
