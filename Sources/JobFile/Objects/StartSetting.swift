import StageKit

/// When a stage's own time, or a sound, begins.
enum StartSetting: ParameterType {
  /// In seconds.
  case at(Double)
  /// Seconds after a moment, written `stage.moment`.
  case after(String, delay: Double)
  /// Seconds after each cue, written `stage.cue`.
  case each(String, delay: Double)

  private struct AtTime: ParameterGroup {
    @Parameter("A time of the video.", .any(.seconds)) var at: Double
  }
  private struct AfterMoment: ParameterGroup {
    @Parameter("A moment of another stage, written \"stage.moment\".", as: .reference("moment")) var after: String
    @Parameter("The time after that.", .any(.seconds)) var delay = 0.0
  }
  private struct EachCue: ParameterGroup {
    @Parameter("A stage's cue, which may come again and again.", as: .reference("cue")) var each: String
    @Parameter("The time after that.", .any(.seconds)) var delay = 0.0
  }

  static let schema = ParameterSchema.named(
    NamedSchema(
      "start",
      "The time at which the stage's own time begins: seconds of the video, or seconds after a moment of another stage.",
      example: #"{ "after": "camera.arrived", "delay": 0.2 }"#
    ) {
      .alternatives(
        [.number(.any(.seconds)), .object(AtTime.declarations), .object(AfterMoment.declarations)],
        noun: "a number of seconds, {\"at\": …} or {\"after\": …}")
    })

  /// The same for sounds, which may also wait for cues.
  static let ofSounds = ParameterSchema.named(
    NamedSchema(
      "sound start", "When a sound begins: like a stage, or again at each cue of one.",
      example: #"{ "each": "pin.landed", "delay": 0.1 }"#
    ) {
      .alternatives([schema, .object(EachCue.declarations)], noun: schema.noun)
    })

  static let placeholder = StartSetting.at(0)
  var parameterValue: ParameterValue? { if case .at(let seconds) = self { .number(seconds) } else { nil } }
  static func read(_ value: ParameterValue) throws -> Self? {
    if let seconds = Double.read(value) { return .at(seconds) }
    guard case .object(let fields) = value else { return nil }
    if fields["at"] != nil { return .at(try AtTime(fields).at) }
    if fields["after"] != nil {
      let after = try AfterMoment(fields)
      return .after(after.after, delay: after.delay)
    }
    let each = try EachCue(fields)
    return .each(each.each, delay: each.delay)
  }
}

extension StartSetting {
  /// The two names of a reference.
  static func names(_ reference: String) -> (stage: String, member: String) {
    let parts = reference.split(separator: ".", maxSplits: 1)
    return (String(parts.first ?? ""), String(parts.last ?? ""))
  }
}

extension StartTime {
  /// `place` is where the moment is written that it waits for.
  init(_ setting: StartSetting, _ place: Place?, _ context: ReaderContext? = nil) {
    switch (setting, place) {
    case (.after(let reference, let delay), let (found, path)?):
      let (stage, moment) = StartSetting.names(reference)
      self = .after(
        stage: context?.ownID(stage) ?? stage, moment: moment, delay: delay, position: found.position, path: path.text)
    case (.at(let seconds), _): self = .at(seconds)
    default: self = .at(0)
    }
  }
}
