import Geometry
import Graphics
import Timing

/// An animation: after it is made, a pure function of time and inputs.
///
/// A stage loads, parses and tessellates in `init`, once for a job. `frame(at:_:)` is then called for any frame, in any
/// order, from any number of threads: it keeps no state, reads no clock and draws no random numbers that its parameters
/// do not seed.
public protocol Stage: Sendable {
  /// The type that declares the stage's parameters, inputs, outputs, moments and cues: the stage itself if it is a
  /// `ParameterGroup`, else another group.
  associatedtype Parameters: ParameterGroup

  /// The stage's name, version and summary, with all that `Parameters` declares.
  static var definition: StageDefinition { get }

  /// Prepares all that time cannot change.
  init(_ parameters: Parameters, _ context: any StageContext) throws

  /// Prepares all that time cannot change, where the stage is its own group of parameters.
  mutating func prepare(_ context: any StageContext) throws

  /// When its declared moments happen, in seconds of its own time.
  var moments: [Moment.Time] { get }

  /// When its cues come before a number of seconds of its own time, in order of time, from 0 on; by default its moments.
  ///
  /// A cue may come again and again, so that a sound is heard at each landing of a pin. See `Moment.repeated`.
  func cues(until seconds: Double) -> [Moment.Time]

  /// When it settles, in seconds of its own time; nil if it never does. Other stages can start after
  /// this, as after the moment `end`.
  var duration: Double? { get }

  /// The time of the stage's children; nil, as by default, for the stage's own time.
  var timeRemap: TimeRemap? { get }

  /// The time, in seconds, by which a child of a sequence begins before the one before it ends; 0 by default. Children that
  /// are drawn count from 0.
  func overlap(before child: Int) -> Double

  /// The share of the way, from 0 to 1, that elements have gone which a child of a sequence shares with the one before it, a
  /// number of seconds after its start; by default at even speed over `overlap(before:)`.
  func progress(before child: Int, at seconds: Double) -> Double

  /// The values that it publishes and what it draws at a time.
  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame
}

extension Stage {
  /// Reads the values of a job, which the host has checked against the definition.
  public init(_ values: ParameterValues, _ context: any StageContext) throws {
    try self.init(Parameters(values), context)
  }
  public mutating func prepare(_ context: any StageContext) throws {}
}

extension Stage where Parameters == Self {
  /// Takes the parameters, which are the stage itself, and prepares them.
  public init(_ parameters: Self, _ context: any StageContext) throws {
    self = parameters
    try prepare(context)
  }
}

extension Stage {
  public var moments: [Moment.Time] { [] }
  public func cues(until seconds: Double) -> [Moment.Time] { moments.ordered(until: seconds) }
  public var duration: Double? { nil }
  public var timeRemap: TimeRemap? { nil }
  public func overlap(before child: Int) -> Double { 0 }
  public func progress(before child: Int, at seconds: Double) -> Double {
    let duration = overlap(before: child)
    return duration > 0 ? min(max(seconds / duration, 0), 1) : 1
  }
}

/// A named instant in a stage's own time, declared as a property of a stage or of a group of parameters.
///
/// ```swift
/// let landed = Moment("The pin is on the ground.")
/// let tookOff = Moment("The pin leaves the ground.", .cue)
/// ```
public struct Moment: Sendable {
  /// The use of a moment.
  public enum Use: Sendable {
    /// Other stages can start after it.
    case moment
    /// Sounds can be heard with it, as often as it comes; other stages can start after the first.
    case cue
    /// A moment that is a cue, too.
    case both
  }

  let memberName: MemberName
  let use: Use
  /// One sentence that says what has happened then.
  public let summary: String

  /// A moment; `name` is the name in job files where it is not that of the property.
  public init(_ summary: String, _ use: Use = .moment, name: String? = nil) {
    self.summary = summary
    self.use = use
    memberName = MemberName(name)
  }

  /// As job files write it, in camel case.
  public var name: String { memberName.value }

  /// This moment at a number of seconds after the stage's start.
  public func at(_ seconds: Double) -> Time { Time(name: name, seconds: seconds) }

  /// A moment with the instant at which it happens.
  public struct Time: Hashable, Sendable {
    public let name: String
    /// In the stage's own time.
    public let seconds: Double
  }
}

extension Moment {
  /// This moment at `first` and then after every `period`, in seconds, `count` times at most; only from 0 on and before
  /// `end`.
  ///
  /// At most 100,000 times. None where a number is not finite, but for `count`, and once only for a period of 0 or less.
  public func repeated(
    from first: Double = 0, every period: Double, count: Double = .infinity, until end: Double
  ) -> [Time] {
    guard first.isFinite, period.isFinite, end.isFinite, count >= 1 else { return [] }
    guard period > 0 else { return [at(first)].ordered(until: end) }
    let skipped = first < 0 ? (-first / period).rounded(.up) : 0
    let left = min(count - skipped, ((end - first) / period).rounded(.up) - skipped, 100_000)
    guard left >= 1 else { return [] }
    return (0..<Int(left)).map { at(TimeGrid.snapped(first + (skipped + Double($0)) * period)) }.ordered(until: end)
  }
}

extension [Moment.Time] {
  /// Those from 0 on and before `end`, in order of time; at one time in the order given.
  public func ordered(until end: Double) -> [Moment.Time] {
    enumerated().filter { $0.element.seconds >= 0 && $0.element.seconds < end }
      .sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }
      .map(\.element)
  }
}

/// The instant of a frame, as a stage sees it.
public struct StageTime: Hashable, Sendable {
  /// Seconds since the stage's start, never below 0: before its start a stage is asked for its values at 0.
  public var seconds: Double
  /// Seconds since the video's start.
  public var jobSeconds: Double

  /// An instant; the video's time equals the stage's unless given.
  ///
  /// The stage's time is usually a difference of two times. What rounding it has lost is given back, so that a frame at
  /// exactly the end of a motion does not fall just before it.
  public init(seconds: Double, jobSeconds: Double? = nil) {
    self.seconds = TimeGrid.snapped(seconds)
    self.jobSeconds = jobSeconds ?? seconds
  }
}

/// The drawing and the published values of a stage at one instant.
public struct StageFrame: Sendable {
  /// Published values by output name. An output left out is missing in this frame, and stages that need it are not
  /// drawn.
  public private(set) var values: [String: PortValue] = [:]
  /// The drawing, in points of the canvas; later commands above earlier ones.
  public var drawing: DisplayList
  /// The box of the stage in a row, a column, a grid or a group; nil for the bounds of its drawing. As in CSS, transforms
  /// do not change it.
  public var layoutBounds: Rect?

  /// The letters in the drawing that a viewer reads, in the same places, for checks of their position and contrast.
  ///
  /// Empty while they move in or out, and for letters that are decoration.
  public var legibleText = DisplayList()

  /// The place of the stage's content on the canvas, which others can follow as their parent; nil where it has none.
  public var placed: Placed?
  /// The transforms by which the stage moves its layers in its own space, in their order, such as in rows; empty where it moves
  /// none.
  public var layerTransforms: [Transform] = []
  /// The sizes that the stage gives its layers in place of their own, in their order; nil for those that keep theirs, empty
  /// where all do. The host draws these again with their `Inputs.room`, and then the stage.
  public var layerRooms: [Size?] = []
  /// The corners of the stage's box, which others may go over into; nil where it has none.
  public var corners: CornerRadii?

  /// A frame that draws this and publishes nothing yet.
  public init(_ drawing: DisplayList = DisplayList()) { self.drawing = drawing }

  /// The same elsewhere: its drawing, its place, its box and the points and paths that it publishes, `offset` away.
  public func moved(by offset: Point) -> StageFrame { transformed(by: .translation(offset)) }

  /// The same elsewhere on the canvas: its drawing, its place, its box and the points and paths that it publishes. A box that is turned
  /// is the bounds of that.
  public func transformed(by transform: Transform) -> StageFrame {
    var result = mappingPlaces(by: transform)
    func transformed(_ list: DisplayList) -> DisplayList {
      list.isEmpty ? list : DisplayList([.group(Group(list, transform: transform))])
    }
    result.drawing = transformed(drawing)
    result.legibleText = transformed(legibleText)
    result.layoutBounds = layoutBounds.flatMap { Rect(around: $0.corners.map(transform.apply)) }
    return result
  }

  /// The same in a pose that a job gives the stage: its drawing, its place and the points and paths that it publishes. Its box stays, and
  /// its letters are read when it is at rest.
  public func posed(_ pose: LayerPose, on canvas: Rect) -> StageFrame {
    let box = layoutBounds ?? drawing.bounds ?? Rect(center: canvas.center, sides: .zero)
    var result = pose.isAtRest ? self : mappingPlaces(by: pose.transform(in: box))
    result.layoutBounds = layoutBounds ?? drawing.bounds
    result.drawing = pose.applied(to: drawing, in: box, on: canvas)
    if !pose.isAtRest { result.legibleText = DisplayList() }
    return result
  }

  private func mappingPlaces(by transform: Transform) -> StageFrame {
    var result = self
    for (name, value) in values {
      if let moved = value.transformed(by: transform) { result.values[name] = moved }
    }
    result.placed = placed?.then(transform)
    return result
  }

  /// The value published under an output.
  public subscript<Value>(output: Output<Value>) -> Value? {
    get { values[output.definition.name].flatMap { Value($0) } }
    set { values[output.definition.name] = newValue?.portValue }
  }
}

/// Why a stage cannot be made or drawn.
///
/// ```swift
/// guard box.width > 0 else {
///   throw StageError("the box is empty", parameter: "size", hint: "Make it wider.")
/// }
/// ```
public struct StageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The location of the error below the stage's parameters, such as `moves[1].to.distance`; nil for the stage as a
  /// whole.
  public var parameter: String?
  /// The error itself.
  public var message: String
  /// A remedy, as a sentence.
  public var hint: String?

  /// A fault of a job or of what it names.
  ///
  /// - Parameters:
  ///   - message: What is wrong, without a capital letter and a full stop.
  ///   - parameter: Where; see `ParameterValues.location(of:)`.
  ///   - hint: What would help, as a sentence.
  public init(_ message: String, parameter: String? = nil, hint: String? = nil) {
    self.message = message
    self.parameter = parameter
    self.hint = hint
  }

  public var description: String {
    (parameter.map { "\($0): " } ?? "") + message + (hint.map { ". \($0)" } ?? "")
  }
}
