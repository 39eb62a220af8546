import StageKit

/// A mark of a route, drawn around its place.
struct RouteMark: Sendable {
  enum Kind: Hashable, Sendable {
    case start(String)
    case finish(String)
    /// The number of steps from the start.
    case distance(Int)
    /// The end of a lap, by its number.
    case lap(Int)
    case waypoint(String?, PlaceIcon? = nil)
  }

  struct Place: Sendable {
    var kind: Kind
    var coordinate: Coordinate
    /// Along the route, in meters.
    var distance: Double
    /// The time that is written after its text, in seconds; nil for none.
    var time: Double?

    /// The rank among labels that overlap: the lower ones are seen.
    var rank: Int {
      switch kind {
      case .start, .finish: 0
      case .waypoint, .lap: 1
      case .distance(let number): 2 + ([100, 50, 20, 10, 5, 2].firstIndex { number % $0 == 0 } ?? 6)
      }
    }
  }

  let place: Place
  /// Its dot or its flag, around the place.
  let sign: DisplayList
  /// Its text on a plate, above; empty where there is none.
  let text: DisplayList
  /// The letters of the text alone.
  let letters: DisplayList
  /// The bounds of the text's plate; nil without a text.
  let label: Rect?

  init(_ place: Place, _ parameters: RouteMarks.Parameters, _ context: any StageContext) throws {
    self.place = place
    let flag = Flag(height: parameters.type.size * 2.4)
    let locale = parameters.type.language ?? ""
    func number(_ value: Double) throws -> String {
      try context.message("{value, number, ::.###}", ["value": .number(value)], locale: locale)
    }
    var text: String
    switch place.kind {
    case .start(let words), .finish(let words): text = words
    case .waypoint(let name, _): text = name ?? ""
    case .distance(let count):
      text = parameters.text.replacing("#", with: try number(Double(count) * parameters.every))
    case .lap(let lap): text = (parameters.lap ?? "").replacing("#", with: try number(Double(lap)))
    }
    if let time = place.time {
      let words = try context.durationText(time.rounded(), locale: locale)
      text += text.isEmpty ? words : " · \(words)"
    }
    let lift: Double
    switch place.kind {
    case .start:
      sign = flag.drawing(parameters.color, isChecked: false)
      lift = flag.height
    case .finish:
      sign = flag.drawing(parameters.color, isChecked: true)
      lift = flag.height
    case .waypoint(_, let icon?):
      let radius = parameters.dot * 2
      sign = DisplayList { list in
        guard radius > 0 else { return }
        icon.draw(
          at: .zero, parameters.waypointColor, on: parameters.plate, .scale(radius / PlaceIcon.radius), into: &list)
      }
      lift = radius
    case .distance, .lap, .waypoint:
      var (color, radius) = (parameters.color, parameters.dot)
      if case .waypoint = place.kind { (color, radius) = (parameters.waypointColor, parameters.dot * 1.3) }
      sign = DisplayList { list in
        guard radius > 0 else { return }
        list.fill(.circle(center: .zero, radius: radius), parameters.plate)
        list.fill(.circle(center: .zero, radius: radius * 0.62), color)
      }
      lift = radius
    }
    guard !text.isEmpty else {
      (self.text, letters, label) = (DisplayList(), DisplayList(), nil)
      return
    }
    let layout = try parameters.type.layout(text, context)
    let padding = Size(parameters.type.size * 0.55, parameters.type.size * 0.28)
    let size = Size(layout.size.width + 2 * padding.width, layout.size.height + 2 * padding.height)
    let plate = Rect(
      x: -size.width / 2, y: -lift - parameters.type.size * 0.35 - size.height, width: size.width, height: size.height)
    label = plate
    let letters = DisplayList { list in
      list.fill(
        layout.outline, parameters.textColor,
        transform: .translation(plate.minX + padding.width, plate.minY + padding.height))
    }
    self.letters = letters
    self.text = DisplayList { list in
      list.fill(.roundedRect(plate, radius: min(size.width, size.height) / 2), parameters.plate)
      list.append(letters)
    }
  }
}

/// A flag on a pole, whose foot is at the origin.
private struct Flag {
  let height: Double

  func drawing(_ color: Color, isChecked: Bool) -> DisplayList {
    let cell = height * 0.16
    let (left, top) = (height * 0.03, -height)
    return DisplayList { list in
      let (columns, rows) = (4, 3)
      let cloth = Rect(x: left, y: top, width: cell * Double(columns), height: cell * Double(rows))
      list.fill(.rect(cloth), isChecked ? .white : color)
      if isChecked {
        for column in 0..<columns {
          for row in 0..<rows where (column + row).isMultiple(of: 2) {
            list.fill(
              .rect(
                Rect(x: left + cell * Double(column), y: top + cell * Double(row), width: cell, height: cell)),
              Color(hex: 0x0F172A))
          }
        }
      }
      let pole = Path.polyline([.zero, Point(0, -height)])
      list.stroke(pole, Color(hex: 0x0F172A), width: height * 0.07, cap: .round)
      list.stroke(pole, .white, width: height * 0.03, cap: .round)
    }
  }
}
