import Geometry
import Timing

/// The way in which a layer comes in, or leaves: a preset, or values of its own.
public struct LayerTransition: ParameterType {
  /// The presets. Those with a direction come in that direction and leave by going on in it.
  public enum Style: String, CaseIterable, ParameterChoice {
    case fade, rise, sink
    case slideLeft = "slide-left"
    case slideRight = "slide-right"
    case grow, shrink, pop, spin, blur
    case wipeLeft = "wipe-left"
    case wipeRight = "wipe-right"
    case wipeUp = "wipe-up"
    case wipeDown = "wipe-down"
    case iris
  }

  struct Values: ParameterGroup {
    @Parameter(
      "The preset; its values are those that are not given here. Without it, only what is given here changes.")
    var style: Style?
    @Parameter("The duration; the preset's unless given.", .positive(.seconds)) var duration: Double?
    @Parameter("The easing; the preset's unless given.") var curve: Easing?
    @Parameter("The distance from its place at which it comes in from, or to which it leaves.") var offset: Point?
    @Parameter("The size there, as a multiple of its own.", .nonnegative()) var scale: Double?
    @Parameter("The angle there, clockwise.", .any(.degrees)) var rotation: Double?
    @Parameter("The opacity there.", .fraction) var opacity: Double?
    @Parameter("The blur radius there, as of CSS's filter blur().", .nonnegative(.points)) var blur: Double?
  }

  /// The time that it takes, in seconds.
  public let duration: Double
  private let style: Style?
  private let curve: Easing?
  private let values: Values?

  /// A preset as it is.
  public init(_ style: Style) { self.init(style: style, values: nil) }

  private init(style: Style?, values: Values?) {
    self.style = style
    self.values = values
    duration = values?.duration ?? style?.usualDuration ?? 0.5
    curve = values?.curve
  }

  /// The pose at a number of seconds after the layer has begun to come in.
  public func pose(entering seconds: Double) -> LayerPose {
    guard seconds < duration else { return LayerPose() }
    let share = max(seconds, 0) / duration
    let curve = curve ?? style?.usualCurve ?? .usualArrival
    return pose(at: curve.value(at: share, over: duration), isLeaving: false)
  }

  /// The pose at a number of seconds before the layer is gone.
  public func pose(leaving seconds: Double) -> LayerPose {
    guard seconds < duration else { return LayerPose() }
    let share = 1 - max(seconds, 0) / duration
    // Without a curve of its own it leaves as it comes in, backward in time.
    let progress =
      curve.map { 1 - $0.value(at: share, over: duration) }
      ?? (style?.usualCurve ?? .usualArrival).value(at: 1 - share, over: duration)
    return pose(at: progress, isLeaving: true)
  }

  /// At `there`, where `progress` is 0, or at rest, where it is 1, or between or beyond.
  private func pose(at progress: Double, isLeaving: Bool) -> LayerPose {
    let there = there(isLeaving: isLeaving)
    let rest = 1 - progress
    var pose = LayerPose()
    pose.offset = there.offset * rest
    pose.scale = Point(1 + (there.scale.x - 1) * rest, 1 + (there.scale.y - 1) * rest)
    pose.rotation = there.rotation * rest
    pose.opacity = min(max(1 + (there.opacity - 1) * rest, 0), 1)
    pose.blur = max(there.blur * rest, 0)
    pose.window = style.flatMap { $0.window(min(max(progress, 0), 1), isLeaving: isLeaving) }
    return pose
  }

  private func there(isLeaving: Bool) -> LayerPose {
    var pose = style?.start ?? LayerPose()
    if isLeaving, let style, style.goesOn {
      pose.offset = Point.zero - pose.offset
      pose.rotation = -pose.rotation
      pose.scale = Point(1 / pose.scale.x, 1 / pose.scale.y)
    }
    guard let values else { return pose }
    pose.offset = values.offset ?? pose.offset
    pose.scale = values.scale.map { Point($0, $0) } ?? pose.scale
    pose.rotation = values.rotation ?? pose.rotation
    pose.opacity = values.opacity ?? pose.opacity
    pose.blur = values.blur ?? pose.blur
    return pose
  }

  // MARK: Parameter

  public static let schema = ParameterSchema.named(
    NamedSchema(
      "transition", "The way in which a layer comes in or leaves: a preset's name, or an object.",
      example: #"{ "style": "rise", "duration": 0.8, "offset": [0, 60], "curve": "back-out" }"#
    ) {
      .alternatives([Style.schema, .object(Values.declarations)], noun: "a preset's name, or an object")
    })

  public static let placeholder = LayerTransition(.fade)
  public var parameterValue: ParameterValue? { nil }
  public static func read(_ value: ParameterValue) throws -> LayerTransition? {
    if let style = Style.read(value) { return LayerTransition(style) }
    guard case .object(let fields) = value else { return nil }
    let values = try Values(fields)
    if fields.entries.allSatisfy({ ["duration", "curve"].contains($0.name) }) {
      throw StageError(
        "nothing changes", parameter: fields.path,
        hint: "Give a 'style', or 'offset', 'scale', 'rotation', 'opacity' or 'blur'.")
    }
    return LayerTransition(style: values.style, values: values)
  }
}

extension LayerTransition.Style {
  /// The pose in which a layer begins to come in.
  fileprivate var start: LayerPose {
    var pose = LayerPose()
    switch self {
    case .fade: break
    case .rise: pose.offset = Point(0, 40)
    case .sink: pose.offset = Point(0, -40)
    case .slideLeft: pose.offset = Point(80, 0)
    case .slideRight: pose.offset = Point(-80, 0)
    case .grow: pose.scale = Point(0.8, 0.8)
    case .shrink: pose.scale = Point(1.25, 1.25)
    case .pop: pose.scale = .zero
    case .spin: (pose.scale, pose.rotation) = (Point(0.5, 0.5), -120)
    case .blur: pose.blur = 16
    case .wipeLeft, .wipeRight, .wipeUp, .wipeDown, .iris: return pose
    }
    if self != .pop { pose.opacity = 0 }
    return pose
  }

  /// True if a layer leaves by going on as it came in; else it goes back.
  fileprivate var goesOn: Bool { self != .pop && self != .spin }

  fileprivate var usualDuration: Double {
    switch self {
    case .fade: 0.4
    case .pop: 0.5
    case .rise, .sink, .slideLeft, .slideRight, .grow, .shrink, .spin, .blur: 0.6
    case .wipeLeft, .wipeRight, .wipeUp, .wipeDown, .iris: 0.7
    }
  }

  fileprivate var usualCurve: Easing {
    switch self {
    case .fade, .wipeLeft, .wipeRight, .wipeUp, .wipeDown, .iris: .usual
    case .pop: .preset(EasingPreset(.back, .end))
    case .rise, .sink, .slideLeft, .slideRight, .grow, .shrink, .spin, .blur: .usualArrival
    }
  }

  /// The part of a layer that is seen at a progress from 0, gone, to 1, there; nil for all of it.
  fileprivate func window(_ progress: Double, isLeaving: Bool) -> LayerPose.Window? {
    guard progress < 1 else { return nil }
    // The edge moves on in the same direction.
    let (head, tail) = isLeaving ? (1 - progress...1, 0...progress) : (0...progress, 1 - progress...1)
    return switch self {
    case .wipeRight: .part(x: head, y: 0...1)
    case .wipeLeft: .part(x: tail, y: 0...1)
    case .wipeDown: .part(x: 0...1, y: head)
    case .wipeUp: .part(x: 0...1, y: tail)
    case .iris: .circle(progress)
    default: nil
    }
  }
}
