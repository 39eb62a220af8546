import StageKit

/// How far the properties of a booklet are on their ways from closed, 0, to open, 1; springs go beyond.
struct Ways: Hashable, Sendable {
  var size = 0.0
  var x = 0.0
  var y = 0.0
  var angle = 0.0
  var shadow = 0.0
}

/// The tracks of an opening, each property on its own curve and in its own span.
struct Motion: Sendable {
  private let size: Track<Double>
  private let x: Track<Double>
  private let y: Track<Double>
  private let angle: Track<Double>
  private let shadow: Track<Double>
  private let color: Track<Color>

  private static let way = ParameterKey.number(
    "to", "How far it is then: 0 as when closed, 1 as when open, and beyond.", .range(-2...3))
  private static let spring = Easing.spring(Spring(duration: 0.72, bounce: 0.16))

  private static let sizeParameters = TrackParameters(
    "size", "Width, height and radii together.", duration: 1, curve: spring, to: way)
  private static let xParameters = TrackParameters(
    "x", "The way from left to right.", duration: 1, curve: spring, to: way)
  private static let yParameters = TrackParameters(
    "y", "The way up or down.", duration: 1, curve: spring, to: way)
  private static let angleParameters = TrackParameters(
    "angle", "The turn of the cover; where a spring overshoots, the cover bounces off the table.", start: 0.03,
    duration: 0.6, curve: turn, to: way)
  private static let shadowParameters = TrackParameters(
    "shadow", "The growth of the shadow.", duration: 1, curve: .easeInOut, to: way)
  private static let colorParameters = TrackParameters(
    "color", "The paper's color, from that of the card to that of the sheet.", start: 0.5, duration: 0, curve: .linear,
    to: ParameterKey.color("to", "The color then."))

  /// How a page turns by default.
  static let turn = Easing.cubicBezier(0.4, 0, 0.3, 1)

  static let parameter = ParameterKey.object(
    "motion", "How each property gets from the closed to the open booklet; closing again, it goes back likewise.",
    [
      sizeParameters.object, xParameters.object, yParameters.object, angleParameters.object, shadowParameters.object,
      colorParameters.object,
    ])

  /// From the fields of the parameter, with the paper's colors while closed and while open. Throws where changes overlap
  /// or the cover does not end flat.
  init(_ fields: ParameterValues, card: Color, sheet: Color) throws {
    size = try Self.sizeParameters.track(fields, from: 0, to: 1)
    x = try Self.xParameters.track(fields, from: 0, to: 1)
    y = try Self.yParameters.track(fields, from: 0, to: 1)
    angle = try Self.angleParameters.track(fields, from: 0, to: 1)
    if angle.open != 1 {
      throw StageError(
        "the cover would not lie flat at the end", parameter: fields.location(of: Self.angleParameters.object),
        hint: "End the keyframes with \"to\": 1.")
    }
    shadow = try Self.shadowParameters.track(fields, from: 0, to: 1)
    color = try Self.colorParameters.track(fields, from: card, to: sheet)
  }

  /// At rest before an opening.
  var closed: (ways: Ways, color: Color) { (Ways(), color.closed) }

  /// At rest after an opening.
  var open: (ways: Ways, color: Color) {
    (Ways(size: size.open, x: x.open, y: y.open, angle: angle.open, shadow: shadow.open), color.open)
  }

  func opening(at share: Double) -> (ways: Ways, color: Color) {
    let ways = Ways(
      size: size.opening(at: share), x: x.opening(at: share), y: y.opening(at: share),
      angle: angle.opening(at: share), shadow: shadow.opening(at: share))
    return (ways, color.opening(at: share))
  }

  func closing(at share: Double) -> (ways: Ways, color: Color) {
    let ways = Ways(
      size: size.closing(at: share), x: x.closing(at: share), y: y.closing(at: share),
      angle: angle.closing(at: share), shadow: shadow.closing(at: share))
    return (ways, color.closing(at: share))
  }
}
