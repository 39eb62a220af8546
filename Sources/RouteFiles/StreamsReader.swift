@_spi(Host) import Geography
import StageKit

/// The streams of an activity as Strava's interface hands them out: an object by their types, or a list of streams with a `type`.
///
/// Their times are seconds since the start. Distances and speeds are not read: they follow from positions and times.
struct StreamsReader {
  /// The start of the values of each stream, by its type.
  private var streams: [String: JSONReader.Position] = [:]

  /// The streams by which a file is recognized.
  static let types: Set = [
    "latlng", "time", "altitude", "heartrate", "cadence", "watts", "temp", "distance", "velocity_smooth",
    "grade_smooth", "moving",
  ]

  static func contents(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    try RouteJSON.read(bytes) { (file) throws(JSONFault) in
      var reader = StreamsReader()
      if file.json.peek() == UInt8(ascii: "[") {
        try file.elements { (file) throws(JSONFault) in try reader.find(nil, &file) }
      } else {
        try file.members { (file, name) throws(JSONFault) in try reader.find(name, &file) }
      }
      try file.json.expectEnd()
      return ([try reader.track(&file)], nil, file.remarks.texts)
    }
  }

  /// Passes over a stream, and keeps where its values begin: it is an object with `data`, or these alone.
  private mutating func find(_ key: String?, _ file: inout RouteJSON) throws(JSONFault) {
    _ = file.json.peek()
    var (type, data) = (key, file.json.position)
    try file.membersIfObject { (file, name) throws(JSONFault) in
      _ = file.json.peek()
      let start = file.json.position
      if name == "type", key == nil { type = try file.text() } else { try file.json.skipValue() }
      if name == "data" { data = start }
    }
    if let type { streams[type] = data }
  }

  private func track(_ file: inout RouteJSON) throws(JSONFault) -> RouteTrack {
    var places: [RouteTrack.Place?] = []
    try values("latlng", &file) { (file) throws(JSONFault) in places.append(try Self.place(&file)) }
    try set("time", &places, &file) { place, value, line, remarks in place.time = value }
    try set("altitude", &places, &file) { place, value, line, remarks in
      if heights.contains(value) { place.elevation = value } else { remarks.add(.heights, line: line) }
    }
    for (type, sensor) in [
      ("heartrate", Sensor.heartRate), ("cadence", .cadence), ("watts", .power), ("temp", .temperature),
    ] {
      try set(type, &places, &file) { sensor.set($1, of: &$0, line: $2, &$3) }
    }
    var track = RouteTrack(parts: [places.compactMap(\.self)])
    track.hasDates = false
    return track
  }

  /// Calls `read` at each value of a stream, if the file has it.
  private func values(
    _ type: String, _ file: inout RouteJSON, _ read: (inout RouteJSON) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard let start = streams[type] else { return }
    file.json.position = start
    try file.elementsIfArray(read)
  }

  /// Sets what a stream says of each place.
  private func set(
    _ type: String, _ places: inout [RouteTrack.Place?], _ file: inout RouteJSON,
    _ set: (inout RouteTrack.Place, Double, _ line: Int, inout RouteRemarks) -> Void
  ) throws(JSONFault) {
    var found: [(value: Double?, line: Int)] = []
    try values(type, &file) { (file) throws(JSONFault) in
      let line = file.line()
      found.append((try file.number(), line))
    }
    guard !places.isEmpty, found.count == places.count else {
      if !places.isEmpty, let first = found.first { file.remarks.add(.streams, line: first.line) }
      return
    }
    for (index, (value, line)) in found.enumerated() {
      if let value, var place = places[index] {
        set(&place, value, line, &file.remarks)
        places[index] = place
      }
    }
  }

  /// A pair of a latitude and a longitude; nil where the device knew none.
  private static func place(_ file: inout RouteJSON) throws(JSONFault) -> RouteTrack.Place? {
    let line = file.line()
    var numbers: [Double] = []
    try file.elementsIfArray { (file) throws(JSONFault) in if let number = try file.number() { numbers.append(number) }
    }
    guard !numbers.isEmpty else { return nil }
    guard numbers.count == 2, abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else {
      file.remarks.add(.positions, line: line)
      return nil
    }
    var place = RouteTrack.Place(Coordinate(longitude: numbers[1], latitude: numbers[0]))
    place.line = line
    return place
  }
}
