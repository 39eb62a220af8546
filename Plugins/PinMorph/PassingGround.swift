import StageKit

/// The ground below a jumping pin, as parameters.
struct GroundParameters: ParameterGroup {
  @Parameter("The width of the view on the ground; by default the canvas's width.", .positive(.points))
  var width: Double?
  @Parameter("The width of the line on the ground, before zoom.", .nonnegative(.points))
  var lineWidth: Animated<Double> = 1
  @Parameter("The color of line and dots.") var groundColor: Animated<Color> = Animated(Color(hex: 0xE2E2E2))
  @Parameter(
    "The distance from dot to dot, before zoom; by default 236.5, and half the view's width for the timing even.",
    .range(1...1e6, .points))
  var spacing: Double?
  @Parameter("The dots' radius, before zoom; at 0 there are none.", .nonnegative(.points))
  var dotRadius: Animated<Double> = 9
  @Parameter("The radius of the larger dots in the pin's color, before zoom.", .nonnegative(.points))
  var accentRadius: Animated<Double> = 16
  @Parameter(
    "Every how many dots one is larger and in the pin's color; 0 for none. By default 0 (even) or 3.", .range(0...1000))
  var accentEvery: Int?
  @Parameter("The share of a jump at which a dot is below the pin; by default the middle of its flight.", .fraction)
  var dotPhase: Double?
  @Parameter("The darkness of the pin's shadow where it touches the ground; 0 for none.", .fraction) var shadowOpacity =
    0.5
  @Parameter("The width of the fades at both ends of the view, before zoom.", .nonnegative(.points))
  var fadeWidth: Animated<Double> = 50
  @Parameter("The color that both ends fade to; by default the canvas's background.") var fadeColor: Animated<Color>?
}

/// The ground below a jumping pin: a line and dots that pass, fading at both ends of the view.
///
/// The dots are an endless row. One passes below the pin with every jump, in the middle of the pin's flight.
struct PassingGround: Sendable {
  private let canvasWidth: Double
  private let viewWidth: Double?
  private let lineWidths: Animated<Double>
  private let colors: Animated<Color>
  private let dotSpacing: Double
  private let isSpacingZoomed: Bool
  private let dotRadii: Animated<Double>
  private let accentRadii: Animated<Double>
  private let accents: Double
  private let phase: Double
  private let period: Double
  private let shadow: Double
  private let fadeWidths: Animated<Double>
  private let fadeColors: Animated<Color>
  /// The height of the highest pose above the ground.
  private let height: Double

  init(_ parameters: GroundParameters, _ composition: Composition, _ outline: PinOutline, height: Double) {
    canvasWidth = composition.size.width
    viewWidth = parameters.width
    lineWidths = parameters.lineWidth
    colors = parameters.groundColor
    let isEven = outline.timing == .even
    let spacing = parameters.spacing
    dotSpacing = spacing ?? (isEven ? (viewWidth ?? canvasWidth) / 2 : 236.5)
    isSpacingZoomed = spacing != nil || !isEven
    dotRadii = parameters.dotRadius
    accentRadii = parameters.accentRadius
    accents = Double(parameters.accentEvery ?? (isEven ? 0 : 3))
    phase = parameters.dotPhase ?? outline.airShare
    period = outline.period
    shadow = parameters.shadowOpacity
    fadeWidths = parameters.fadeWidth
    let background = composition.background.alpha > 0 ? composition.background : .white
    fadeColors = parameters.fadeColor ?? Animated(background)
    self.height = max(height, 0)
  }

  /// All of it at a time.
  func scene(at seconds: Double, zoom: Double, pinColor: Color, lift: Double) -> PassingScene {
    let cycle = Cycle(at: seconds, period: period)
    return PassingScene(
      canvasWidth: canvasWidth, viewWidth: viewWidth, height: height * zoom,
      lineWidth: lineWidths.value(at: seconds) * zoom, color: colors.value(at: seconds),
      spacing: dotSpacing * (isSpacingZoomed ? zoom : 1), offset: phase - cycle.fraction, index: cycle.index,
      radius: dotRadii.value(at: seconds) * zoom, accents: accents,
      accentRadius: accentRadii.value(at: seconds) * zoom, accentColor: pinColor,
      shadow: GroundShadow(opacity: shadow, zoom: zoom, lift: lift),
      fadeWidth: fadeWidths.value(at: seconds) * zoom, fadeColor: fadeColors.value(at: seconds))
  }
}
