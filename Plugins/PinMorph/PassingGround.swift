import StageKit

/// The ground below a jumping pin: a line and dots that pass, fading at both ends of the view.
///
/// The dots are an endless row. One passes below the pin with every jump, in the middle of the pin's flight.
struct PassingGround: Sendable {
  static let width = ParameterKey.number(
    "width", "How wide the view on the ground is; by default as wide as the canvas.", .positive(.points)
  ).optional
  static let lineWidth = ParameterKey.number(
    "lineWidth", "The width of the line on the ground, before zoom.", default: 1, .nonnegative(.points)
  ).animated
  static let groundColor = ParameterKey.color(
    "groundColor", "The color of line and dots.", default: Color(hex: 0xE2E2E2)
  ).animated
  static let spacing = ParameterKey.number(
    "spacing", "From dot to dot, before zoom; by default 236.5, and half the view's width for the timing even.",
    .range(1...1e6, .points)
  ).optional
  static let dotRadius = ParameterKey.number(
    "dotRadius", "The dots' radius, before zoom; at 0 there are none.", default: 9, .nonnegative(.points)
  ).animated
  static let accentRadius = ParameterKey.number(
    "accentRadius", "The radius of the larger dots in the pin's color, before zoom.", default: 16,
    .nonnegative(.points)
  ).animated
  static let accentEvery = ParameterKey.integer(
    "accentEvery", "Every how many dots one is larger and in the pin's color; 0 for none. By default 0 (even) or 3.",
    .range(
      0...1000
    )
  ).optional
  static let dotPhase = ParameterKey.number(
    "dotPhase", "The share of a jump at which a dot is below the pin; by default the middle of its flight.", .fraction
  ).optional
  static let shadowOpacity = ParameterKey.number(
    "shadowOpacity", "How dark the pin's shadow on the ground is; 0 for none.", default: 0.24, .fraction)
  static let fadeWidth = ParameterKey.number(
    "fadeWidth", "How wide the fades at both ends of the view are, before zoom.", default: 50, .nonnegative(.points)
  ).animated
  static let fadeColor = ParameterKey.color(
    "fadeColor", "What both ends fade to; by default the canvas's background."
  ).animated.optional

  static var parameters: [any AnyParameter] {
    [
      width, lineWidth, groundColor, spacing, dotRadius, accentRadius, accentEvery, dotPhase, shadowOpacity, fadeWidth,
      fadeColor,
    ]
  }

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
  /// Of the highest pose above the ground.
  private let height: Double

  init(_ parameters: ParameterValues, _ composition: Composition, _ outline: PinOutline, height: Double) {
    canvasWidth = composition.size.width
    viewWidth = parameters[Self.width]
    lineWidths = parameters[Self.lineWidth]
    colors = parameters[Self.groundColor]
    let isEven = outline.timing == .even
    let spacing = parameters[Self.spacing]
    dotSpacing = spacing ?? (isEven ? (viewWidth ?? canvasWidth) / 2 : 236.5)
    isSpacingZoomed = spacing != nil || !isEven
    dotRadii = parameters[Self.dotRadius]
    accentRadii = parameters[Self.accentRadius]
    accents = Double(parameters[Self.accentEvery] ?? (isEven ? 0 : 3))
    phase = parameters[Self.dotPhase] ?? outline.airShare
    period = outline.period
    shadow = parameters[Self.shadowOpacity]
    fadeWidths = parameters[Self.fadeWidth]
    let background = composition.background.alpha > 0 ? composition.background : .white
    fadeColors = parameters[Self.fadeColor] ?? Animated(background)
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
