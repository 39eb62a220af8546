import StageKit

/// How words appear as they are spoken.
struct WordReveal {
  static let parameter = Parameter.object(
    "reveal", "How words appear as they are spoken, one after the other.", [before, style, seconds, curve]
  ).optional

  private static let before = Parameter.number(
    "before", "How opaque words are that are not spoken yet.", default: 0, .fraction)
  private static let style = Parameter<MotionStyle>.choice(
    "style", "Whether they fade in, rise or pop.", default: .pop)
  private static let seconds = Parameter.number(
    "duration", "How long each word takes.", default: 0.2, .positive(.seconds))
  private static let curve = Parameter.curve(
    "curve", "How each word spends its time.", default: .cubicBezier(0.3, 1.6, 0.5, 1))

  private let before: Double
  private let style: MotionStyle
  private let seconds: Double
  private let curve: Easing

  init(_ parameters: Parameters) {
    before = parameters[Self.before]
    style = parameters[Self.style]
    seconds = parameters[Self.seconds]
    curve = parameters[Self.curve]
  }

  func state(of word: PhraseLayout.Word, at time: Double, textSize: Double) -> MotionState {
    let share = (time - word.start) / seconds
    if share >= 1 { return .shown }
    let eased = share > 0 ? curve.value(at: share, over: seconds) : 0
    // Words that can be read before they are spoken only become opaque.
    var state = before > 0 ? MotionState(opacity: min(max(eased, 0), 1)) : style.state(eased: eased, textSize: textSize)
    state.opacity = before + (1 - before) * state.opacity
    return state
  }
}
