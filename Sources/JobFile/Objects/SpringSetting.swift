import StageKit

/// A spring, described in one of three ways.
struct SpringSetting: WrittenValue {
  var spring: Spring

  private struct Physics: ParameterGroup {
    @Parameter("The mass that moves.", .range(1e-6...1e9)) var mass = 1.0
    @Parameter("The force with which it pulls.", .range(1e-6...1e9)) var stiffness = 100.0
    @Parameter("The damping that slows it.", .range(0...1e9)) var damping = 10.0
    @Include var start: InitialVelocity
  }
  private struct Perceived: ParameterGroup {
    @Parameter("The time that it seems to take.", .range(1e-3...1e3, .seconds)) var duration: Double
    @Parameter("The overshoot: 0 for none.", .range(-1...1)) var bounce = 0.0
    @Include var start: InitialVelocity
  }
  private struct Response: ParameterGroup {
    @Parameter("The time of one swing without damping.", .range(1e-3...1e3, .seconds)) var response: Double
    @Parameter("1 for the fastest way without overshooting.", .range(0...1e3)) var dampingRatio = 1.0
    @Include var start: InitialVelocity
  }
  private struct InitialVelocity: ParameterGroup {
    @Parameter("The velocity at first, in ways a second.", .range(-1e6...1e6)) var initialVelocity = 0.0
  }

  static let schema = ParameterSchema.named(
    NamedSchema(
      "spring", "A curve that swings into place, described in one of three ways.",
      example: #"{ "duration": 0.5, "bounce": 0.3 }"#
    ) {
      .alternatives(
        [.object(Physics.declarations), .object(Perceived.declarations), .object(Response.declarations)],
        noun: "an object with the spring's constants")
    })
  static let placeholder = SpringSetting(spring: Spring(mass: 1, stiffness: 100, damping: 10, initialVelocity: 0))
  static func read(_ value: ParameterValue) throws -> Self? {
    guard case .object(let fields) = value else { return nil }
    if fields["duration"] != nil {
      let form = try Perceived(fields)
      return Self(
        spring: Spring(
          duration: form.duration, bounce: form.bounce, initialVelocity: form.start.initialVelocity))
    }
    if fields["response"] != nil {
      let form = try Response(fields)
      return Self(
        spring: Spring(
          response: form.response, dampingRatio: form.dampingRatio, initialVelocity: form.start.initialVelocity))
    }
    let form = try Physics(fields)
    return Self(
      spring: Spring(
        mass: form.mass, stiffness: form.stiffness, damping: form.damping, initialVelocity: form.start.initialVelocity))
  }
}

/// A curve as an object.
struct CurveObject: JobObject {
  @Parameter("The spring's constants.") var spring: SpringSetting

  static let declaration = ObjectDeclaration<Self>(
    "curve", noun: "a curve as a string or as {\"spring\": …}", "A curve that no name has.",
    example: #"{ "spring": { "duration": 0.5, "bounce": 0.3 } }"#)
}
