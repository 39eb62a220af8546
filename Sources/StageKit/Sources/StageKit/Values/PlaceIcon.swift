import Geometry
import Graphics

/// A sign for a kind of place on a map.
///
/// ```swift
/// PlaceIcon.summit.draw(at: Point(0, 0), .white, on: .black, .translation(200, 300), into: &frame.drawing)
/// ```
public enum PlaceIcon: Int, CaseIterable, Sendable {
  case station, sight, food, health, lodging, shop, school, summit, water, camp, parking, danger, view

  /// The radius of the disc below the sign, in points.
  public static let radius = 8.5

  /// The filled part, and the part drawn with a pen 1.3 points wide, within 5 points of (0, 0).
  public var outline: (fill: Path, lines: Path) {
    var (fill, lines) = (PathBuilder(), PathBuilder())
    func line(_ points: (Double, Double)...) { lines.polyline(points.map { Point($0.0, $0.1) }) }
    func shape(_ points: (Double, Double)...) { fill.polyline(points.map { Point($0.0, $0.1) }, closed: true) }
    switch self {
    case .station:
      line((-3, 1.6), (-3, -3.6), (3, -3.6), (3, 1.6), (-3, 1.6))
      line((-3, -0.9), (3, -0.9))
      line((-1.6, 2.2), (-3, 4.4))
      line((1.6, 2.2), (3, 4.4))
    case .sight:
      let corners = (0..<10).map { i in
        let (s, c) = sineAndCosine(degrees: Double(i) * 36)
        return Point(s, -c) * (i.isMultiple(of: 2) ? 5.2 : 2.2)
      }
      fill.polyline(corners, closed: true)
    case .food:
      line((-2.4, -4.4), (-2.4, 4.4))
      line((-4, -4.4), (-4, -1.6), (-2.4, -0.8), (-0.8, -1.6), (-0.8, -4.4))
      line((2.6, 4.4), (2.6, -4.2))
      shape((2.6, -4.6), (4.4, -2.6), (4.2, 0.6), (2.6, 0.6))
    case .health:
      shape(
        (-1.4, -4.4), (1.4, -4.4), (1.4, -1.4), (4.4, -1.4), (4.4, 1.4), (1.4, 1.4), (1.4, 4.4), (-1.4, 4.4),
        (-1.4, 1.4),
        (-4.4, 1.4), (-4.4, -1.4), (-1.4, -1.4))
    case .lodging:
      line((-4.4, -3.2), (-4.4, 3.4))
      line((-4.4, 1.6), (4.4, 1.6), (4.4, 3.4))
      shape((-0.6, -1.4), (3, -1.4), (4.4, 0.2), (4.4, 1.4), (-0.6, 1.4))
      fill.ellipse(in: Rect(center: Point(-2.4, -0.2), size: Size(2.4, 2.4)))
    case .shop:
      shape((-3.8, -1.6), (3.8, -1.6), (3.2, 4.2), (-3.2, 4.2))
      line((-1.9, -1.6), (-1.9, -3), (-1, -4.2), (1, -4.2), (1.9, -3), (1.9, -1.6))
    case .school:
      shape((0, -3.8), (5.2, -1.2), (0, 1.4), (-5.2, -1.2))
      shape((-2.8, 0.9), (0, 2.3), (2.8, 0.9), (2.8, 2.8), (0, 4), (-2.8, 2.8))
    case .summit: shape((-5.2, 3.4), (-1.4, -4), (0.7, -0.2), (2, -2), (5.2, 3.4))
    case .water:
      fill.move(to: Point(0, -5))
      fill.cubic(Point(2, -2), Point(3.4, -0.4), to: Point(3.4, 1.4))
      fill.cubic(Point(3.4, 5.6), Point(-3.4, 5.6), to: Point(-3.4, 1.4))
      fill.cubic(Point(-3.4, -0.4), Point(-2, -2), to: Point(0, -5))
      fill.close()
    case .camp:
      shape((0, -4.2), (5, 3.8), (-5, 3.8))
      // The door, which runs the other way around, is a hole.
      shape((0, 0), (-1.8, 3.8), (1.8, 3.8))
    case .parking:
      line((-1.7, 4.2), (-1.7, -4), (0.8, -4), (2.3, -3.3), (2.8, -1.9), (2.3, -0.5), (0.8, 0.2), (-1.7, 0.2))
    case .danger:
      line((0, -4.4), (4.6, 3.6), (-4.6, 3.6), (0, -4.4))
      line((0, -1.4), (0, 0.8))
      fill.ellipse(in: Rect(center: Point(0, 2.3), size: Size(1.3, 1.3)))
    case .view:
      line(
        (-4.6, -2.2), (-2, -2.2), (-1.2, -3.6), (1.2, -3.6), (2, -2.2), (4.6, -2.2), (4.6, 3.4), (-4.6, 3.4),
        (-4.6, -2.2))
      fill.ellipse(in: Rect(center: Point(0, 0.5), size: Size(3.4, 3.4)))
    }
    return (fill.path, lines.path)
  }

  /// Draws the sign in `back` on a disc in `color`, around a point that `transform` maps to the canvas.
  public func draw(
    at place: Point, _ color: Color, on back: Color, _ transform: Transform, into list: inout DisplayList
  ) {
    let disc = Path.circle(center: place, radius: Self.radius)
    list.fill(disc, color, transform: transform)
    list.stroke(disc, back.opacity(0.9), StrokeStyle(width: 1.4), transform: transform)
    let (fill, lines) = outline
    let moved = transform * .translation(place.x, place.y)
    list.fill(fill, back, transform: moved)
    list.stroke(lines, back, StrokeStyle(width: 1.3, cap: .round, join: .round), transform: moved)
  }
}
