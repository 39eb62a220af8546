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
    @Parameter("The motion.") var style: Style
    @Parameter(
      "The time at which it begins, after the stage's start; once it has come in unless given.", .nonnegative(.seconds))
    var at: Double?
    @Parameter("The duration of one; the motion's own unless given.", .positive(.seconds)) var duration: Double?
    @Parameter("The strength: 1 is usual, 2 twice as much.", .range(0...10)) var amount = 1.0
    @Parameter("The number of times; \"forever\" for ever.", as: .repetition) var `repeat` = 1.0
    @Parameter("The time between one and the next.", .nonnegative(.seconds)) var pause = 0.6
  }

  private let style: Style
  private let start: Double?
  private let duration: Double
  private let amount: Double
  private let count: Double
  private let pause: Double

  private init(style: Style, values: Values?) {
    self.style = style
    start = values?.at
    duration = values?.duration ?? style.usualDuration
    amount = values?.amount ?? 1
    count = values?.repeat ?? 1
    pause = values?.pause ?? 0
  }

  /// A motion as it is, once.
  public init(_ style: Style) { self.init(style: style, values: nil) }

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
    let progress = (time - run * period) / duration
    return progress < 1 ? style.pose(at: progress, amount: amount) : LayerPose()
  }

  // MARK: Parameter

  public static let schema = ParameterSchema.named(
    NamedSchema(
      "emphasis", "A short motion that draws the eye: its name, or an object.",
      example: #"{ "style": "pulse", "at": 2, "repeat": 3, "pause": 0.8 }"#
    ) {
      .alternatives([Style.schema, .object(Values.declarations)], noun: "a motion's name, or an object")
    })

  public static let placeholder = LayerEmphasis(.pulse)
  public var parameterValue: ParameterValue? { nil }
  public static func read(_ value: ParameterValue) throws -> LayerEmphasis? {
    if let style = Style.read(value) { return LayerEmphasis(style) }
    guard case .object(let fields) = value else { return nil }
    let values = try Values(fields)
    return LayerEmphasis(style: values.style, values: values)
  }
}

extension LayerEmphasis.Style {
  fileprivate var usualDuration: Double {
    switch self {
    case .pulse, .shake: 0.5
    case .heartbeat, .wobble: 0.9
    case .swing: 1
    case .bounce, .flash: 0.8
    }
  }

  /// The pose at a progress between 0 and 1. All begin and end at rest; swings die away.
  fileprivate func pose(at t: Double, amount: Double) -> LayerPose {
    var pose = LayerPose()
    switch self {
    case .pulse:
      let swell = sin(.pi * t)
      pose.scale = Self.uniform(1 + 0.1 * amount * swell * swell)
    case .heartbeat:
      let beat = t < 0.35 ? sin(.pi * t / 0.35) : t < 0.7 ? 0.7 * sin(.pi * (t - 0.35) / 0.35) : 0
      pose.scale = Self.uniform(1 + 0.14 * amount * beat * beat)
    case .shake: pose.offset.x = 12 * amount * sin(2 * .pi * 4 * t) * (1 - t)
    case .swing: pose.rotation = 12 * amount * sin(2 * .pi * 2 * t) * (1 - t)
    case .bounce:
      // Two throws, the second with a third of the height: times of flight go with the square root.
      let (start, length, height) = t < 0.63 ? (0, 0.63, 1.0) : (0.63, 0.37, 0.345)
      let share = (t - start) / length
      pose.offset.y = -30 * amount * height * 4 * share * (1 - share)
    case .wobble:
      let swing = 0.14 * amount * sin(2 * .pi * 2 * t) * (1 - t)
      pose.scale = Point(max(1 + swing, 0.01), max(1 - swing, 0.01))
    case .flash:
      let dip = sin(2 * .pi * t)
      pose.opacity = max(1 - 0.75 * amount * dip * dip, 0)
    }
    return pose
  }

  private static func uniform(_ scale: Double) -> Point { Point(scale, scale) }
}
