import Geography
import Geometry
import Graphics
import Synchronization
import Timing

/// A checked value of a parameter.
public indirect enum ParameterValue: Hashable, Sendable {
  case number(Double)
  case boolean(Bool)
  case text(String)
  case color(Color)
  case point(Point)
  case coordinate(Coordinate)
  case path(Path)
  case paint(PaintValue)
  /// In order of their offsets, at least one.
  case stops([GradientStop])
  case curve(Easing)
  case file(FileReference)
  case route(RouteSource)
  case list([ParameterValue])
  case object(ParameterValues)
  case variant(String, ParameterValues)
  case animation(AnimationValue)
}

/// Where a route's coordinates come from.
///
/// ```swift
/// @Parameter("The way that is drawn.") var route: RouteSource
/// if case .coordinates(let places) = route, let first = places.first, let point = camera?.project(first) {
///   frame.drawing.fill(.circle(center: point, radius: 4), .white)
/// }
/// ```
public enum RouteSource: Hashable, Sendable {
  /// A file of ways, of which the `track`-th counts, from 0; nil where it is not said.
  case file(FileReference, track: Int?)
  case coordinates([Coordinate])

  /// Of files that have ways.
  public static let fileExtensions = ["geojson", "json", "gpx", "tcx", "kml", "kmz", "fit"]
}

/// Keyframes as a job writes them, times in seconds of the stage's own time, or in what it follows.
public struct AnimationValue: Hashable, Sendable {
  /// A value at a time, and the way to the next.
  public struct Frame: Hashable, Sendable {
    /// In seconds after the stage's start, 0 or more; any value of the number that the keyframes follow.
    public var time: Double
    public var value: ParameterValue
    /// From this frame to the next.
    public var curve: Easing

    /// A value at a time.
    public init(time: Double, value: ParameterValue, curve: Easing = .linear) {
      self.time = time
      self.value = value
      self.curve = curve
    }
  }

  /// In order of time; at least one.
  public var frames: [Frame]
  public var mode: KeyframeMode
  /// How often the frames are run through; infinity for forever.
  public var repeatCount: Double
  /// Whether each run is followed by one backward.
  public var autoreverse: Bool
  /// The number that takes the place of time; nil for keyframes over time.
  public var follow: FollowedOutput?

  /// Frames in order of time; at least one.
  public init(
    frames: [Frame], mode: KeyframeMode = .linear, repeatCount: Double = 1, autoreverse: Bool = false,
    follow: FollowedOutput? = nil
  ) {
    self.frames = frames
    self.mode = mode
    self.repeatCount = repeatCount
    self.autoreverse = autoreverse
    self.follow = follow
  }
}

/// A number that one stage publishes and that keyframes of another follow.
public struct FollowedOutput: Hashable, Sendable {
  /// The id of the stage in the job.
  public var stage: String
  /// The name of its output.
  public var output: String
  /// What it publishes, by the time of the stage that follows; nil until the host has planned it, and where it never
  /// publishes the output.
  public var numbers: NumberSeries?

  /// An output by the names that a job has for it.
  public init(stage: String, output: String, numbers: NumberSeries? = nil) {
    self.stage = stage
    self.output = output
    self.numbers = numbers
  }
}

/// The checked parameters of a stage or of an object in one, defaults filled in.
public struct ParameterValues: Hashable, Sendable {
  /// In the order of their declarations.
  public private(set) var entries: [Entry]
  /// Where these parameters stand below the stage's, such as `moves[1]`; empty for the stage's own.
  public let path: String
  private let declared: DeclaredNames

  /// The names that a definition declares; nil where nobody checks what is read. Values with and without it are equal.
  private struct DeclaredNames: Hashable, Sendable {
    var all: Set<String>?
    static func == (a: DeclaredNames, b: DeclaredNames) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// A parameter's name and its value.
  public struct Entry: Hashable, Sendable {
    public var name: String
    public var value: ParameterValue
  }

  /// Names and values, in the order of their declarations.
  public init(_ entries: [(String, ParameterValue)] = [], path: String = "") {
    self.entries = entries.map { Entry(name: $0.0, value: $0.1) }
    self.path = path
    declared = DeclaredNames()
  }

  /// The same for a host that wants to know of parameters that are read and not declared; see `UndeclaredReads`.
  @_spi(Host) public init(_ entries: [(String, ParameterValue)], path: String, declared: [String]) {
    self.entries = entries.map { Entry(name: $0.0, value: $0.1) }
    self.path = path
    self.declared = DeclaredNames(all: Set(declared))
  }

  /// The same values as those of an object at a location.
  func located(at path: String) -> ParameterValues {
    ParameterValues(path: path, entries: entries, declared: declared)
  }

  private init(path: String, entries: [Entry], declared: DeclaredNames) {
    self.entries = entries
    self.path = path
    self.declared = declared
  }

  /// The same with other values.
  @_spi(Host) public func replacing(_ values: [ParameterValue]) -> ParameterValues {
    var result = self
    for (index, value) in zip(entries.indices, values) { result.entries[index].value = value }
    return result
  }

  /// The value under a name, or nil where there is none.
  public subscript(name: String) -> ParameterValue? { entries.first { $0.name == name }?.value }

  /// The parameter's value: what the job says, else its default, else nil where it is optional.
  ///
  /// A host refuses a stage that reads a parameter that its definition does not declare.
  public subscript<Value>(parameter: ParameterKey<Value>) -> Value {
    if let declared = declared.all, !declared.contains(parameter.declaration.name) {
      UndeclaredReads.note(location(of: parameter))
    }
    guard let own = self[parameter.declaration.name] ?? parameter.declaration.defaultValue,
      let value = parameter.read(own)
    else { return parameter.placeholder }
    return value
  }

  /// Where a parameter stands below the stage's, for a `StageError`.
  public func location<Value>(of parameter: ParameterKey<Value>) -> String {
    (path.isEmpty ? "" : path + ".") + parameter.declaration.name
  }
}

/// What stages read of parameters that their definitions do not declare, which no job can set.
@_spi(Host) public enum UndeclaredReads {
  private final class Names: Sendable {
    let all = Mutex<[String]>([])
  }

  @TaskLocal private static var names: Names?

  static func note(_ name: String) { names?.all.withLock { if !$0.contains(name) { $0.append(name) } } }

  /// The result of a body, and the names that were read in it, in order.
  public static func during<Value>(_ body: () throws -> Value) rethrows -> (value: Value, names: [String]) {
    let names = Names()
    let value = try $names.withValue(names) { try body() }
    return (value, names.all.withLock { $0 })
  }
}

/// Temporary: a stage whose parameters are read by keys.
extension ParameterValues: ParameterGroup {
  public init() { self.init([]) }
  public init(_ values: ParameterValues) { self = values }
}
