import StageKit

/// The place of the closed booklet, as parameters.
struct ClosedPlace: ParameterGroup {
  @Parameter("The middle of the closed booklet; without it, of the canvas.", replacedBy: ["from"])
  var position: Point?
  @Parameter("Its height.", .positive(.points)) var height = Journey.closedHeight
  @Parameter("The radius of its corners away from the spine.", .nonnegative(.points)) var radius = 8.0
  @Parameter("The radius of its corners at the spine.", .nonnegative(.points)) var spineRadius = 2.0
}

/// The place of the open booklet, as parameters.
struct OpenPlace: ParameterGroup {
  @Parameter("The middle of the open booklet, its spine; without it, of the canvas.", replacedBy: ["to"])
  var position: Point?
  @Parameter("Its height; without it 245, or less where the canvas is narrow.", .positive(.points)) var height: Double?
  @Parameter("The radius of its corners away from the spine.", .nonnegative(.points)) var radius = 24.0
  @Parameter("The radius of its corners at the spine, where both halves meet.", .nonnegative(.points)) var spineRadius =
    0.0
}

/// The places of a booklet while closed and while open, as parameters.
struct JourneyParameters: ParameterGroup {
  @Parameter("The place of the booklet while closed.") var from: ClosedPlace
  @Parameter("The place while open.") var to: OpenPlace
  @Parameter("A page's width as a share of its height.", .range(0.2...2)) var aspect = 0.888
  @Parameter(
    "The distance of the eye from pages 245 high; it keeps its distance as they shrink and grow.",
    .range(10...1_000_000, .points))
  var perspective = 500.0
  @Parameter(
    "The vanishing point, seen from the middle of the spine, for pages 245 high; to the right of it, "
      + "pages show their backs before 90°.")
  var vanishingPoint: Point = .zero

  let closedInput = Input<Point?>("The middle of the closed booklet, instead of the parameter.", name: "from")
  let openInput = Input<Point?>("The middle of the open booklet, instead of the parameter.", name: "to")
}

/// The places of a booklet while closed and while open.
struct Journey: Sendable {
  /// Heights for which lengths are given: the eye's distance for open pages this high, radii as they are.
  static let closedHeight = 72.0
  static let openHeight = 245.0

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
  init(_ parameters: JourneyParameters, shadowGrowth: Double, composition: Composition) throws {
    aspect = parameters.aspect
    perspective = parameters.perspective
    vanishingPoint = parameters.vanishingPoint
    self.shadowGrowth = shadowGrowth
    let (from, to) = (parameters.from, parameters.to)
    closed = Rest(
      position: from.position ?? composition.bounds.center, height: from.height, radius: from.radius,
      spineRadius: from.spineRadius)
    let fitting = composition.size.width * 0.92 / (2 * aspect)
    open = Rest(
      position: to.position ?? composition.bounds.center, height: to.height ?? min(Self.openHeight, fitting),
      radius: to.radius, spineRadius: to.spineRadius)
    let reach = Self.openHeight * aspect
    if perspective < reach * 1.1 {
      throw StageError(
        "the eye is among the pages, which reach \(reach.rounded()) toward it",
        parameter: parameters.$perspective.location,
        hint: "Take a distance of \((reach * 1.1).rounded(.up)) or more.")
    }
  }

  /// The booklet's placement at a progress of its opening; sizes never fall below a hundredth of the closed one's.
  func place(_ opening: OpeningProgress, from: Point? = nil, to: Point? = nil) -> BookletPlacement {
    func mix(_ a: Double, _ b: Double, _ way: Double) -> Double { way == 1 ? b : a + (b - a) * way }
    let height = max(mix(closed.height, open.height, opening.size), closed.height * 0.01)
    let width = height * aspect
    let start = (from ?? closed.position) + Point(-closed.height * aspect / 2, 0)
    let end = to ?? open.position
    let hinge = Point(mix(start.x, end.x, opening.x), mix(start.y, end.y, opening.y))
    let scale = height / Self.openHeight
    let limit = min(width, height) / 2
    return BookletPlacement(
      hinge: hinge, page: Size(width, height),
      radius: min(max(mix(closed.radius, open.radius, opening.size), 0), limit),
      spineRadius: min(max(mix(closed.spineRadius, open.spineRadius, opening.size), 0), limit),
      eye: Eye(vanishingPoint: hinge + vanishingPoint * scale, distance: perspective * scale),
      shadowScale: max(mix(1, shadowGrowth, opening.shadow), 0) * closed.height / Self.closedHeight)
  }
}
