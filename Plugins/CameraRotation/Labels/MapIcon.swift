import StageKit

/// A sign for a kind of place on a map.
enum MapIcon: Int, CaseIterable, Sendable {
  case station, sight, food, health, lodging, shop, school

  /// An icon of a feature, by its tags; nil if there is none for it.
  init?(_ tag: (String) -> String?) {
    if tag("railway") == "station" || tag("public_transport") == "station" {
      self = .station
      return
    }
    switch (tag("amenity"), tag("tourism"), tag("historic"), tag("shop")) {
    case ("restaurant"?, _, _, _), ("cafe"?, _, _, _), ("bar"?, _, _, _), ("fast_food"?, _, _, _), ("pub"?, _, _, _):
      self = .food
    case ("hospital"?, _, _, _), ("clinic"?, _, _, _), ("pharmacy"?, _, _, _), ("doctors"?, _, _, _): self = .health
    case ("school"?, _, _, _), ("university"?, _, _, _), ("college"?, _, _, _), ("library"?, _, _, _): self = .school
    case (_, "hotel"?, _, _), (_, "hostel"?, _, _), (_, "guest_house"?, _, _), (_, "apartment"?, _, _): self = .lodging
    case (_, .some, _, _), (_, _, .some, _), ("theatre"?, _, _, _), ("place_of_worship"?, _, _, _): self = .sight
    case (_, _, _, .some): self = .shop
    default:
      switch tag("building") {
      case "hotel": self = .lodging
      case "hospital": self = .health
      case "school", "university": self = .school
      case "church", "cathedral", "chapel", "mosque", "synagogue", "temple", "castle": self = .sight
      case "train_station": self = .station
      default: return nil
      }
    }
  }

  /// The radius of the disc below the sign, in points.
  static let radius = 8.5

  /// The filled part, and the part drawn with a pen 1.3 points wide, within 5 points of (0, 0).
  var outline: (fill: Path, lines: Path) {
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
    }
    return (fill.path, lines.path)
  }

  /// Draws the sign on its disc around a place of the text's space.
  func draw(at place: Point, _ color: Color, on back: Color, _ transform: Transform, into list: inout DisplayList) {
    let disc = Path.circle(center: place, radius: Self.radius)
    list.fill(disc, color, transform: transform)
    list.stroke(disc, back.opacity(0.9), StrokeStyle(width: 1.4), transform: transform)
    let (fill, lines) = outline
    let moved = transform * .translation(place.x, place.y)
    list.fill(fill, back, transform: moved)
    list.stroke(lines, back, StrokeStyle(width: 1.3, cap: .round, join: .round), transform: moved)
  }
}
