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
    @Parameter(
      "Whether a layer leaves by going on in the direction in which it comes in; without it, what is given here is the place "
        + "to which it leaves.") var goesOn: Bool?
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
    duration = values?.duration ?? style?.preset.duration ?? 0.5
    curve = values?.curve
  }

  /// The pose at a number of seconds after the layer has begun to come in.
  public func pose(entering seconds: Double) -> LayerPose {
    guard seconds < duration else { return LayerPose() }
    let share = max(seconds, 0) / duration
    let curve = curve ?? style?.preset.curve ?? .usualArrival
    return pose(at: curve.value(at: share, over: duration), isLeaving: false)
  }

  /// The pose at a number of seconds before the layer is gone.
  public func pose(leaving seconds: Double) -> LayerPose {
    guard seconds < duration else { return LayerPose() }
    let share = 1 - max(seconds, 0) / duration
    // Without a curve of its own it leaves as it comes in, backward in time.
    let progress =
      curve.map { 1 - $0.value(at: share, over: duration) }
      ?? (style?.preset.curve ?? .usualArrival).value(at: 1 - share, over: duration)
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
    let preset = style?.preset
    let goesOn = isLeaving && (values?.goesOn ?? preset?.goesOn ?? false)
    var pose = preset?.pose ?? LayerPose()
    // Without a word about it, what a job gives is the place to which a layer leaves.
    if goesOn, values?.goesOn == nil { pose = pose.mirrored }
    guard let values else { return pose }
    pose.offset = values.offset ?? pose.offset
    pose.scale = values.scale.map { Point($0, $0) } ?? pose.scale
    pose.rotation = values.rotation ?? pose.rotation
    pose.opacity = values.opacity ?? pose.opacity
    pose.blur = values.blur ?? pose.blur
    return goesOn && values.goesOn != nil ? pose.mirrored : pose
  }

  // MARK: Parameter

  public static let schema = ParameterSchema.named(
    NamedSchema(
      "transition", "The way in which a layer comes in or leaves: a preset's name, or an object.",
      example: #"{ "style": "rise", "duration": 0.8, "offset": [0, 60], "curve": "back-out" }"#,
      presets: "motions"
    ) {
      .alternatives([Style.schema, .object(Values.declarations)], noun: "a preset's name, or an object")
    })

  public static let placeholder = LayerTransition(.fade)
  public var parameterValue: ParameterValue? { nil }
  public static func read(_ value: ParameterValue) throws -> LayerTransition? {
    if let style = Style.read(value) { return LayerTransition(style) }
    guard case .object(let fields) = value else { return nil }
    let values = try Values(fields)
    if fields.entries.allSatisfy({ ["duration", "curve", "goesOn"].contains($0.name) }) {
      throw StageError(
        "nothing changes", parameter: fields.path,
        hint: "Give a 'style', or 'offset', 'scale', 'rotation', 'opacity' or 'blur'.")
    }
    return LayerTransition(style: values.style, values: values)
  }
}

extension LayerPose {
  /// As far on the other side of rest; it is as much seen, and as soft.
  fileprivate var mirrored: LayerPose {
    var pose = self
    pose.offset = Point.zero - offset
    pose.rotation = -rotation
    pose.scale = Point(scale.x > 0 ? 1 / scale.x : 0, scale.y > 0 ? 1 / scale.y : 0)
    return pose
  }
}

/// The values of a preset.
private struct TransitionPreset {
  /// The way in which the edge of what is seen moves.
  enum Edge { case left, right, up, down, circle }

  var offset = Point.zero
  var scale = 1.0
  var rotation = 0.0
  var opacity = 0.0
  var blur = 0.0
  /// Nil where all of a layer is seen.
  var edge: Edge?
  /// True if a layer leaves by going on as it came in; else it goes back.
  var goesOn = true
  var duration = 0.6
  var curve = Easing.usualArrival

  /// The pose in which a layer begins to come in.
  var pose: LayerPose {
    var pose = LayerPose()
    (pose.offset, pose.scale, pose.rotation) = (offset, Point(scale, scale), rotation)
    (pose.opacity, pose.blur) = (opacity, blur)
    return pose
  }

  static func wipe(_ edge: Edge) -> Self { Self(opacity: 1, edge: edge, duration: 0.7, curve: .usual) }
}

extension LayerTransition.Style {
  fileprivate var preset: TransitionPreset {
    switch self {
    case .fade: TransitionPreset(duration: 0.4, curve: .usual)
    case .rise: TransitionPreset(offset: Point(0, 40))
    case .sink: TransitionPreset(offset: Point(0, -40))
    case .slideLeft: TransitionPreset(offset: Point(80, 0))
    case .slideRight: TransitionPreset(offset: Point(-80, 0))
    case .grow: TransitionPreset(scale: 0.8)
    case .shrink: TransitionPreset(scale: 1.25)
    case .pop:
      TransitionPreset(
        scale: 0, opacity: 1, goesOn: false, duration: 0.5, curve: .preset(EasingPreset(.back, .end)))
    case .spin: TransitionPreset(scale: 0.5, rotation: -120, goesOn: false)
    case .blur: TransitionPreset(blur: 16)
    case .wipeLeft: .wipe(.left)
    case .wipeRight: .wipe(.right)
    case .wipeUp: .wipe(.up)
    case .wipeDown: .wipe(.down)
    case .iris: .wipe(.circle)
    }
  }

  /// The part of a layer that is seen at a progress from 0, gone, to 1, there; nil for all of it.
  fileprivate func window(_ progress: Double, isLeaving: Bool) -> LayerPose.Window? {
    guard progress < 1, let edge = preset.edge else { return nil }
    // The edge moves on in the same direction.
    let (head, tail) = isLeaving ? (1 - progress...1, 0...progress) : (0...progress, 1 - progress...1)
    return switch edge {
    case .right: .part(x: head, y: 0...1)
    case .left: .part(x: tail, y: 0...1)
    case .down: .part(x: 0...1, y: head)
    case .up: .part(x: 0...1, y: tail)
    case .circle: .circle(progress)
    }
  }
}
