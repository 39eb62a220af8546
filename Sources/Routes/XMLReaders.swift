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

  /// A point of a track or a route, and what Garmin's extensions have of the way to a route's next one.
  static func places(_ point: XMLTree.Element, _ remarks: inout RouteRemarks) -> [RouteTrack.Place] {
    let own = coordinate(of: point, &remarks).map { coordinate in
      RouteTrack.Place(
        coordinate, elevation: elevation(point.first("ele"), &remarks), time: time(point.first("time"), &remarks))
    }
    let way = point.all("rpt").compactMap { coordinate(of: $0, &remarks).map { RouteTrack.Place($0) } }
    return (own.map { [$0] } ?? []) + way
  }

  private static func coordinate(of point: XMLTree.Element, _ remarks: inout RouteRemarks) -> Coordinate? {
    let result = degrees(point.attributes["lon"], point.attributes["lat"])
    if result == nil { remarks.add(.positions, line: point.line) }
    return result
  }
}

/// Files of Garmin's Training Center: activities and courses, whose tracks are parts. A lap goes on where the one before ended.
enum TCXReader {
  /// Devices record a point each few seconds: where more passes between laps, they were paused.
  private static let longestStep = 10.0

  static func tracks(_ tree: XMLTree) -> [RouteTrack] {
    (tree.root.all("Activity") + tree.root.all("Course")).map { way in
      var parts: [[RouteTrack.Place]] = []
      for lap in way.children {
        let tracks = (lap.name == "Track" ? [lap] : lap.all("Track")).map(\.places).filter { !$0.isEmpty }
        for (index, places) in tracks.enumerated() {
          if index == 0, lap.name == "Lap", let last = parts.last?.last, goesOn(from: last, to: places[0]) {
            parts[parts.count - 1] += places
          } else {
            parts.append(places)
          }
        }
      }
      return RouteTrack(name: way.text("Name") ?? way.text("Id"), parts: parts)
    }
  }

  private static func goesOn(from last: RouteTrack.Place, to next: RouteTrack.Place) -> Bool {
    guard let before = last.time, let after = next.time else { return true }
    return (0...longestStep).contains(after - before)
  }

  static func places(_ point: XMLTree.Element, _ remarks: inout RouteRemarks) -> [RouteTrack.Place] {
    // Devices record without positions, too.
    guard let position = point.first("Position") else { return [] }
    guard let coordinate = degrees(position.text("LongitudeDegrees"), position.text("LatitudeDegrees")) else {
      remarks.add(.positions, line: position.line)
      return []
    }
    return [
      RouteTrack.Place(
        coordinate, elevation: elevation(point.first("AltitudeMeters"), &remarks),
        time: time(point.first("Time"), &remarks))
    ]
  }
}

/// Files of Keyhole Markup Language: each placemark's lines and tracks are parts of a way.
struct KMLReader {
  private var remarks = RouteRemarks()
  private let isCutOff: Bool

  static func contents(_ tree: XMLTree) -> RouteFile.Contents {
    var reader = KMLReader(isCutOff: tree.fault != nil)
    let tracks = tree.root.all("Placemark").map { mark in
      RouteTrack(name: mark.text("name"), parts: reader.parts(of: mark, altitudeMode: nil))
    }
    return (tracks, tree.fault, reader.remarks.texts)
  }

  private init(isCutOff: Bool) { self.isCutOff = isCutOff }

  private mutating func parts(of element: XMLTree.Element, altitudeMode outer: String?) -> [[RouteTrack.Place]] {
    var result: [[RouteTrack.Place]] = []
    for child in element.children {
      let mode = child.text("altitudeMode") ?? outer
      switch child.name {
      case "LineString", "LinearRing": result.append(Self.heights(of: line(child), in: mode))
      case "Track": result.append(Self.heights(of: track(child), in: mode))
      case "MultiTrack":
        let parts = parts(of: child, altitudeMode: mode)
        // Without interpolation there is a gap from the end of a track to the start of the next.
        result += ["1", "true"].contains(child.text("interpolate") ?? "") ? [parts.flatMap(\.self)] : parts
      case "MultiGeometry": result += parts(of: child, altitudeMode: mode)
      default: break
      }
    }
    return result
  }

  /// Heights are above the sea where they are absolute. Where they are to be ignored, as by default, many writers have zeros.
  private static func heights(of part: [RouteTrack.Place], in mode: String?) -> [RouteTrack.Place] {
    let isRelative = mode?.hasPrefix("relative") ?? false
    guard isRelative || mode != "absolute" && part.allSatisfy({ $0.elevation ?? 0 == 0 }) else { return part }
    return part.map { RouteTrack.Place($0.coordinate, time: $0.time) }
  }

  /// Groups of `longitude,latitude,altitude`.
  private mutating func line(_ element: XMLTree.Element) -> [RouteTrack.Place] {
    guard let list = element.first("coordinates") else { return [] }
    return list.text.split(whereSeparator: \.isWhitespace).compactMap { group in
      place(group.split(separator: ",", omittingEmptySubsequences: false).map(String.init), line: list.line)
    }
  }

  /// Instants and places come in two lists of equal order.
  private mutating func track(_ element: XMLTree.Element) -> [RouteTrack.Place] {
    let (instants, coords) = (element.children("when"), element.children("coord"))
    let isEven = instants.isEmpty || instants.count == coords.count || isCutOff && instants.count > coords.count
    if !isEven { remarks.add(.lists, line: element.line) }
    var result: [RouteTrack.Place] = []
    for (index, coord) in coords.enumerated() {
      let numbers = coord.text.split(whereSeparator: \.isWhitespace).map(String.init)
      // An empty one says that there is no position at its instant.
      guard !numbers.isEmpty, var place = place(numbers, line: coord.line) else { continue }
      if isEven, instants.indices.contains(index) { place.time = time(instants[index], &remarks) }
      result.append(place)
    }
    return result
  }

  /// A place with a longitude, a latitude and, perhaps, a height.
  private mutating func place(_ numbers: [String], line: Int) -> RouteTrack.Place? {
    guard numbers.count >= 2, let coordinate = degrees(numbers[0], numbers[1]) else {
      remarks.add(.positions, line: line)
      return nil
    }
    let elevation = numbers.count > 2 ? height(numbers[2]) : nil
    if numbers.count > 2, elevation == nil, !numbers[2].isEmpty { remarks.add(.heights, line: line) }
    return RouteTrack.Place(coordinate, elevation: elevation)
  }
}

/// In meters; nil for what is no number, or none on earth: devices write such as -32768 where they know no height.
private func height(_ text: String) -> Double? {
  number(text).flatMap { (-12_000...1_000_000).contains($0) ? $0 : nil }
}

/// The elevation of an element that may have one.
private func elevation(_ element: XMLTree.Element?, _ remarks: inout RouteRemarks) -> Double? {
  read(element, .heights, &remarks, height)
}

private func time(_ element: XMLTree.Element?, _ remarks: inout RouteRemarks) -> Double? {
  read(element, .times, &remarks, seconds)
}

/// Nil without a text, and where it cannot be read, which is remarked.
private func read(
  _ element: XMLTree.Element?, _ kind: RouteRemarks.Kind, _ remarks: inout RouteRemarks, _ value: (String) -> Double?
) -> Double? {
  guard let element, case let text = trimmed(element.text), !text.isEmpty else { return nil }
  let result = value(text)
  if result == nil { remarks.add(kind, line: element.line) }
  return result
}

/// Degrees within the world; nil for what is none.
private func degrees(_ longitude: String?, _ latitude: String?) -> Coordinate? {
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
  guard (2...3).contains(time.count), time.allSatisfy({ $0 >= 0 && $0 < 61 }), time[0] <= 24, time[1] < 60 else {
    return nil
  }
  let day = days(date[0], date[1], date[2])
  guard day < days(date[0], date[1] + 1, 1) else { return nil }
  return Double(day) * 86_400 + time[0] * 3600 + time[1] * 60 + (time[safe: 2] ?? 0) - zone
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
