import Coding

/// An immutable outline of straight lines and quadratic and cubic Bézier curves, in any number of subpaths.
///
/// The points and the digest are shared, not copied, when a path is. Built by `Path { … }` or parsed from SVG data.
public struct Path: Sendable, Hashable, Digestible {
  /// The drawing operation of an element; it takes the points that it needs from the path's, in order.
  @frozen
  public enum Verb: UInt8, Sendable {
    case move, line, quad, cubic, close

    /// The number of points that the verb takes from `points`.
    @inlinable
    public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quad: 2
      case .cubic: 3
      case .close: 0
      }
    }
  }

  /// A verb with its points; a curve's end comes last.
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quad(Point, Point)
    case cubic(Point, Point, Point)
    case close
  }

  final class Storage: Sendable {
    let verbs: [Verb]
    let points: [Point]
    let curveCount: Int
    let bounds: Rect?
    let digest: Digest

    init(verbs: [Verb], points: [Point]) {
      self.verbs = verbs
      self.points = points
      curveCount = verbs.count { $0 == .quad || $0 == .cubic }
      bounds = Rect(around: points)
      var hasher = DigestHasher()
      hasher.combine(bytes: verbs.map(\.rawValue))
      for p in points { p.digest(into: &hasher) }
      digest = hasher.finalize()
    }
  }

  let storage: Storage

  /// A path without elements.
  public static let empty = PathBuilder().path

  /// The path that `build` draws.
  public init(_ build: (inout PathBuilder) -> Void) {
    var builder = PathBuilder()
    build(&builder)
    self = builder.path
  }

  init(verbs: [Verb], points: [Point]) { storage = Storage(verbs: verbs, points: points) }

  public var verbs: [Verb] { storage.verbs }

  /// The points of all verbs, one after the other.
  public var points: [Point] { storage.points }

  public var isEmpty: Bool { storage.verbs.isEmpty }

  /// The number of quadratic and cubic curves among the elements. Computed once, when the path is made.
  public var curveCount: Int { storage.curveCount }

  /// The least rectangle around all points, control points among them; nil for an empty path.
  public var controlBounds: Rect? { storage.bounds }

  /// Computed once, when the path is made.
  public var digest: Digest { storage.digest }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(storage.digest) }

  public var elements: [Element] {
    var result: [Element] = []
    result.reserveCapacity(verbs.count)
    var next = 0
    for verb in verbs {
      switch verb {
      case .move: result.append(.move(points[next]))
      case .line: result.append(.line(points[next]))
      case .quad: result.append(.quad(points[next], points[next + 1]))
      case .cubic: result.append(.cubic(points[next], points[next + 1], points[next + 2]))
      case .close: result.append(.close)
      }
      next += verb.pointCount
    }
    return result
  }

  public static func == (a: Path, b: Path) -> Bool {
    a.storage === b.storage
      || (a.digest == b.digest && a.storage.verbs == b.storage.verbs && a.storage.points == b.storage.points)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }

  /// This path with every point moved by an affine map.
  public func transformed(by t: Transform) -> Path {
    Path(verbs: storage.verbs, points: storage.points.map(t.apply))
  }
}

/// Draws a path step by step; every subpath begins with a move.
///
/// ```swift
/// let drop = Path { path in
///   path.move(to: Point(0, -20))
///   path.cubic(Point(14, -4), Point(14, 16), to: Point(0, 16))
///   path.cubic(Point(-14, 16), Point(-14, -4), to: Point(0, -20))
///   path.close()
/// }
/// frame.drawing.fill(drop, .white)
/// ```
public struct PathBuilder: Sendable {
  private var verbs: [Path.Verb] = []
  private var points: [Point] = []
  private var start = Point.zero

  /// The end of what was drawn so far; after a close, the start of the closed subpath.
  public private(set) var current = Point.zero

  /// A builder of an empty path.
  public init() {}

  public var isEmpty: Bool { verbs.isEmpty }

  /// True if a subpath has begun that the next line or curve continues.
  public var isDrawing: Bool { !verbs.isEmpty && verbs.last != .close }

  /// Makes room, so that adding so much does not allocate.
  public mutating func reserve(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbCount)
    points.reserveCapacity(pointCount)
  }

  /// Begins a new subpath.
  public mutating func move(to p: Point) {
    verbs.append(.move)
    points.append(p)
    start = p
    current = p
  }

  /// Adds a straight line from the current point.
  public mutating func line(to p: Point) {
    begin()
    verbs.append(.line)
    points.append(p)
    current = p
  }

  /// Adds a quadratic Bézier curve from the current point.
  public mutating func quad(_ control: Point, to p: Point) {
    begin()
    verbs.append(.quad)
    points.append(control)
    points.append(p)
    current = p
  }

  /// Adds a cubic Bézier curve from the current point.
  public mutating func cubic(_ control1: Point, _ control2: Point, to p: Point) {
    begin()
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(p)
    current = p
  }

  /// Joins the subpath's end to its start; without a subpath it does nothing.
  public mutating func close() {
    guard let last = verbs.last, last != .close else { return }
    verbs.append(.close)
    current = start
  }

  /// Adds an element, which goes on from the current point.
  public mutating func append(_ element: Path.Element) {
    switch element {
    case .move(let p): move(to: p)
    case .line(let p): line(to: p)
    case .quad(let c, let p): quad(c, to: p)
    case .cubic(let c1, let c2, let p): cubic(c1, c2, to: p)
    case .close: close()
    }
  }

  /// Goes on from the current point, which is the segment's start.
  public mutating func append(_ segment: Path.Segment) {
    switch segment {
    case .line(_, let p): line(to: p)
    case .quad(_, let c, let p): quad(c, to: p)
    case .cubic(_, let c1, let c2, let p): cubic(c1, c2, to: p)
    }
  }

  /// Adds a subpath of its own.
  public mutating func append(_ subpath: Path.Subpath) {
    move(to: subpath.start)
    for segment in subpath.segments.dropLast(subpath.hasClosingLine ? 1 : 0) { append(segment) }
    if subpath.isClosed { close() }
  }

  /// Adds all of another path's subpaths.
  public mutating func append(_ path: Path) { for element in path.elements { append(element) } }

  /// The path drawn so far.
  public var path: Path { Path(verbs: verbs, points: points) }

  /// Lines and curves without a move before them start where the last subpath ended.
  private mutating func begin() {
    if !isDrawing { move(to: current) }
  }
}
