import StageKit

/// The appearance of words as they are spoken.
struct WordReveal: ParameterGroup {
  @Parameter("The opacity of words that are not spoken yet.", .fraction) var before = 0.0
  @Parameter("The motion: a fade, a rise or a pop.") var style = MotionStyle.pop
  @Parameter("The duration of each word.", .positive(.seconds)) var duration = 0.2
  @Parameter("The easing of each word.") var curve: Easing = .cubicBezier(0.3, 1.6, 0.5, 1)

  func state(of word: PhraseLayout.Word, at time: Double, textSize: Double) -> MotionState {
    let share = (time - word.start) / duration
    if share >= 1 { return .shown }
    let eased = share > 0 ? curve.value(at: share, over: duration) : 0
    // Words that can be read before they are spoken only become opaque.
    var state = before > 0 ? MotionState(opacity: min(max(eased, 0), 1)) : style.state(eased: eased, textSize: textSize)
    state.opacity = before + (1 - before) * state.opacity
    return state
  }
}
