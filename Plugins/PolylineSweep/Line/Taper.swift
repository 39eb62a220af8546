import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The widths of a line at the route's end and at its tail, as parameters.
struct TaperParameters: ParameterGroup {
  @Parameter("The line's width at the route's end; on the way there it changes evenly from 'width'.", .nonnegative())
  var endWidth: Double?
  @Parameter("The line's width at its tail; from there to the head it grows evenly.", .nonnegative())
  var tailWidth: Double?
}

/// A line whose width changes along the route, or from its tail to its head.
struct Taper: Sendable {
  private let width: Double
  private let endWidth: Double
  /// The tail's width as a multiple of what it would be on its own.
  private let tailShare: Double

  /// Nil for a line of one width.
  init?(_ parameters: TaperParameters, width: Double) {
    guard parameters.endWidth != nil || parameters.tailWidth != nil else { return nil }
    self.width = width
    endWidth = parameters.endWidth ?? width
    tailShare = parameters.tailWidth.map { width > 0 ? $0 / width : 1 } ?? 1
  }

  /// The widest it gets.
  var maxWidth: Double { max(width, endWidth) * max(tailShare, 1) }

  /// The width at a distance along a route.
  func width(at way: Double, of length: Double, _ window: Sweep.Window) -> Double {
    let share = window.isEmpty ? 1 : (way - window.tail) / (window.head - window.tail)
    return (width + (endWidth - width) * way / length) * (tailShare + (1 - tailShare) * min(max(share, 0), 1))
  }

  /// The area that a round pen of the given width at each point covers: the union of a disc at each point and of the
  /// areas between neighbors. Nonzero winding draws it without seams.
  static func outline(_ points: [(place: Point, width: Double)]) -> Path {
    Path { path in
      for (a, b) in zip(points, points.dropFirst()) where a.place != b.place {
        let way = (b.place - a.place).normalized
        let side = Point(-way.y, way.x)
        path.polyline(
          [
            a.place + side * (a.width / 2), b.place + side * (b.width / 2), b.place - side * (b.width / 2),
            a.place - side * (a.width / 2),
          ], closed: true)
      }
      for point in points where point.width > 0 {
        path.polyline(disc.map { point.place + $0 * (point.width / 2) }, closed: true)
      }
    }
  }

  /// Corners of a disc, turning as the quadrilaterals above do; it is off by a 200th of its radius at most.
  private static let disc = (0..<32).map { step -> Point in
    let (sine, cosine) = sineAndCosine(degrees: -360 * Double(step) / 32)
    return Point(cosine, sine)
  }
}
