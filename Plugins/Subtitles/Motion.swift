import StageKit

/// How something comes or goes.
enum MotionStyle: String, CaseIterable {
  /// It becomes opaque.
  case fade
  /// It becomes opaque while it rises to its place.
  case rise
  /// It becomes opaque while it grows.
  case pop

  /// What is seen of it: not at all at 0, all of it at 1; `eased` may go beyond.
  func state(eased: Double, textSize: Double, isExit: Bool = false) -> MotionState {
    let opacity = min(max(eased, 0), 1)
    return switch self {
    case .fade: MotionState(opacity: opacity)
    case .rise: MotionState(offset: (1 - eased) * textSize * (isExit ? -0.5 : 0.5), opacity: opacity)
    case .pop: MotionState(scale: max(0, 0.7 + 0.3 * eased), opacity: min(1, opacity * 1.6))
    }
  }
}

/// How something that moves is drawn.
struct MotionState: Hashable {
  static let shown = MotionState()

  /// Downward, in points.
  var offset = 0.0
  var scale = 1.0
  /// From 0 to 1.
  var opacity = 1.0

  func scaled(by factor: Double) -> MotionState {
    var state = self
    state.scale *= factor
    return state
  }

  /// Draws content moved, and scaled about a point.
  func draw(about pivot: Point, onto list: inout DisplayList, _ content: (inout DisplayList) -> Void) {
    guard opacity > 0, scale > 0 else { return }
    if self == .shown { return content(&list) }
    list.group(
      transform: .translation(pivot.x, pivot.y + offset) * .scale(scale) * .translation(-pivot), opacity: opacity,
      content)
  }
}

/// How the lines of a text come or go.
struct Motion {
  static let enter = Parameter.object(
    "enter", "How lines appear, one after the other.", [style(.rise), seconds(0.35), stagger, curve]
  ).optional
  static let exit = Parameter.object(
    "exit", "How lines go at the end of a cue, one after the other.", [style(.fade), seconds(0.2), stagger, curve]
  ).optional

  private static func style(_ value: MotionStyle) -> Parameter<MotionStyle> {
    .choice("style", "Whether they fade, rise or pop.", default: value)
  }
  private static func seconds(_ value: Double) -> Parameter<Double> {
    .number("duration", "How long each line takes.", default: value, .positive(.seconds))
  }
  private static let stagger = Parameter.number(
    "stagger", "How much later each line starts than the one before it.", default: 0.06, .nonnegative(.seconds))
  private static let curve = Parameter.curve(
    "curve", "How each line spends its time.", default: .cubicBezier(0.16, 1, 0.3, 1))

  let style: MotionStyle
  let seconds: Double
  let stagger: Double
  let curve: Easing

  init(_ parameters: Parameters) {
    let path = parameters.path
    let isEnter = path == Self.enter.declaration.name
    style = parameters[Self.style(isEnter ? .rise : .fade)]
    seconds = parameters[Self.seconds(isEnter ? 0.35 : 0.2)]
    stagger = parameters[Self.stagger]
    curve = parameters[Self.curve]
  }

  func length(lineCount: Int) -> Double { seconds + stagger * Double(max(0, lineCount - 1)) }
}

/// The motions of one phrase, as fast as its time needs.
struct PhraseMotion {
  private let phrase: PhraseLayout
  private let enter: Motion?
  private let exit: Motion?
  private let textSize: Double
  private let pace: Double

  init(_ phrase: PhraseLayout, enter: Motion?, exit: Motion?, textSize: Double) {
    self.phrase = phrase
    self.enter = enter
    self.exit = exit
    self.textSize = textSize
    let lines = phrase.lines.count
    let needed = (enter?.length(lineCount: lines) ?? 0) + (exit?.length(lineCount: lines) ?? 0)
    pace = max(1, needed / (phrase.end - phrase.start))
  }

  /// Draws a line, or what lies behind all of them, which comes with the first line and goes with the last.
  func draw(
    line: Int?, at seconds: Double, onto list: inout DisplayList, _ content: (inout DisplayList) -> Void
  ) {
    let box = line.map { phrase.lines[$0] } ?? phrase.box
    let last = phrase.lines.count - 1
    if let enter {
      let share = ((seconds - phrase.start) * pace - enter.stagger * Double(line ?? 0)) / enter.seconds
      if share < 1 {
        let eased = share > 0 ? enter.curve.value(at: share, over: enter.seconds) : 0
        return enter.style.state(eased: eased, textSize: textSize).draw(about: box.center, onto: &list, content)
      }
    }
    if let exit {
      let left = (phrase.end - seconds) * pace - exit.stagger * Double(last - (line ?? last))
      if left < exit.seconds {
        let eased = left > 0 ? exit.curve.value(at: left / exit.seconds, over: exit.seconds) : 0
        return exit.style.state(eased: eased, textSize: textSize, isExit: true)
          .draw(about: box.center, onto: &list, content)
      }
    }
    content(&list)
  }
}
