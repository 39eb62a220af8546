@_spi(Host) import Geography
import StageKit

/// Answers of routing services with encoded polylines: OSRM's and Mapbox's (also those of openrouteservice and of Google), Valhalla's
/// and GraphHopper's. Each route is a way.
struct DirectionsReader {
  /// The members of an object by which it is recognized.
  static let members: Set = ["routes", "matchings", "trips", "trip", "paths"]

  /// A route's geometry.
  private struct Geometry {
    /// The place of its value.
    var start: JSONReader.Position
    /// Its decimals where the format fixes them.
    var precision: EncodedPolyline.Precision?
    /// True where an encoded polyline has a height after each longitude, in hundredths of a meter.
    var hasHeights = false
  }

  /// Each has more than one geometry where it has legs.
  private var routes: [[Geometry]] = []
  /// Places that the routes pass, or begin at.
  private var waypoints: [Coordinate] = []
  /// The decimals of all polylines that do not say theirs; nil until the first of them is read.
  private var precision: EncodedPolyline.Precision?

  static func contents(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    try RouteJSON.read(bytes) { (file) throws(JSONFault) in
      var reader = DirectionsReader()
      try reader.find(&file)
      try file.json.expectEnd()
      var tracks: [RouteTrack] = []
      for route in reader.routes { tracks.append(try reader.track(of: route, &file)) }
      return (tracks, nil, file.remarks.texts)
    }
  }

  // MARK: Finding geometries

  private mutating func find(_ file: inout RouteJSON) throws(JSONFault) {
    var (routes, waypoints): ([[Geometry]], [Coordinate]) = ([], [])
    try file.members { (file, name) throws(JSONFault) in
      switch name {
      case "routes", "matchings", "trips":
        try file.elementsIfArray { (file) throws(JSONFault) in
          routes.append(try Self.route(&file, &waypoints))
        }
      case "waypoints", "tracepoints": waypoints += try Self.locations(&file)
      case "trip": routes.append(try Self.legs(&file))
      case "alternates":
        try file.elementsIfArray { (file) throws(JSONFault) in
          try file.membersIfObject { (file, name) throws(JSONFault) in
            if name == "trip" { routes.append(try Self.legs(&file)) } else { try file.json.skipValue() }
          }
        }
      case "paths": try file.elementsIfArray { (file) throws(JSONFault) in routes.append(try Self.path(&file)) }
      default: try file.json.skipValue()
      }
    }
    (self.routes, self.waypoints) = (routes, waypoints)
  }

  /// Passes over a value, and says where it began.
  private static func position(_ file: inout RouteJSON) throws(JSONFault) -> JSONReader.Position {
    _ = file.json.peek()
    let start = file.json.position
    try file.json.skipValue()
    return start
  }

  /// OSRM's `geometry`, Google's `overview_polyline` or `polyline`.
  private static func route(_ file: inout RouteJSON, _ waypoints: inout [Coordinate]) throws(JSONFault) -> [Geometry] {
    var geometries: [Geometry] = []
    var found: [Coordinate] = []
    var hasHeights = false
    try file.membersIfObject { (file, name) throws(JSONFault) in
      switch name {
      case "geometry": geometries.append(Geometry(start: try position(&file)))
      case "overview_polyline", "polyline":
        try file.membersIfObject { (file, name) throws(JSONFault) in
          let start = try position(&file)
          if name == "points" || name == "encodedPolyline" {
            geometries.append(Geometry(start: start, precision: .five))
          }
        }
      case "waypoints": found = try locations(&file)
      case "bbox": hasHeights = try isRaised(&file)
      default: try file.json.skipValue()
      }
    }
    waypoints += found
    for index in geometries.indices { geometries[index].hasHeights = hasHeights }
    return geometries
  }

  /// True for a box with heights: answers with such a box have polylines with heights.
  private static func isRaised(_ file: inout RouteJSON) throws(JSONFault) -> Bool {
    var count = 0
    try file.elementsIfArray { (file) throws(JSONFault) in
      count += 1
      try file.json.skipValue()
    }
    return count == 6
  }

  /// Valhalla's `shape` of each leg, with 6 decimals.
  private static func legs(_ file: inout RouteJSON) throws(JSONFault) -> [Geometry] {
    var geometries: [Geometry] = []
    try file.membersIfObject { (file, name) throws(JSONFault) in
      guard name == "legs" else { return try file.json.skipValue() }
      try file.elementsIfArray { (file) throws(JSONFault) in
        try file.membersIfObject { (file, name) throws(JSONFault) in
          let start = try position(&file)
          if name == "shape" { geometries.append(Geometry(start: start, precision: .six)) }
        }
      }
    }
    return geometries
  }

  /// GraphHopper's `points`, whose `points_encoded_multiplier` is 1e5 unless it says otherwise.
  private static func path(_ file: inout RouteJSON) throws(JSONFault) -> [Geometry] {
    var (start, multiplier): (JSONReader.Position?, Double?) = (nil, nil)
    var hasHeights = false
    try file.membersIfObject { (file, name) throws(JSONFault) in
      switch name {
      case "points": start = try position(&file)
      case "points_encoded_multiplier": multiplier = try file.number()
      case "bbox": hasHeights = try isRaised(&file)
      default: try file.json.skipValue()
      }
    }
    guard let start else { return [] }
    return [Geometry(start: start, precision: multiplier == 1e6 ? .six : .five, hasHeights: hasHeights)]
  }

  /// The `location` of each waypoint: a longitude and a latitude.
  private static func locations(_ file: inout RouteJSON) throws(JSONFault) -> [Coordinate] {
    var result: [Coordinate] = []
    try file.elementsIfArray { (file) throws(JSONFault) in
      try file.membersIfObject { (file, name) throws(JSONFault) in
        guard name == "location" else { return try file.json.skipValue() }
        var numbers: [Double] = []
        try file.elementsIfArray { (file) throws(JSONFault) in
          if let number = try file.number() { numbers.append(number) }
        }
        if numbers.count == 2 { result.append(Coordinate(longitude: numbers[0], latitude: numbers[1])) }
      }
    }
    return result
  }

  // MARK: Reading geometries

  /// Legs go on where the one before ended.
  private mutating func track(of geometries: [Geometry], _ file: inout RouteJSON) throws(JSONFault) -> RouteTrack {
    var places: [RouteTrack.Place] = []
    for geometry in geometries {
      file.json.position = geometry.start
      var more = try read(geometry, &file)
      if let last = places.last, more.first?.coordinate == last.coordinate { more.removeFirst() }
      places += more
    }
    return RouteTrack(parts: [places])
  }

  /// A string is an encoded polyline, an object a line of GeoJSON.
  private mutating func read(_ geometry: Geometry, _ file: inout RouteJSON) throws(JSONFault) -> [RouteTrack.Place] {
    let line = file.line()
    guard file.json.peek() == UInt8(ascii: "\"") else {
      let start = file.json.offset
      try file.json.skipValue()
      let text = Array(file.json.bytes[start..<file.json.offset])
      if text.first == UInt8(ascii: "{") { return try Self.geoJSON(text, at: start).flatMap(\.places) }
      return []
    }
    let (text, heights) = Self.parts(try file.json.string(), hasHeights: geometry.hasHeights)
    guard let precision = geometry.precision ?? precision(of: text),
      let decoded = try? EncodedPolyline.decode(text, precision: precision)
    else {
      file.remarks.add(.polylines, line: line)
      return []
    }
    var places = decoded.map { RouteTrack.Place($0) }
    for (index, height) in zip(places.indices, heights) { places[index].elevation = height }
    if geometry.precision == nil, waypoints.isEmpty { file.remarks.add(.precision, line: line) }
    return places
  }

  /// The decimals with which a polyline begins nearest to a waypoint, which are those of all others: an answer has one format. Nil
  /// where it can be read with none.
  private mutating func precision(of text: String) -> EncodedPolyline.Precision? {
    // An empty one says nothing of the others.
    if precision != nil || text.isEmpty { return precision ?? .five }
    let choices: [EncodedPolyline.Precision] = waypoints.isEmpty ? [.five] : [.five, .six]
    let found = choices.compactMap { choice in
      (try? EncodedPolyline.decode(text, precision: choice)).map { line in
        // Other decimals lead ten times as far from 0° north and 0° east, and so off the waypoints.
        (choice, line.first.flatMap { first in waypoints.map { first.rhumbDistance(to: $0) }.min() } ?? 0)
      }
    }
    precision = found.min { $0.1 < $1.1 }?.0
    return precision
  }

  /// An encoded polyline without its heights, and these in meters.
  private static func parts(_ text: String, hasHeights: Bool) -> (text: String, heights: [Double]) {
    guard hasHeights else { return (text, []) }
    var (rest, heights): ([UInt8], [Double]) = ([], [])
    var (number, value, shift, height) = (0, 0, 0, 0)
    for byte in text.utf8 {
      let bits = Int(byte) - 63
      if number < 2 { rest.append(byte) } else if shift < 60 { value |= (bits & 0x1F) << shift }
      shift += 5
      guard bits & 0x20 == 0 else { continue }
      if number == 2 {
        height &+= value & 1 == 0 ? value >> 1 : ~(value >> 1)
        heights.append(Double(height) / 100)
      }
      (number, value, shift) = ((number + 1) % 3, 0, 0)
    }
    return (String(decoding: rest, as: UTF8.self), heights)
  }

  private static func geoJSON(_ text: [UInt8], at start: Int) throws(JSONFault) -> [RouteTrack] {
    do {
      return try GeoJSON.parse(text).tracks
    } catch {
      throw JSONFault(offset: start + error.offset, problem: error.problem)
    }
  }
}
