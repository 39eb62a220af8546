import Geometry
import Glibc
import Timing

/// A short motion that draws the eye to a layer, and leaves it as it was.
public struct LayerEmphasis: ParameterType {
  /// The motions.
  public enum Style: String, CaseIterable, ParameterChoice {
    case pulse, heartbeat, shake, swing, bounce, wobble, flash
  }

  struct Values: ParameterGroup {
    @Parameter("The motion; its values are those that are not given here.") var style: Style?
    @Parameter(
      "The time at which it begins, after the stage's start; once it has come in unless given.", .nonnegative(.seconds))
    var at: Double?
    @Parameter("The duration of one; the motion's own unless given.", .positive(.seconds)) var duration: Double?
    @Parameter("The strength: 1 is usual, 2 twice as much.", .range(0...10)) var amount = 1.0
    @Parameter("The number of times; \"forever\" for ever.", as: .repetition) var `repeat` = 1.0
    @Parameter("The time between one and the next.", .nonnegative(.seconds)) var pause = 0.6
    @Parameter("The distance from its place where it is strongest.") var offset: Point?
    @Parameter("The size there, as a multiple of its own.", .nonnegative()) var scale: Double?
    @Parameter("The angle there, clockwise.", .any(.degrees)) var rotation: Double?
    @Parameter("The opacity there.", .fraction) var opacity: Double?
    @Parameter(
      "Keyframes of how strong it is, from its start on: 0 at rest, 1 at its strongest, -1 as much the other way. Without "
        + "them it goes as its motion does, or once there and back.", .any())
    var course: Animated<Double>?
  }

  private let preset: EmphasisPreset
  /// Keyframes in place of the preset's course.
  private let course: Animated<Double>?
  private let start: Double?
  private let duration: Double
  private let amount: Double
  private let count: Double
  private let pause: Double

  private init(_ preset: EmphasisPreset, values: Values?) {
    self.preset = preset
    course = values?.course
    start = values?.at
    duration = values?.duration ?? course?.settlingTime.flatMap { $0 > 0 ? $0 : nil } ?? preset.duration
    amount = values?.amount ?? 1
    count = values?.repeat ?? 1
    pause = values?.pause ?? 0
  }

  /// A motion as it is, once.
  public init(_ style: Style) { self.init(style.preset, values: nil) }

  /// The time after which the layer stays at rest, in seconds after its start, where it has come in at `entered`; nil if it
  /// never does.
  func settlingTime(entered: Double) -> Double? {
    guard count.isFinite else { return nil }
    let runs = count.rounded(.up)
    return (start ?? entered) + runs * duration + (runs - 1) * pause
  }

  /// The pose at a number of seconds after the layer's start, where it has come in at `entered`.
  func pose(at seconds: Double, entered: Double) -> LayerPose {
    let time = seconds - (start ?? entered)
    guard time > 0 else { return LayerPose() }
    let period = duration + pause
    let run = (time / period).rounded(.down)
    guard run < count.rounded(.up) else { return LayerPose() }
    let seconds = time - run * period
    guard seconds < duration else { return LayerPose() }
    return preset.pose(amount * (course?.value(at: seconds) ?? preset.course.value(at: seconds / duration)))
  }

  // MARK: Parameter

  public static let schema = ParameterSchema.named(
    NamedSchema(
      "emphasis", "A short motion that draws the eye: its name, or an object.",
      example: #"{ "style": "pulse", "at": 2, "repeat": 3, "pause": 0.8 }"#,
      presets: "emphasis"
    ) {
      .alternatives([Style.schema, .object(Values.declarations)], noun: "a motion's name, or an object")
    })

  public static let placeholder = LayerEmphasis(.pulse)
  public var parameterValue: ParameterValue? { nil }
  public static func read(_ value: ParameterValue) throws -> LayerEmphasis? {
    if let style = Style.read(value) { return LayerEmphasis(style) }
    guard case .object(let fields) = value else { return nil }
    let values = try Values(fields)
    var preset = values.style?.preset ?? EmphasisPreset()
    if let offset = values.offset { preset.offset = offset }
    if let scale = values.scale { preset.growth = Point(scale - 1, scale - 1) }
    if let rotation = values.rotation { preset.rotation = rotation }
    if let opacity = values.opacity { preset.fading = opacity - 1 }
    if preset.pose(1).isAtRest {
      throw StageError(
        "nothing changes", parameter: fields.path,
        hint: "Give a 'style', or 'offset', 'scale', 'rotation' or 'opacity'.")
    }
    if values.course?.isFollowing == true {
      throw StageError(
        "follows another stage, which this does not", parameter: values.$course.location,
        hint: "Its keyframes are at seconds after its start.")
    }
    return LayerEmphasis(preset, values: values)
  }
}

/// The values of a motion: what changes where it is strongest, and its course.
private struct EmphasisPreset {
  var offset = Point.zero
  /// A number that is added to the scale.
  var growth = Point.zero
  var rotation = 0.0
  /// A number that is added to the opacity.
  var fading = 0.0
  var course = EmphasisCourse.swells(1)
  var duration = 0.6

  /// The pose at a strength from 0, at rest.
  func pose(_ strength: Double) -> LayerPose {
    var pose = LayerPose()
    pose.offset = offset * strength
    if growth != .zero { pose.scale = Point(max(1 + growth.x * strength, 0.01), max(1 + growth.y * strength, 0.01)) }
    pose.rotation = rotation * strength
    pose.opacity = min(max(1 + fading * strength, 0), 1)
    return pose
  }
}

/// The strength of a motion over its time. All begin and end at rest.
private enum EmphasisCourse {
  /// There and back, a number of times.
  case swells(Double)
  /// To and fro a number of times, dying away.
  case swings(Double)
  /// A strong beat, a weaker one and a rest.
  case beats
  /// Two throws.
  case throwing

  /// At a progress between 0 and 1.
  func value(at t: Double) -> Double {
    switch self {
    case .swells(let count):
      let swell = sin(count * .pi * t)
      return swell * swell
    case .swings(let count): return sin(2 * .pi * count * t) * (1 - t)
    case .beats:
      let beat = t < 0.35 ? sin(.pi * t / 0.35) : t < 0.7 ? 0.7 * sin(.pi * (t - 0.35) / 0.35) : 0
      return beat * beat
    case .throwing:
      // The second has a third of the height: times of flight go with the square root.
      let (start, length, height) = t < 0.63 ? (0, 0.63, 1.0) : (0.63, 0.37, 0.345)
      let share = (t - start) / length
      return height * 4 * share * (1 - share)
    }
  }
}

extension LayerEmphasis.Style {
  fileprivate var preset: EmphasisPreset {
    switch self {
    case .pulse: EmphasisPreset(growth: Point(0.1, 0.1), duration: 0.5)
    case .heartbeat: EmphasisPreset(growth: Point(0.14, 0.14), course: .beats, duration: 0.9)
    case .shake: EmphasisPreset(offset: Point(12, 0), course: .swings(4), duration: 0.5)
    case .swing: EmphasisPreset(rotation: 12, course: .swings(2), duration: 1)
    case .bounce: EmphasisPreset(offset: Point(0, -30), course: .throwing, duration: 0.8)
    case .wobble: EmphasisPreset(growth: Point(0.14, -0.14), course: .swings(2), duration: 0.9)
    case .flash: EmphasisPreset(fading: -0.75, course: .swells(2), duration: 0.8)
    }
  }
}
