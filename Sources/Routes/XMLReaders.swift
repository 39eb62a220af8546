import StageKit

/// Files of GPS Exchange Format 1.0 and 1.1: tracks, whose segments are parts, and then routes.
enum GPXReader {
  static func tracks(_ tree: XMLTree) -> [RouteTrack] {
    let tracks = tree.root.children("trk").map { track in
      RouteTrack(
        name: track.text("name"), parts: track.children("trkseg").map(\.places))
    }
    let routes = tree.root.children("rte").map { route in
      RouteTrack(name: route.text("name"), parts: [route.places])
    }
    return tracks + routes
  }

  static func place(_ point: XMLTree.Element) -> RouteTrack.Place? {
    guard let coordinate = coordinate(point.attributes["lon"], point.attributes["lat"]) else { return nil }
    return RouteTrack.Place(
      coordinate, elevation: point.text("ele").flatMap(number), time: point.text("time").flatMap(seconds))
  }
}

/// Files of Garmin's Training Center: activities and courses, whose tracks are parts.
enum TCXReader {
  static func tracks(_ tree: XMLTree) -> [RouteTrack] {
    (tree.root.all("Activity") + tree.root.all("Course")).map { way in
      RouteTrack(
        name: way.text("Name") ?? way.text("Id"),
        parts: way.all("Track").map(\.places))
    }
  }

  static func place(_ point: XMLTree.Element) -> RouteTrack.Place? {
    guard let position = point.first("Position"),
      let coordinate = coordinate(position.text("LongitudeDegrees"), position.text("LatitudeDegrees"))
    else { return nil }
    return RouteTrack.Place(
      coordinate, elevation: point.text("AltitudeMeters").flatMap(number), time: point.text("Time").flatMap(seconds))
  }
}

/// Files of Keyhole Markup Language: each placemark's lines and tracks are parts of a way.
enum KMLReader {
  static func tracks(_ tree: XMLTree) -> [RouteTrack] {
    tree.root.all("Placemark").map { mark in RouteTrack(name: mark.text("name"), parts: parts(of: mark)) }
  }

  private static func parts(of element: XMLTree.Element) -> [[RouteTrack.Place]] {
    element.children.flatMap { child -> [[RouteTrack.Place]] in
      switch child.name {
      case "LineString", "LinearRing": [line(child.text("coordinates") ?? "")]
      case "Track": [track(child)]
      case "MultiGeometry", "MultiTrack": parts(of: child)
      default: []
      }
    }
  }

  /// Groups of `longitude,latitude,altitude`.
  private static func line(_ text: String) -> [RouteTrack.Place] {
    text.split(whereSeparator: \.isWhitespace).compactMap { group in
      let numbers = group.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard numbers.count >= 2, let coordinate = coordinate(numbers[0], numbers[1]) else { return nil }
      return RouteTrack.Place(coordinate, elevation: numbers.count > 2 ? number(numbers[2]) : nil)
    }
  }

  /// Instants and places come in two lists of equal order.
  private static func track(_ element: XMLTree.Element) -> [RouteTrack.Place] {
    let times = element.children("when").map { seconds(trimmed($0.text)) }
    return element.children("coord").enumerated().compactMap { index, coord in
      let numbers = coord.text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard numbers.count >= 2, let coordinate = coordinate(numbers[0], numbers[1]) else { return nil }
      return RouteTrack.Place(
        coordinate, elevation: numbers.count > 2 ? number(numbers[2]) : nil,
        time: times.indices.contains(index) ? times[index] : nil)
    }
  }
}

/// Degrees within the world; nil for what is none.
private func coordinate(_ longitude: String?, _ latitude: String?) -> Coordinate? {
  guard let longitude = longitude.flatMap(number), let latitude = latitude.flatMap(number), abs(longitude) <= 360,
    abs(latitude) <= 90
  else { return nil }
  return Coordinate(longitude: longitude, latitude: latitude)
}

/// A finite number.
private func number(_ text: String) -> Double? { Double(trimmed(text)).flatMap { $0.isFinite ? $0 : nil } }

/// Seconds since 1970 of an instant as XML Schema writes it: `2012-10-24T23:29:40.5Z`, `…+02:00`; without a zone, in UTC.
func seconds(_ text: String) -> Double? {
  let parts = text.split(separator: "T", maxSplits: 1)
  let date = parts[safe: 0]?.split(separator: "-").compactMap { Int($0) } ?? []
  guard parts.count == 2, date.count == 3, (1...12).contains(date[1]), (1...31).contains(date[2]),
    (1...9999).contains(date[0])
  else { return nil }
  var clock = parts[1]
  var zone = 0.0
  if clock.last == "Z" {
    clock.removeLast()
  } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
    let digits = clock[clock.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 4, let value = Int(digits) else { return nil }
    zone = Double((value / 100) * 3600 + (value % 100) * 60) * (clock[sign] == "-" ? -1 : 1)
    clock = clock[..<sign]
  }
  let time = clock.split(separator: ":").compactMap { Double($0) }
  guard (2...3).contains(time.count), time.allSatisfy({ $0 >= 0 && $0 < 61 }) else { return nil }
  return Double(days(date[0], date[1], date[2])) * 86_400 + time[0] * 3600 + time[1] * 60 + (time[safe: 2] ?? 0) - zone
}

/// Days since 1970 began, in the Gregorian calendar. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
private func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
  let year = month <= 2 ? year - 1 : year
  let era = year / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

extension Collection {
  fileprivate subscript(safe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
