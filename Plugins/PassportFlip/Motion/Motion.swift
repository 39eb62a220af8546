import StageKit

/// The progress of each property of a booklet from closed, 0, to open, 1; springs go beyond.
struct OpeningProgress: Hashable, Sendable {
  var size = 0.0
  var x = 0.0
  var y = 0.0
  var angle = 0.0
  var shadow = 0.0
}

/// The motion of each property from the closed to the open booklet, as parameters.
struct MotionParameters: ParameterGroup {
  private static let spring = Easing.spring(Spring(duration: 0.72, bounce: 0.16))

  @Parameter("Width, height and radii together.") var size = TrackParameters<Double>(duration: 1, curve: spring)
  @Parameter("The way from left to right.") var x = TrackParameters<Double>(duration: 1, curve: spring)
  @Parameter("The way up or down.") var y = TrackParameters<Double>(duration: 1, curve: spring)
  @Parameter("The turn of the cover; where a spring overshoots, the cover bounces off the table.")
  var angle = TrackParameters<Double>(start: 0.03, duration: 0.6, curve: Motion.turn)
  @Parameter("The growth of the shadow.") var shadow = TrackParameters<Double>(duration: 1, curve: .easeInOut)
  @Parameter("The paper's color, from that of the card to that of the sheet.")
  var color = TrackParameters<Color>(start: 0.5, duration: 0, curve: .linear)
}

/// The tracks of an opening, each property on its own curve and in its own span.
struct Motion: Sendable {
  private let size: Track<Double>
  private let x: Track<Double>
  private let y: Track<Double>
  private let angle: Track<Double>
  private let shadow: Track<Double>
  private let color: Track<Color>

  /// The default easing of a page's turn.
  static let turn = Easing.cubicBezier(0.4, 0, 0.3, 1)

  /// With the paper's colors while closed and while open. Throws where changes overlap or the cover does not end flat.
  init(_ parameters: MotionParameters, card: Color, sheet: Color) throws {
    size = try parameters.size.track(from: 0, to: 1, at: parameters.$size.location)
    x = try parameters.x.track(from: 0, to: 1, at: parameters.$x.location)
    y = try parameters.y.track(from: 0, to: 1, at: parameters.$y.location)
    angle = try parameters.angle.track(from: 0, to: 1, at: parameters.$angle.location)
    if angle.open != 1 {
      throw StageError(
        "the cover would not lie flat at the end", parameter: parameters.$angle.location,
        hint: "End the keyframes with \"to\": 1.")
    }
    shadow = try parameters.shadow.track(from: 0, to: 1, at: parameters.$shadow.location)
    color = try parameters.color.track(from: card, to: sheet, at: parameters.$color.location)
  }

  /// At rest before an opening.
  var closed: (opening: OpeningProgress, color: Color) { (OpeningProgress(), color.closed) }

  /// At rest after an opening.
  var open: (opening: OpeningProgress, color: Color) {
    (OpeningProgress(size: size.open, x: x.open, y: y.open, angle: angle.open, shadow: shadow.open), color.open)
  }

  func opening(at share: Double) -> (opening: OpeningProgress, color: Color) {
    let opening = OpeningProgress(
      size: size.opening(at: share), x: x.opening(at: share), y: y.opening(at: share),
      angle: angle.opening(at: share), shadow: shadow.opening(at: share))
    return (opening, color.opening(at: share))
  }

  func closing(at share: Double) -> (opening: OpeningProgress, color: Color) {
    let opening = OpeningProgress(
      size: size.closing(at: share), x: x.closing(at: share), y: y.closing(at: share),
      angle: angle.closing(at: share), shadow: shadow.closing(at: share))
    return (opening, color.closing(at: share))
  }
}
