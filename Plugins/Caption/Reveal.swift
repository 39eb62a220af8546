import StageKit

/// How the lines of a text appear, one after the other, or go.
struct Reveal {
  enum Style: String, CaseIterable {
    /// Each line becomes opaque.
    case fade
    /// Each line becomes opaque while it rises to its place.
    case rise
    /// A soft edge runs along each line in reading direction.
    case wipe
  }

  /// How far a line is.
  struct Progress: Hashable {
    /// Along the curve, so that it may leave 0…1.
    var eased: Double
    /// Within 0…1.
    var opacity: Double
  }

  static let parameter = Parameter.object(
    "reveal", "How its lines appear, one after the other.", [style, seconds, stagger, curve]
  ).optional
  static let exitParameter = Parameter.object(
    "exit", "How its lines go, one after the other: as they appear, mirrored, so that they speed up and go on upward.",
    [exitStart, exitStyle, exitSeconds, exitStagger, exitCurve]
  ).optional

  private static let style = Parameter<Style>.choice(
    "style", "Whether lines fade in, rise to their place or are wiped on in reading direction.", default: .rise)
  private static let seconds = Parameter.number(
    "duration", "How long each line takes.", default: 0.7, .positive(.seconds))
  private static let stagger = Parameter.number(
    "stagger", "How much later each line starts than the one before it.", default: 0.12, .nonnegative(.seconds))
  private static let curve = Parameter.curve(
    "curve", "How each line spends its time.", default: .cubicBezier(0.16, 1, 0.3, 1))

  private static let exitStart = Parameter.number(
    "at", "When the first line starts to go, in the stage's own time.", .nonnegative(.seconds))
  private static let exitStyle = Parameter<Style>.choice(
    "style", "Whether lines fade, rise on or are wiped off; without it, as they appear.", default: .rise
  ).optional
  private static let exitSeconds = Parameter.number(
    "duration", "How long each line takes.", default: 0.45, .positive(.seconds))
  private static let exitStagger = Parameter.number(
    "stagger", "How much later each line starts than the one before it.", default: 0.06, .nonnegative(.seconds))
  private static let exitCurve = Parameter<Easing>.curve(
    "curve", "How each line spends its time, read backward; without it, as it appears."
  ).optional

  /// When it starts.
  let start: Double
  let isExit: Bool
  private let style: Style
  private let seconds: Double
  private let stagger: Double
  private let curve: Easing
  private let textSize: Double

  init(_ parameters: Parameters, size: Double) {
    start = 0
    isExit = false
    style = parameters[Self.style]
    seconds = parameters[Self.seconds]
    stagger = parameters[Self.stagger]
    curve = parameters[Self.curve]
    textSize = size
  }

  /// Of lines that appear by `reveal`, or are simply there.
  init(exit parameters: Parameters, mirroring reveal: Parameters?, size: Double) {
    let reveal = reveal ?? Parameters()
    start = parameters[Self.exitStart]
    isExit = true
    style = parameters[Self.exitStyle] ?? reveal[Self.style]
    seconds = parameters[Self.exitSeconds]
    stagger = parameters[Self.exitStagger]
    curve = parameters[Self.exitCurve] ?? reveal[Self.curve]
    textSize = size
  }

  func end(lineCount: Int) -> Double { start + seconds + stagger * Double(max(lineCount - 1, 0)) }

  /// When a line starts to appear, or to go.
  func start(ofLine index: Int) -> Double { TimeGrid.snapped(start + stagger * Double(index)) }

  /// How much of a line is there: along the curve while it appears, and back along it while it goes.
  func progress(ofLine index: Int, at time: Double) -> Progress {
    let passed = (time - start - stagger * Double(index)) / seconds
    let share = isExit ? 1 - passed : passed
    if share <= 0 { return Progress(eased: 0, opacity: 0) }
    if share >= 1 { return Progress(eased: 1, opacity: 1) }
    let eased = curve.value(at: share, over: seconds)
    return Progress(eased: eased, opacity: min(max(eased, 0), 1))
  }

  /// Draws a line as far as it is there.
  func draw(
    _ line: TextLayout.Line, _ progress: Progress, onto list: inout DisplayList,
    _ content: (inout DisplayList) -> Void
  ) {
    guard progress.opacity > 0 else { return }
    switch style {
    case .fade: list.group(opacity: progress.opacity, content)
    case .rise:
      let way = (1 - progress.eased) * textSize * (isExit ? -0.6 : 0.6)
      list.group(transform: .translation(0, way), opacity: progress.opacity, content)
    case .wipe:
      guard progress.opacity < 1, let bounds = bounds(of: line) else { return content(&list) }
      list.group(mask: mask(of: line, progress.opacity, over: bounds.inset(by: -textSize)), content)
    }
  }

  private func bounds(of line: TextLayout.Line) -> Rect? {
    if line.colorGlyphs.isEmpty { return line.outline.controlBounds }
    let box = Rect(x: line.x, y: line.baseline - textSize, width: line.width, height: textSize)
    return line.outline.controlBounds.map { $0.union(box) } ?? box
  }

  /// Opaque up to an edge as wide as the text's size, which runs from before the line to behind it.
  private func mask(of line: TextLayout.Line, _ progress: Double, over bounds: Rect) -> Mask {
    // What goes is wiped off from its start: the edge runs on the same way with its sides exchanged.
    let edge = (isExit ? 1 - progress : progress) * (line.width + textSize)
    var (near, far) =
      line.isRightToLeft
      ? (line.x + line.width + textSize - edge, line.x + line.width - edge) : (line.x - textSize + edge, line.x + edge)
    if isExit { swap(&near, &far) }
    let paint = Paint.linear(
      from: Point(near, 0), to: Point(far, 0),
      stops: [GradientStop(0, .white), GradientStop(1, Color(1, 1, 1, 0))])
    return Mask(DisplayList { $0.fill(.rect(bounds), paint) })
  }
}
