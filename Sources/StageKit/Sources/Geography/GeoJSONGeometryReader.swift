import Geometry

extension GeoJSONReader {
  /// Nil for empty coordinates.
  mutating func geometry() throws(JSONFault) -> GeoJSON.Geometry? {
    let (type, offset) = try peekType()
    guard Self.geometryTypes.contains(type) else {
      throw JSONFault(offset: offset, problem: .unknownType(type, known: Self.geometryTypes))
    }
    var geometry: GeoJSON.Geometry?
    try members([type == "GeometryCollection" ? "geometries" : "coordinates"]) { (reader, _) throws(JSONFault) in
      switch type {
      case "Point": geometry = try reader.point()
      case "MultiPoint": geometry = Self.some(try reader.positions(minimum: 0)).map { .multiPoint($0) }
      case "LineString": geometry = Self.some(try reader.positions(minimum: 2)).map { .lineString($0) }
      case "MultiLineString": geometry = Self.some(try reader.lines()).map { .multiLineString($0) }
      case "Polygon": geometry = Self.some(try reader.rings()).map { .polygon($0) }
      case "MultiPolygon": geometry = Self.some(try reader.polygons()).map { .multiPolygon($0) }
      default: geometry = .collection(try reader.geometries())
      }
    }
    return geometry
  }

  private static func some<T>(_ list: [T]) -> [T]? { list.isEmpty ? nil : list }

  private mutating func geometries() throws(JSONFault) -> [GeoJSON.Geometry] {
    var geometries: [GeoJSON.Geometry] = []
    try json.beginArray()
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      if let geometry = try geometry() { geometries.append(geometry) }
    }
    return geometries
  }

  private mutating func point() throws(JSONFault) -> GeoJSON.Geometry? {
    let start = json.position
    try json.beginArray("a position")
    if json.take("]") { return nil }
    json.position = start
    return .point(try position())
  }

  private mutating func lines() throws(JSONFault) -> [[Coordinate]] {
    var lines: [[Coordinate]] = []
    try json.beginArray()
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) { lines.append(try positions(minimum: 2, mayBeEmpty: false)) }
    return lines
  }

  private mutating func polygons() throws(JSONFault) -> [[[Coordinate]]] {
    var polygons: [[[Coordinate]]] = []
    try json.beginArray()
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      _ = json.peek()
      let start = json.offset
      let rings = try rings()
      guard !rings.isEmpty else {
        throw JSONFault(offset: start, problem: .tooFew(what: "rings", count: 0, minimum: 1))
      }
      polygons.append(rings)
    }
    return polygons
  }

  private mutating func rings() throws(JSONFault) -> [[Coordinate]] {
    var rings: [[Coordinate]] = []
    try json.beginArray()
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      rings.append(try positions(minimum: 4, mayBeEmpty: false, isRing: true))
    }
    return rings
  }

  private mutating func positions(
    minimum: Int, mayBeEmpty: Bool = true, isRing: Bool = false
  ) throws(JSONFault) -> [Coordinate] {
    var positions: [Coordinate] = []
    _ = json.peek()
    let start = json.offset
    var last = start
    try json.beginArray("an array of positions")
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      _ = json.peek()
      last = json.offset
      positions.append(try position())
    }
    if mayBeEmpty, positions.isEmpty { return [] }
    guard positions.count >= minimum else {
      throw JSONFault(offset: start, problem: .tooFew(what: "positions", count: positions.count, minimum: minimum))
    }
    if isRing, positions.first != positions.last { throw JSONFault(offset: last, problem: .unclosedRing) }
    return positions
  }

  private mutating func position() throws(JSONFault) -> Coordinate {
    try json.beginArray("a position")
    _ = json.peek()
    let longitudeOffset = json.offset
    let longitude = try json.number("a longitude")
    guard json.take(",") else { throw json.unexpected("',' and a latitude") }
    _ = json.peek()
    let latitudeOffset = json.offset
    let latitude = try json.number("a latitude")
    var isFirst = false
    while try json.nextElement(isFirst: &isFirst) { _ = try json.number() }
    return try Self.checked(longitude: (longitude, longitudeOffset), latitude: (latitude, latitudeOffset))
  }

  @inline(__always)
  static func checked(
    longitude: (value: Double, offset: Int), latitude: (value: Double, offset: Int)
  ) throws(JSONFault) -> Coordinate {
    guard abs(longitude.value) <= 360 else {
      let problem = GeoJSONError.Problem.outOfRange(what: "longitude", value: longitude.value, limit: 360)
      throw JSONFault(offset: longitude.offset, problem: problem)
    }
    guard abs(latitude.value) <= 90 else {
      let problem = GeoJSONError.Problem.outOfRange(what: "latitude", value: latitude.value, limit: 90)
      throw JSONFault(offset: latitude.offset, problem: problem)
    }
    return Coordinate(longitude: longitude.value, latitude: latitude.value)
  }
}
