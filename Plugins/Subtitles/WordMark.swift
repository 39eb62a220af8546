import StageKit

/// The mark of the spoken word.
struct WordMark: ParameterGroup, TimeVarying {
  /// A rounded rectangle behind a word.
  struct Pill: ParameterGroup {
    @Parameter("Its color or gradient.") var paint: Animated<PaintValue> = Animated(.color(Color(hex: 0x6C4BF4)))
    @Parameter("Room between the word and its edge, at the sides and above and below.") var padding = Point(7, 0)
    @Parameter("The radius of its corners.", .nonnegative(.points)) var radius = 10.0

    func prepare() throws { try $paint.filling() }
  }

  @Parameter("The color of its letters.") var color: Animated<PaintValue>?
  @Parameter("The factor by which it becomes larger; 1 is its own size.", .positive()) var scale = 1.0
  @Parameter("A rounded rectangle behind it, which glides from word to word.") var pill: Pill?
  @Parameter("Whether words keep their color and size once they are spoken.") var stays = false
  @Parameter("The time that the change from word to word takes.", .nonnegative(.seconds)) var duration = 0.12
  @Parameter("The easing of that change.") var curve: Easing = .cubicBezier(0.2, 0.8, 0.2, 1)

  var settlingTime: Double? { latestSettlingTime(of: color, pill?.paint) }

  /// The reach of the pill beyond a word, on each side.
  var pillRoom: Double { max(0, pill?.padding.x ?? 0) }

  /// The progress of a change that began at a time; the curve may lead beyond 1.
  private func progress(since start: Double, at time: Double) -> Double {
    if time < start { return 0 }
    if time - start >= duration { return 1 }
    return curve.value(at: (time - start) / duration, over: duration)
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
