import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The appearance of a text's lines, words or letters, as parameters.
struct RevealParameters: ParameterGroup {
  @Parameter(
    "The motion of each: it fades in, rises to its place, is wiped on in reading direction, grows, becomes sharp, slides up from "
      + "behind its line's lower edge, is typed, or swings to its place.")
  var style = Reveal.Style.rise
  @Parameter(
    "The units that move as one. Ligatures and letters with marks are one letter; where letters join, as in Arabic, a word is."
  )
  var by = RevealUnit.Kind.line
  @Parameter("The order: in reading order, against it, from the middle, from both ends, or in any order.")
  var order = StaggerOrder.forward
  @Parameter("Chooses among orders of 'random'.", .range(0...1_000_000)) var seed = 1
  @Parameter("The duration of each.", .positive(.seconds)) var duration = 0.7
  @Parameter(
    "The time by which each starts later than the one before it; without it 0.12 by line, 0.06 by word, 0.03 by letter.",
    .nonnegative(.seconds))
  var stagger: Double?
  @Parameter("The easing of each.") var curve: Easing = .usualArrival
}

/// The exit of a text's lines, words or letters, as parameters.
struct ExitParameters: ParameterGroup {
  @Parameter("The time at which the first starts to go, in the stage's own time.", .nonnegative(.seconds)) var at:
    Double
  @Parameter("The style of each: those of 'reveal', backward; without it, as it appears.") var style: Reveal.Style?
  @Parameter("The units that move as one; without it, as it appears.") var by: RevealUnit.Kind?
  @Parameter("The order; without it, as they appear.") var order: StaggerOrder?
  @Parameter("Chooses among orders of 'random'.", .range(0...1_000_000)) var seed = 1
  @Parameter("The duration of each.", .positive(.seconds)) var duration = 0.45
  @Parameter(
    "The time by which each starts later than the one before it; without it 0.06 by line, 0.03 by word, 0.015 by letter.",
    .nonnegative(.seconds))
  var stagger: Double?
  @Parameter("The easing of each, read backward; without it, as it appears.") var curve: Easing?
}

/// The appearance or the exit of a text's lines, words or letters, one after the other.
struct Reveal {
  enum Style: String, CaseIterable, ParameterChoice {
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

  /// The progress of a part.
  struct Progress: Hashable {
    /// Along the curve, so that it may leave 0…1.
    var eased: Double
    /// Within 0…1.
    var opacity: Double
    /// The share of its time, within 0…1.
    var share: Double
  }

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

  /// A reveal of lines, each letter by itself if `separatingGlyphs`.
  init(_ parameters: RevealParameters, size: Double, _ lines: [TextLayout.Line], separatingGlyphs: Bool) {
    start = 0
    isExit = false
    style = parameters.style
    seconds = parameters.duration
    curve = parameters.curve
    textSize = size
    let unit = parameters.by
    stagger = parameters.stagger ?? Self.stagger(unit)
    units = RevealUnit.all(of: lines, unit, separatingGlyphs: separatingGlyphs)
    turns = parameters.order.turns(units.count, seed: parameters.seed)
  }

  /// An exit of lines that appear by `reveal`, or are there from the start.
  init(
    exit parameters: ExitParameters, mirroring reveal: RevealParameters?, size: Double, _ lines: [TextLayout.Line],
    separatingGlyphs: Bool
  ) {
    let reveal = reveal ?? RevealParameters()
    start = parameters.at
    isExit = true
    style = parameters.style ?? reveal.style
    seconds = parameters.duration
    curve = parameters.curve ?? reveal.curve
    textSize = size
    let unit = parameters.by ?? reveal.by
    stagger = parameters.stagger ?? Self.stagger(unit) / 2
    units = RevealUnit.all(of: lines, unit, separatingGlyphs: separatingGlyphs)
    let order = parameters.order ?? reveal.order
    turns = order.turns(units.count, seed: parameters.seed)
  }

  static func stagger(_ unit: RevealUnit.Kind) -> Double {
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

  /// The visible share of a unit: along the curve while it appears, and back along it while it goes.
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

  /// The opacity of parts that belong to all of the text, such as a plate: they are visible from the first unit to the
  /// last.
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
    // A unit that goes is wiped off from its start: the edge runs on the same way with its sides exchanged.
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
