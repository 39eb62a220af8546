import StageKit

/// A value that changes: keyframes over time, or over another stage's number.
struct KeyframesObject: JobObject {
  @Parameter(
    "The number that another stage publishes, written \"stage.output\", in place of time; where it is missing, the last "
      + "one stays.", as: .reference("output"))
  var follow: String?
  @Parameter("In order of time, or of the followed number.", as: list) var keyframes: ReadApart
  @Parameter(
    "The computation of values between keyframes: 'discrete' holds each until the next, 'cubic' is a smooth curve through "
      + "all, 'paced' and 'cubic-paced' run at even speed and ignore the times between the first and the last, and curves. "
      + "With 'springs' each value is a goal from its time on, to which its curve, a spring, pulls with the speed that there "
      + "is then."
  )
  var mode = KeyframeMode.linear
  @Parameter("The number of times that the keyframes are played, 1.5 times too; not with 'follow'.", as: .repetition)
  var `repeat` = 1.0
  @Parameter("Whether each repetition is followed by a reversed one; not with 'follow'.") var autoreverse = false

  private static let list = ParameterSchema.list(
    of: KeyframeObject.schema, minimumCount: 1, noun: "a list of keyframes")

  static let declaration = ObjectDeclaration<Self>(
    "keyframes", noun: "an object with keyframes", "A value that changes, where a parameter takes keyframes.",
    example: """
      { "keyframes": [{ "at": 0, "value": 0.3, "curve": "sine-in-out" }, { "at": 1.2, "value": 1 }],
        "repeat": "forever", "autoreverse": true }
      """)
}

/// A value at a time.
struct KeyframeObject: JobObject {
  @Parameter("Seconds after the stage's start; with 'follow' a value of the followed output.", .range(-1e9...1e9))
  var at: Double
  @Parameter("A value of the parameter.") var value: ReadApart
  @Parameter("The curve from here to the next keyframe; with the mode 'springs' the spring that pulls here.")
  var curve = Easing.linear
  @Parameter(
    "The handle of a point toward the next keyframe, as a distance from it: the way is a Bézier curve, on which the curve "
      + "says how fast it goes.")
  var out: Point?
  @Parameter("The handle of a point toward the keyframe before it, as a distance from it.")
  var `in`: Point?

  /// The range of keyframes over time.
  static let times = NumberSchema.range(0...1e9, .seconds)

  static let declaration = ObjectDeclaration<Self>(
    "keyframe", noun: "a keyframe as an object", "A value at a time.",
    example: #"{ "at": 0.5, "value": 1.2, "curve": "ease-in-out" }"#)
}
