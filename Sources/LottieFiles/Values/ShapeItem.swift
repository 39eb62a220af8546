import StageKit

/// An entry of a shape layer's contents.
enum ShapeItem: Sendable {
  case path(Shared<PathSource>)
  case group(Shared<ShapeGroup>)
  /// A group whose entries never change, which nothing behind it takes paths from.
  case fixed(Shared<FixedGroup>)
  case style(Shared<ShapeStyle>)
  case modifier(Shared<PathModifier>)
  /// Copies of all entries before it.
  case repeater(Shared<Repeater>)
}

/// A group of entries with a transform.
struct ShapeGroup: Sendable {
  var items: [ShapeItem]
  var transform: TransformProperties
  var blend = BlendMode.normal
}

/// A shape that gives a path.
enum PathSource: Sendable {
  /// A path with its outline where it never changes.
  case bezier(Property<BezierPath>, isReversed: Bool)
  case rectangle(position: PositionProperty, size: Property<Vector>, radius: Property<Double>, isReversed: Bool)
  case ellipse(position: PositionProperty, size: Property<Vector>, isReversed: Bool)
  case star(StarSource)
  /// A path that never changes, with its outline.
  case constant(BezierPath, Path)

  /// The same with an outline that is made once, if it never changes.
  var prepared: PathSource {
    let isConstant =
      switch self {
      case .bezier(let path, _): path.isConstant
      case .rectangle(let position, let size, let radius, _):
        position.isConstant && size.isConstant && radius.isConstant
      case .ellipse(let position, let size, _): position.isConstant && size.isConstant
      case .star(let star): star.isConstant
      case .constant: false
      }
    guard isConstant else { return self }
    let path = path(at: 0)
    return .constant(path, Path { path.append(to: &$0) })
  }
}

/// A star or a polygon.
struct StarSource: Sendable {
  var isPolygon: Bool
  var position: PositionProperty
  var points: Property<Double>
  var rotation: Property<Double>
  var innerRadius: Property<Double>
  var outerRadius: Property<Double>
  /// In percent.
  var innerRoundness: Property<Double>
  var outerRoundness: Property<Double>
  var isReversed: Bool

  var isConstant: Bool {
    position.isConstant
      && [points, rotation, innerRadius, outerRadius, innerRoundness, outerRoundness].allSatisfy(\.isConstant)
  }
}

/// A fill or a stroke of the shapes before it.
struct ShapeStyle: Sendable {
  var paint: ShapePaint
  /// In percent.
  var opacity: Property<Double>
  var rule = FillRule.nonzero
  /// The pen; nil for a fill.
  var stroke: ShapeStroke?
  var blend = BlendMode.normal
}

/// The color of a fill or a stroke.
enum ShapePaint: Sendable {
  case color(Property<Vector>)
  case gradient(ShapeGradient)
}

/// A gradient between two points.
struct ShapeGradient: Sendable {
  var isRadial: Bool
  var start: Property<Vector>
  var end: Property<Vector>
  /// The place of a radial gradient's focus: in percent of its radius, and in degrees from its direction.
  var highlightLength: Property<Double>
  var highlightAngle: Property<Double>
  /// The number of colors, each with an offset and three components; offsets and opacities follow.
  var colorCount: Int
  var values: Property<[Double]>
  /// The stops where they never change.
  var constant: [GradientStop]?
}

/// The pen of a stroke.
struct ShapeStroke: Sendable {
  var width: Property<Double>
  var cap = LineCap.butt
  var join = LineJoin.miter
  var miterLimit = Property(4.0)
  /// Lengths of dashes and gaps in turn.
  var dashes: [Property<Double>] = []
  var dashOffset = Property(0.0)
}

/// A change of all paths before it.
enum PathModifier: Sendable {
  case trim(start: Property<Double>, end: Property<Double>, offset: Property<Double>, isSequential: Bool)
  case merge(MergeMode)
  case roundCorners(radius: Property<Double>)
  case offset(amount: Property<Double>, join: LineJoin, miterLimit: Property<Double>)
  case zigZag(size: Property<Double>, ridges: Property<Double>, isSmooth: Bool)
  /// In percent: below 0 it puckers, above it bloats.
  case pucker(amount: Property<Double>)
  case twist(angle: Property<Double>, center: Property<Vector>)
}

/// The combinations of paths.
enum MergeMode: Int, Sendable {
  case normal = 1
  case add, subtract, intersect, excludeIntersections

  /// The combination of two outlines; nil where they only come together.
  var operation: PathOperation? {
    switch self {
    case .normal: nil
    case .add: .union
    case .subtract: .difference
    case .intersect: .intersection
    case .excludeIntersections: .symmetricDifference
    }
  }
}

/// Copies of entries, each of which is moved further.
struct Repeater: Sendable {
  var items: [ShapeItem]
  var copies: Property<Double>
  var offset: Property<Double>
  /// True if each copy lies below the one before it.
  var isBelow: Bool
  var transform: TransformProperties
  /// In percent.
  var startOpacity: Property<Double>
  var endOpacity: Property<Double>
}
