import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// How the lines, words or letters of a text appear, one after the other, or go.
struct Reveal {
  enum Style: String, CaseIterable {
    /// Each becomes opaque.
    case fade
    /// Each becomes opaque while it rises to its place.
    case rise
    /// A soft edge runs along each in reading direction.
    case wipe
    /// Each grows to its size.
    case scale
    /// Each becomes sharp.
    case blur
    /// Each comes up from behind the lower edge of its line.
    case slide
    /// Each is there at once.
    case typewriter
    /// Each swings up and down to its place.
    case wave
  }

  /// How far a part is.
  struct Progress: Hashable {
    /// Along the curve, so that it may leave 0…1.
    var eased: Double
    /// Within 0…1.
    var opacity: Double
    /// Of its time, within 0…1.
    var share: Double
  }

  static let parameter = Parameter.object(
    "reveal", "How its lines, words or letters appear, one after the other.",
    [style, unit, order, seed, seconds, stagger, curve]
  ).optional
  static let exitParameter = Parameter.object(
    "exit", "How its lines, words or letters go: as they appear, mirrored, so that they speed up and go on upward.",
    [exitStart, exitStyle, exitUnit, exitOrder, seed, exitSeconds, exitStagger, exitCurve]
  ).optional

  private static let style = Parameter<Style>.choice(
    "style",
    "Whether each fades in, rises to its place, is wiped on in reading direction, grows, becomes sharp, slides up from "
      + "behind its line's lower edge, is typed, or swings to its place.", default: .rise)
  private static let unit = Parameter<RevealUnit.Kind>.choice(
    "by",
    "What moves as one. Ligatures and letters with marks are one letter; where letters join, as in Arabic, a word is.",
    default: .line)
  private static let order = Parameter<RevealOrder>.choice(
    "order", "Which comes first: in reading order, against it, from the middle, from both ends, or in any order.",
    default: .forward)
  private static let seed = Parameter.integer(
    "seed", "Chooses among orders of 'random'.", default: 1, .range(0...1_000_000))
  private static let seconds = Parameter.number(
    "duration", "How long each takes.", default: 0.7, .positive(.seconds))
  private static let stagger = Parameter.number(
    "stagger",
    "How much later each starts than the one before it; without it 0.12 by line, 0.06 by word, 0.03 by letter.",
    .nonnegative(.seconds)
  ).optional
  private static let curve = Parameter.curve(
    "curve", "How each spends its time.", default: .cubicBezier(0.16, 1, 0.3, 1))

  private static let exitStart = Parameter.number(
    "at", "When the first starts to go, in the stage's own time.", .nonnegative(.seconds))
  private static let exitStyle = Parameter<Style>.choice(
    "style", "How each goes: the styles of 'reveal', backward; without it, as it appears.", default: .rise
  ).optional
  private static let exitUnit = Parameter<RevealUnit.Kind>.choice(
    "by", "What moves as one; without it, as it appears.", default: .line
  ).optional
  private static let exitOrder = Parameter<RevealOrder>.choice(
    "order", "Which goes first; without it, as they appear.", default: .forward
  ).optional
  private static let exitSeconds = Parameter.number(
    "duration", "How long each takes.", default: 0.45, .positive(.seconds))
  private static let exitStagger = Parameter.number(
    "stagger",
    "How much later each starts than the one before it; without it 0.06 by line, 0.03 by word, 0.015 by letter.",
    .nonnegative(.seconds)
  ).optional
  private static let exitCurve = Parameter<Easing>.curve(
    "curve", "How each spends its time, read backward; without it, as it appears."
  ).optional

  /// When it starts.
  let start: Double
  let isExit: Bool
  let units: [RevealUnit]
  private let turns: [Double]
  private let style: Style
  private let seconds: Double
  private let stagger: Double
  private let curve: Easing
  private let textSize: Double

  /// Of lines whose letters stand `apart` or not.
  init(_ parameters: Parameters, size: Double, _ lines: [TextLayout.Line], apart: Bool) {
    start = 0
    isExit = false
    style = parameters[Self.style]
    seconds = parameters[Self.seconds]
    curve = parameters[Self.curve]
    textSize = size
    let unit = parameters[Self.unit]
    stagger = parameters[Self.stagger] ?? Self.stagger(unit)
    units = RevealUnit.all(of: lines, unit, apart: apart)
    turns = parameters[Self.order].turns(units.count, seed: parameters[Self.seed])
  }

  /// Of lines that appear by `reveal`, or are simply there.
  init(
    exit parameters: Parameters, mirroring reveal: Parameters?, size: Double, _ lines: [TextLayout.Line], apart: Bool
  ) {
    let reveal = reveal ?? Parameters()
    start = parameters[Self.exitStart]
    isExit = true
    style = parameters[Self.exitStyle] ?? reveal[Self.style]
    seconds = parameters[Self.exitSeconds]
    curve = parameters[Self.exitCurve] ?? reveal[Self.curve]
    textSize = size
    let unit = parameters[Self.exitUnit] ?? reveal[Self.unit]
    stagger = parameters[Self.exitStagger] ?? Self.stagger(unit) / 2
    units = RevealUnit.all(of: lines, unit, apart: apart)
    let order = parameters[Self.exitOrder] ?? reveal[Self.order]
    turns = order.turns(units.count, seed: parameters[Self.seed])
  }

  private static func stagger(_ unit: RevealUnit.Kind) -> Double {
    switch unit {
    case .line: 0.12
    case .word: 0.06
    case .letter: 0.03
    }
  }

  /// When the last of its units is where it belongs, or gone.
  var end: Double { start + (style == .typewriter ? 0 : seconds) + stagger * (turns.max() ?? 0) }

  /// When a unit starts to appear, or to go.
  func start(of unit: Int) -> Double { TimeGrid.snapped(start + stagger * turns[unit]) }

  /// When each line's first unit does, from the top.
  var lineStarts: [Double] {
    let count = (units.map(\.line).max() ?? -1) + 1
    return (0..<count).compactMap { line in
      units.indices.filter { units[$0].line == line }.map { start(of: $0) }.min()
    }
  }

  /// How much of a unit is there: along the curve while it appears, and back along it while it goes.
  func progress(of unit: Int, at time: Double) -> Progress {
    if style == .typewriter {
      let isThere = (time >= start(of: unit)) != isExit
      return isThere ? Progress(eased: 1, opacity: 1, share: 1) : Progress(eased: 0, opacity: 0, share: 0)
    }
    let passed = (time - start - stagger * turns[unit]) / seconds
    let share = isExit ? 1 - passed : passed
    if share <= 0 { return Progress(eased: 0, opacity: 0, share: 0) }
    if share >= 1 { return Progress(eased: 1, opacity: 1, share: 1) }
    let eased = curve.value(at: share, over: seconds)
    return Progress(eased: eased, opacity: min(max(eased, 0), 1), share: share)
  }

  /// How opaque what belongs to all of the text is, such as a plate: it is there from the first unit to the last.
  func opacity(at time: Double) -> Double {
    units.indices.map { progress(of: $0, at: time).opacity }.max() ?? 1
  }

  /// Draws all units as far as they are there, piece by piece where each has a transform of its own.
  func draw(
    at time: Double, onto list: inout DisplayList, transform: ((TextPiece) -> Transform)?,
    _ content: ([TextPiece], inout DisplayList) -> Void
  ) {
    for (index, unit) in units.enumerated() {
      let progress = progress(of: index, at: time)
      guard let transform else {
        draw(unit, progress, onto: &list) { content(unit.pieces, &$0) }
        continue
      }
      for piece in unit.pieces {
        list.group(transform: transform(piece)) { list in
          draw(unit, progress, onto: &list) { content([piece], &$0) }
        }
      }
    }
  }

  private func draw(
    _ unit: RevealUnit, _ progress: Progress, onto list: inout DisplayList, _ content: (inout DisplayList) -> Void
  ) {
    guard progress.opacity > 0 else { return }
    let rest = 1 - progress.eased
    switch style {
    case .fade, .typewriter: list.group(opacity: progress.opacity, content)
    case .rise:
      let way = rest * textSize * (isExit ? -0.6 : 0.6)
      list.group(transform: .translation(0, way), opacity: progress.opacity, content)
    case .wipe:
      guard progress.opacity < 1, let bounds = unit.bounds(size: textSize) else { return content(&list) }
      list.group(mask: mask(of: unit, progress.opacity, over: bounds.inset(by: -textSize)), content)
    case .scale:
      let middle = Point(unit.x + unit.width / 2, unit.baseline - textSize * 0.35)
      let scale = max(progress.eased, 0)
      guard scale > 0 else { return }
      list.group(
        transform: .translation(middle) * .scale(scale) * .translation(Point.zero - middle),
        opacity: min(progress.opacity * 3, 1), content)
    case .blur:
      let sigma = max(rest, 0) * textSize * 0.3
      list.group(opacity: progress.opacity, effects: sigma > 0.05 ? [.blur(sigma: sigma)] : [], content)
    case .slide:
      guard progress.eased < 1 else { return content(&list) }
      let room = Rect(
        x: unit.x - textSize, y: unit.baseline - textSize * 1.2, width: unit.width + 2 * textSize,
        height: textSize * 1.55)
      list.group(clip: Clip(.rect(room))) { list in
        list.group(transform: .translation(0, rest * textSize * (isExit ? -1.55 : 1.55)), content)
      }
    case .wave:
      let way = sin(progress.share * 3 * .pi) * (1 - progress.share) * textSize * -0.4
      list.group(transform: .translation(0, way), opacity: min(progress.share * 4, 1), content)
    }
  }

  /// Opaque up to an edge as wide as the text's size, which runs from before the unit to behind it.
  private func mask(of unit: RevealUnit, _ progress: Double, over bounds: Rect) -> Mask {
    // What goes is wiped off from its start: the edge runs on the same way with its sides exchanged.
    let edge = (isExit ? 1 - progress : progress) * (unit.width + textSize)
    var (near, far) =
      unit.isRightToLeft
      ? (unit.x + unit.width + textSize - edge, unit.x + unit.width - edge)
      : (unit.x - textSize + edge, unit.x + edge)
    if isExit { swap(&near, &far) }
    let paint = Paint.linear(
      from: Point(near, 0), to: Point(far, 0),
      stops: [GradientStop(0, .white), GradientStop(1, Color(1, 1, 1, 0))])
    return Mask(DisplayList { $0.fill(.rect(bounds), paint) })
  }
}
