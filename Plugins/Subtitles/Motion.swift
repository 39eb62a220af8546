import StageKit

/// The way in which something comes or goes.
enum MotionStyle: String, CaseIterable, ParameterChoice {
  /// It becomes opaque.
  case fade
  /// It becomes opaque while it rises to its place.
  case rise
  /// It becomes opaque while it grows.
  case pop

  /// The visible state: hidden at 0, full at 1; `eased` may go beyond.
  func state(eased: Double, textSize: Double, isExit: Bool = false) -> MotionState {
    let opacity = min(max(eased, 0), 1)
    return switch self {
    case .fade: MotionState(opacity: opacity)
    case .rise: MotionState(offset: (1 - eased) * textSize * (isExit ? -0.5 : 0.5), opacity: opacity)
    case .pop: MotionState(scale: max(0, 0.7 + 0.3 * eased), opacity: min(1, opacity * 1.6))
    }
  }
}

/// The appearance of something that moves.
struct MotionState: Hashable {
  static let shown = MotionState()

  /// Downward, in points.
  var offset = 0.0
  var scale = 1.0
  /// The opacity, from 0 to 1.
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

/// The motion of lines that come or go.
protocol LineMotion: ParameterGroup {
  var style: MotionStyle { get }
  /// The time that each line takes, in seconds.
  var duration: Double { get }
  var pace: LinePace { get }
}

/// The times of lines that move one after the other.
struct LinePace: ParameterGroup {
  @Parameter("The time by which each line starts later than the one before it.", .nonnegative(.seconds)) var stagger =
    0.06
  @Parameter("The easing of each line.") var curve: Easing = .usualArrival
}

/// The motion of lines that appear.
struct EnterMotion: LineMotion {
  @Parameter("The motion: a fade, a rise or a pop.") var style = MotionStyle.rise
  @Parameter("The duration of each line.", .positive(.seconds)) var duration = 0.35
  @Include var pace: LinePace
}

/// The motion of lines that go.
struct ExitMotion: LineMotion {
  @Parameter("The motion: a fade, a rise or a pop.") var style = MotionStyle.fade
  @Parameter("The duration of each line.", .positive(.seconds)) var duration = 0.2
  @Include var pace: LinePace
}

extension LineMotion {
  var stagger: Double { pace.stagger }
  var curve: Easing { pace.curve }

  func length(lineCount: Int) -> Double { duration + stagger * Double(max(0, lineCount - 1)) }
}

/// The motions of one phrase, as fast as its time needs.
struct PhraseMotion {
  private let phrase: PhraseLayout
  private let enter: EnterMotion?
  private let exit: ExitMotion?
  private let textSize: Double
  private let pace: Double

  init(_ phrase: PhraseLayout, enter: EnterMotion?, exit: ExitMotion?, textSize: Double) {
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
      let share = ((seconds - phrase.start) * pace - enter.stagger * Double(line ?? 0)) / enter.duration
      if share < 1 {
        let eased = share > 0 ? enter.curve.value(at: share, over: enter.duration) : 0
        return enter.style.state(eased: eased, textSize: textSize).draw(about: box.center, onto: &list, content)
      }
    }
    if let exit {
      let left = (phrase.end - seconds) * pace - exit.stagger * Double(last - (line ?? last))
      if left < exit.duration {
        let eased = left > 0 ? exit.curve.value(at: left / exit.duration, over: exit.duration) : 0
        return exit.style.state(eased: eased, textSize: textSize, isExit: true)
          .draw(about: box.center, onto: &list, content)
      }
    }
    content(&list)
  }
}
