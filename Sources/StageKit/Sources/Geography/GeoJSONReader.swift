import Geometry

/// Reads GeoJSON's objects; the type of each is looked up before its members are read, wherever it is.
struct GeoJSONReader {
  var json: JSONReader

  init(_ bytes: [UInt8]) { json = JSONReader(bytes) }

  mutating func document() throws(JSONFault) -> GeoJSON.FeatureCollection {
    let (type, offset) = try peekType()
    var collection = GeoJSON.FeatureCollection(features: [])
    switch type {
    case "FeatureCollection": collection = try featureCollection()
    case "Feature": collection.features = [try feature()]
    case _ where Self.geometryTypes.contains(type):
      collection.features = [GeoJSON.Feature(geometry: try geometry())]
    default:
      let known = ["FeatureCollection", "Feature"] + Self.geometryTypes
      throw JSONFault(offset: offset, problem: .unknownType(type, known: known))
    }
    try json.expectEnd()
    return collection
  }

  static let geometryTypes = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// The "type" of the object that comes next, and its offset; the reader stays before the object.
  mutating func peekType() throws(JSONFault) -> (name: String, offset: Int) {
    _ = json.peek()
    let start = json.position
    try json.beginObject()
    var isFirst = true
    while let member = try json.nextMember(isFirst: &isFirst) {
      guard member == "type" else {
        try json.skipValue()
        continue
      }
      _ = json.peek()
      let offset = json.offset
      let name = try json.string("the name of a type")
      json.position = start
      return (name, offset)
    }
    throw JSONFault(offset: start.offset, problem: .missing(member: "type"))
  }

  /// Calls `read` with the name of each member of the object that comes next. Of the members in `names`, none may
  /// come twice, and the first must come.
  mutating func members(
    _ names: [String], _ read: (inout Self, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    _ = json.peek()
    let start = json.offset
    try json.beginObject()
    var seen: [String] = []
    var isFirst = true
    while let member = try json.nextMember(isFirst: &isFirst) {
      guard names.contains(member) else {
        try json.skipValue()
        continue
      }
      _ = json.peek()
      guard !seen.contains(member) else {
        throw JSONFault(offset: json.offset, problem: .repeated(member: member))
      }
      seen.append(member)
      try read(&self, member)
    }
    if let needed = names.first, !seen.contains(needed) {
      throw JSONFault(offset: start, problem: .missing(member: needed))
    }
  }
}

extension GeoJSONReader {
  private mutating func featureCollection() throws(JSONFault) -> GeoJSON.FeatureCollection {
    var collection = GeoJSON.FeatureCollection(features: [])
    try members(["features", "bbox", "attribution"]) { (reader, member) throws(JSONFault) in
      switch member {
      case "features": collection.features = try reader.features()
      case "bbox": collection.boundingBox = try reader.boundingBox()
      default:
        if reader.json.peek() == UInt8(ascii: "\"") {
          collection.attribution = try reader.json.string()
        } else {
          try reader.json.skipValue()
        }
      }
    }
    return collection
  }

  private mutating func features() throws(JSONFault) -> [GeoJSON.Feature] {
    var features: [GeoJSON.Feature] = []
    try json.beginArray()
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) { features.append(try feature()) }
    return features
  }

  private mutating func feature() throws(JSONFault) -> GeoJSON.Feature {
    let (type, offset) = try peekType()
    guard type == "Feature" else {
      throw JSONFault(offset: offset, problem: .unknownType(type, known: ["Feature"]))
    }
    var feature = GeoJSON.Feature(geometry: nil)
    try members(["geometry", "properties", "id"]) { (reader, member) throws(JSONFault) in
      switch member {
      case "geometry": if try !reader.takeNull() { feature.geometry = try reader.geometry() }
      case "properties": if try !reader.takeNull() { feature.properties = try reader.properties() }
      default:
        let isString = reader.json.peek() == UInt8(ascii: "\"")
        feature.id =
          isString ? .string(try reader.json.string()) : .number(try reader.json.number("a string or a number"))
      }
    }
    return feature
  }

  private mutating func takeNull() throws(JSONFault) -> Bool {
    guard json.peek() == UInt8(ascii: "n") else { return false }
    try json.null()
    return true
  }

  private mutating func properties() throws(JSONFault) -> [GeoJSON.Property] {
    var properties: [GeoJSON.Property] = []
    try json.beginObject()
    var isFirst = true
    while let name = try json.nextMember(isFirst: &isFirst) {
      properties.append(GeoJSON.Property(name: name, value: try value()))
    }
    return properties
  }

  private mutating func value() throws(JSONFault) -> GeoJSON.Value {
    switch UnicodeScalar(json.peek()) {
    case "\"": return .string(try json.string())
    case "t", "f": return .bool(try json.bool())
    case "n":
      try json.null()
      return .null
    case "{", "[":
      let start = json.offset
      try json.skipValue()
      guard let text = String(validating: json.bytes[start..<json.offset], as: UTF8.self) else {
        throw JSONFault(offset: start, problem: .invalidUTF8)
      }
      return .nested(text)
    default: return .number(try json.number("a value"))
    }
  }

  /// West, south, east and north, or six numbers with the altitudes in between.
  private mutating func boundingBox() throws(JSONFault) -> GeoJSON.BoundingBox {
    let start = json.offset
    var corners: [(value: Double, offset: Int)] = []
    try json.beginArray()
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      _ = json.peek()
      let offset = json.offset
      corners.append((try json.number(), offset))
    }
    guard corners.count == 4 || corners.count == 6 else {
      throw JSONFault(offset: start, problem: .badBoundingBox(count: corners.count))
    }
    let north = corners.count / 2
    return GeoJSON.BoundingBox(
      southWest: try Self.checked(longitude: corners[0], latitude: corners[1]),
      northEast: try Self.checked(longitude: corners[north], latitude: corners[north + 1]))
  }
}
