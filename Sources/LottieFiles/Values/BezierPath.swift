import StageKit

/// A path as the format has it: vertices with a control point on either side.
struct BezierPath: Hashable, Sendable {
  /// A corner or a smooth point; control points are absolute.
  struct Vertex: Hashable, Sendable {
    var point: Point
    /// The control point before it.
    var `in`: Point
    /// The control point behind it.
    var out: Point

    /// A vertex with its control points, by default those of a corner.
    init(point: Point, in before: Point? = nil, out after: Point? = nil) {
      self.point = point
      `in` = before ?? point
      out = after ?? point
    }

    /// True where straight lines meet.
    var isCorner: Bool { `in` == point && out == point }
  }

  var vertices: [Vertex]
  var isClosed: Bool

  /// The factor of a radius for the control points of a quarter of a circle, as the format's other players have it.
  static let roundness = 0.5519

  init(_ vertices: [Vertex] = [], isClosed: Bool = false) {
    self.vertices = vertices
    self.isClosed = isClosed
  }

  /// Straight lines.
  init(corners: [Point], isClosed: Bool = true) {
    self.init(corners.map { Vertex(point: $0) }, isClosed: isClosed)
  }

  /// True if all of it is finite.
  var isFinite: Bool { vertices.allSatisfy { $0.point.isFinite && $0.in.isFinite && $0.out.isFinite } }

  /// The number of curves, the closing one counted.
  var segmentCount: Int { vertices.isEmpty ? 0 : vertices.count - (isClosed ? 0 : 1) }

  /// The curve from a vertex to the next one.
  func segment(_ index: Int) -> Path.Segment {
    let (from, to) = (vertices[index], vertices[(index + 1) % vertices.count])
    if from.out == from.point, to.in == to.point { return .line(from.point, to.point) }
    return .cubic(from.point, from.out, to.in, to.point)
  }

  /// The same with every point moved.
  func transformed(by transform: Transform) -> BezierPath {
    guard transform != .identity else { return self }
    return BezierPath(
      vertices.map {
        Vertex(point: transform.apply($0.point), in: transform.apply($0.in), out: transform.apply($0.out))
      }, isClosed: isClosed)
  }

  /// The same in the other direction.
  var reversed: BezierPath {
    BezierPath(vertices.reversed().map { Vertex(point: $0.point, in: $0.out, out: $0.in) }, isClosed: isClosed)
  }

  /// Adds it to an outline, its points moved.
  func append(to builder: inout PathBuilder, _ transform: Transform = .identity) {
    guard let first = vertices.first, vertices.count > 1 || isClosed else { return }
    let isMoved = transform != .identity
    func placed(_ p: Point) -> Point { isMoved ? transform.apply(p) : p }
    builder.move(to: placed(first.point))
    for index in 0..<segmentCount {
      switch segment(index) {
      case .line(_, let end):
        // Closing draws the last line.
        if !(isClosed && index == segmentCount - 1) { builder.line(to: placed(end)) }
      case .cubic(_, let a, let b, let end): builder.cubic(placed(a), placed(b), to: placed(end))
      case .quad(_, let a, let end): builder.quad(placed(a), to: placed(end))
      }
    }
    if isClosed { builder.close() }
  }

  /// The subpaths of an outline.
  static func paths(of path: Path) -> [BezierPath] {
    path.subpaths.compactMap { subpath in
      var vertices = [Vertex(point: subpath.start)]
      for segment in subpath.segments {
        switch segment {
        case .line(_, let end): vertices.append(Vertex(point: end))
        case .quad(let start, let control, let end):
          vertices[vertices.count - 1].out = start + (control - start) * (2 / 3)
          vertices.append(Vertex(point: end, in: end + (control - end) * (2 / 3)))
        case .cubic(_, let a, let b, let end):
          vertices[vertices.count - 1].out = a
          vertices.append(Vertex(point: end, in: b))
        }
      }
      if subpath.isClosed, vertices.count > 1, let last = vertices.last, last.point == vertices[0].point {
        vertices[0].in = last.in
        vertices.removeLast()
      }
      return BezierPath(vertices, isClosed: subpath.isClosed)
    }
  }
}
