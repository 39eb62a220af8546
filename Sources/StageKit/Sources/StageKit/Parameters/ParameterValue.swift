import Geography
import Geometry
import Graphics
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

/// The source of a route's coordinates.
///
/// ```swift
/// @Parameter("The way that is drawn.") var route: RouteSource
/// if case .coordinates(let places) = route, let first = places.first, let point = camera?.project(first) {
///   frame.drawing.fill(.circle(center: point, radius: 4), .white)
/// }
/// ```
public enum RouteSource: Hashable, Sendable {
  /// A file of ways, and which of them it takes.
  case file(FileReference, RouteSelection)
  case coordinates([Coordinate])

  /// A file of ways, of which it takes all of the `track`-th, from 0; nil where it is not said.
  public static func file(_ file: FileReference, track: Int?) -> RouteSource {
    .file(file, RouteSelection(track: track))
  }

  /// The extensions of files that can hold a route.
  public static let fileExtensions = RouteFormat.fileExtensions
}

/// Keyframes as a job writes them, times in seconds of the stage's own time, or in what it follows.
public struct AnimationValue: Hashable, Sendable {
  /// A value at a time, and the way to the next.
  public struct Frame: Hashable, Sendable {
    /// In seconds after the stage's start, 0 or more; any value of the number that the keyframes follow.
    public var time: Double
    public var value: ParameterValue
    /// The easing from this frame to the next.
    public var curve: Easing
    /// The handles of a point, as distances from it, toward the frame before and after it; nil for straight ways.
    public var inward: Point?
    public var outward: Point?

    /// A value at a time.
    public init(
      time: Double, value: ParameterValue, curve: Easing = .linear, inward: Point? = nil, outward: Point? = nil
    ) {
      (self.inward, self.outward) = (inward, outward)
      self.time = time
      self.value = value
      self.curve = curve
    }
  }

  /// In order of time; at least one.
  public var frames: [Frame]
  public var mode: KeyframeMode
  /// The number of times that the frames play; infinity for forever.
  public var repeatCount: Double
  /// True if each run is followed by one backward.
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
  /// The published numbers, by the time of the stage that follows; nil until the host has planned it, and if the stage
  /// never publishes the output.
  public var numbers: NumberSeries?

  /// An output by the names that a job has for it.
  public init(stage: String, output: String, numbers: NumberSeries? = nil) {
    self.stage = stage
    self.output = output
    self.numbers = numbers
  }
}

/// The checked values of a stage's parameters or of an object in one, as the host hands them to a `ParameterGroup`.
public struct ParameterValues: Hashable, Sendable {
  /// In the order of their declarations.
  public private(set) var entries: [Entry]
  /// The location of these values below the stage's, such as `moves[1]`; empty for the stage's own.
  public let path: String

  /// A parameter's name and its value.
  public struct Entry: Hashable, Sendable {
    public var name: String
    public var value: ParameterValue
  }

  /// Names and values, in the order of their declarations.
  public init(_ entries: [(String, ParameterValue)] = [], path: String = "") {
    self.entries = entries.map { Entry(name: $0.0, value: $0.1) }
    self.path = path
  }

  /// The same values as those of an object at a location.
  func located(at path: String) -> ParameterValues {
    ParameterValues(entries.map { ($0.name, $0.value) }, path: path)
  }

  /// The same with other values.
  @_spi(Host) public func replacing(_ values: [ParameterValue]) -> ParameterValues {
    var result = self
    for (index, value) in zip(entries.indices, values) { result.entries[index].value = value }
    return result
  }

  /// The value under a name; nil if there is none.
  public subscript(name: String) -> ParameterValue? { entries.first { $0.name == name }?.value }
}

/// A group that takes values as they are, for stages that wrap others.
extension ParameterValues: ParameterGroup {
  public init() { self.init([]) }
  public init(_ values: ParameterValues) { self = values }
}

extension ParameterValue {
  var number: Double? { if case .number(let v) = self { v } else { nil } }
  var color: Color? { if case .color(let v) = self { v } else { nil } }
  var point: Point? { if case .point(let v) = self { v } else { nil } }
  var text: String? { if case .text(let v) = self { v } else { nil } }
}
