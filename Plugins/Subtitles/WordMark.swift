import StageKit

/// What marks the word that is spoken.
struct WordMark: TimeVarying {
  static let parameter = Parameter.object(
    "spoken", "What marks the word that is spoken.", [color, scale, pill, stays, seconds, curve]
  ).optional

  private static let color = Parameter.paint("color", "The color of its letters.").animated.optional
  private static let scale = Parameter.number(
    "scale", "How large it becomes; 1 is its own size.", default: 1, .positive())
  private static let pill = Parameter.object(
    "pill", "A rounded rectangle behind it, which glides from word to word.", [paint, padding, radius]
  ).optional
  private static let stays = Parameter.boolean(
    "stays", "Whether words keep their color and size once they are spoken.", default: false)
  private static let seconds = Parameter.number(
    "duration", "How long the change from word to word takes.", default: 0.12, .nonnegative(.seconds))
  private static let curve = Parameter.curve(
    "curve", "How that change spends its time.", default: .cubicBezier(0.2, 0.8, 0.2, 1))

  private static let paint = Parameter.paint(
    "paint", "Its color or gradient.", default: .color(Color(hex: 0x6C4BF4))
  ).animated
  private static let padding = Parameter.point(
    "padding", "Room between the word and its edge, at the sides and above and below.", default: Point(7, 0))
  private static let radius = Parameter.number(
    "radius", "How round its corners are.", default: 10, .nonnegative(.points))

  private struct Pill {
    let paint: Animated<PaintValue>
    let padding: Point
    let radius: Double
  }

  private let color: Animated<PaintValue>?
  private let scale: Double
  private let pill: Pill?
  private let stays: Bool
  private let seconds: Double
  private let curve: Easing

  init(_ parameters: Parameters) throws {
    color = parameters[Self.color]
    scale = parameters[Self.scale]
    pill = try parameters[Self.pill].map {
      Pill(paint: try $0.filling(Self.paint), padding: $0[Self.padding], radius: $0[Self.radius])
    }
    stays = parameters[Self.stays]
    seconds = parameters[Self.seconds]
    curve = parameters[Self.curve]
  }

  var settlingTime: Double? { latestSettlingTime(of: color, pill?.paint) }

  /// How far the pill reaches beyond a word, on each side.
  var pillRoom: Double { max(0, pill?.padding.x ?? 0) }

  /// How far a change is that began at a time; the curve may lead beyond 1.
  private func progress(since start: Double, at time: Double) -> Double {
    if time < start { return 0 }
    if time - start >= seconds { return 1 }
    return curve.value(at: (time - start) / seconds, over: seconds)
  }

  private func weight(of word: PhraseLayout.Word, at time: Double) -> Double {
    let rise = progress(since: word.start, at: time)
    return stays ? rise : rise - progress(since: word.end, at: time)
  }

  func scale(of word: PhraseLayout.Word, at time: Double) -> Double { 1 + (scale - 1) * weight(of: word, at: time) }

  func paint(of word: PhraseLayout.Word, otherwise paint: PaintValue, at time: Double) -> PaintValue {
    let weight = min(max(weight(of: word, at: time), 0), 1)
    guard let color, weight > 0 else { return paint }
    return paint.interpolated(to: color.value(at: time), at: weight)
  }

  /// It glides along a line, and appears anew in the next one.
  func drawPill(behind phrase: PhraseLayout, at time: Double, onto list: inout DisplayList) {
    guard let pill, let index = phrase.words.lastIndex(where: { $0.start <= time }) else { return }
    let word = phrase.words[index]
    let progress = progress(since: word.start, at: time)
    var box = rect(around: word, pill)
    var state = MotionState.shown
    if index > 0, phrase.words[index - 1].line == word.line {
      let before = rect(around: phrase.words[index - 1], pill)
      let width = before.width + (box.width - before.width) * progress
      box = Rect(x: before.x + (box.x - before.x) * progress, y: box.y, width: max(0, width), height: box.height)
    } else if progress < 1 {
      state = MotionStyle.pop.state(eased: progress, textSize: 0)
    }
    state.draw(about: box.center, onto: &list) { list in
      list.fill(.roundedRect(box, radius: pill.radius), pill.paint.value(at: time).paint(in: box))
    }
  }

  private func rect(around word: PhraseLayout.Word, _ pill: Pill) -> Rect {
    let size = Size(
      max(0, word.box.width * scale + 2 * pill.padding.x), max(0, word.box.height + 2 * pill.padding.y))
    return Rect(center: word.box.center, size: size)
  }
}
