import StageKit

/// Where a booklet lies while closed and while open.
struct Journey: Sendable {
  /// Heights for which lengths are given: the eye's distance for open pages this high, radii as they are.
  static let closedHeight = 72.0
  static let openHeight = 245.0

  private static let closedPosition = ParameterKey<Point>.point(
    "position", "The middle of the closed booklet; without it, of the canvas."
  ).optional.replaced(by: closedInput)
  private static let closedSide = ParameterKey.number(
    "height", "Its height.", default: closedHeight, .positive(.points))
  private static let closedRadius = ParameterKey.number(
    "radius", "Of its corners away from the spine.", default: 8, .nonnegative(.points))
  private static let closedSpineRadius = ParameterKey.number(
    "spineRadius", "Of its corners at the spine.", default: 2, .nonnegative(.points))
  static let from = ParameterKey.object(
    "from", "Where the booklet lies while closed.", [closedPosition, closedSide, closedRadius, closedSpineRadius])

  private static let openPosition = ParameterKey<Point>.point(
    "position", "The middle of the open booklet, its spine; without it, of the canvas."
  ).optional.replaced(by: openInput)
  private static let openSide = ParameterKey<Double>.number(
    "height", "Its height; without it 245, or less where the canvas is narrow.", .positive(.points)
  ).optional
  private static let openRadius = ParameterKey.number(
    "radius", "Of its corners away from the spine.", default: 24, .nonnegative(.points))
  private static let openSpineRadius = ParameterKey.number(
    "spineRadius", "Of its corners at the spine, where both halves meet.", default: 0, .nonnegative(.points))
  static let to = ParameterKey.object(
    "to", "Where it lies while open.", [openPosition, openSide, openRadius, openSpineRadius])

  static let aspect = ParameterKey.number(
    "aspect", "A page's width as a share of its height.", default: 0.888, .range(0.2...2))
  static let perspective = ParameterKey.number(
    "perspective", "How far away the eye is from pages 245 high; it keeps its distance as they shrink and grow.",
    default: 500, .range(10...1_000_000, .points))
  static let vanishingPoint = ParameterKey.point(
    "vanishingPoint",
    "Where lines away from the viewer meet, seen from the middle of the spine, for pages 245 high; to the right of it, "
      + "pages show their backs before 90°.", default: .zero)
  static let shadowGrowth = ParameterKey.number(
    "shadowGrowth", "How many times as long and soft shadows are while it is open.", default: 2.2, .nonnegative())

  static let closedInput = Input<Point?>("from", "The middle of the closed booklet, instead of the parameter.")
  static let openInput = Input<Point?>("to", "The middle of the open booklet, instead of the parameter.")

  private let aspect: Double
  private let perspective: Double
  private let vanishingPoint: Point
  private let shadowGrowth: Double
  private let closed: Rest
  private let open: Rest

  private struct Rest: Sendable {
    var position: Point
    var height: Double
    var radius: Double
    var spineRadius: Double
  }

  /// Throws where the eye would be among the pages.
  init(_ parameters: ParameterValues, composition: Composition) throws {
    aspect = parameters[Self.aspect]
    perspective = parameters[Self.perspective]
    vanishingPoint = parameters[Self.vanishingPoint]
    shadowGrowth = parameters[Self.shadowGrowth]
    let (from, to) = (parameters[Self.from], parameters[Self.to])
    closed = Rest(
      position: from[Self.closedPosition] ?? composition.bounds.center, height: from[Self.closedSide],
      radius: from[Self.closedRadius], spineRadius: from[Self.closedSpineRadius])
    let fitting = composition.size.width * 0.92 / (2 * aspect)
    open = Rest(
      position: to[Self.openPosition] ?? composition.bounds.center,
      height: to[Self.openSide] ?? min(Self.openHeight, fitting), radius: to[Self.openRadius],
      spineRadius: to[Self.openSpineRadius])
    let reach = Self.openHeight * aspect
    if perspective < reach * 1.1 {
      throw StageError(
        "the eye is among the pages, which reach \(reach.rounded()) toward it",
        parameter: parameters.location(of: Self.perspective),
        hint: "Take a distance of \((reach * 1.1).rounded(.up)) or more.")
    }
  }

  /// Where it lies when its properties are on their ways; sizes never fall below a hundredth of the closed one's.
  func place(_ ways: Ways, from: Point? = nil, to: Point? = nil) -> BookletPlacement {
    func mix(_ a: Double, _ b: Double, _ way: Double) -> Double { way == 1 ? b : a + (b - a) * way }
    let height = max(mix(closed.height, open.height, ways.size), closed.height * 0.01)
    let width = height * aspect
    let start = (from ?? closed.position) + Point(-closed.height * aspect / 2, 0)
    let end = to ?? open.position
    let hinge = Point(mix(start.x, end.x, ways.x), mix(start.y, end.y, ways.y))
    let scale = height / Self.openHeight
    let limit = min(width, height) / 2
    return BookletPlacement(
      hinge: hinge, page: Size(width, height),
      radius: min(max(mix(closed.radius, open.radius, ways.size), 0), limit),
      spineRadius: min(max(mix(closed.spineRadius, open.spineRadius, ways.size), 0), limit),
      eye: Eye(vanishingPoint: hinge + vanishingPoint * scale, distance: perspective * scale),
      shadowScale: max(mix(1, shadowGrowth, ways.shadow), 0) * closed.height / Self.closedHeight)
  }
}
