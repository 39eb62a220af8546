@_spi(Host) import Geography
@_spi(Host) import StageKit

/// JSON files with ways, whose format follows from the members of the first object.
enum JSONRoutes {
  private enum Format { case geoJSON, timeline, streams, directions }

  static func contents(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    let format = try RouteJSON.read(bytes, format)
    switch format {
    case .timeline: return try TimelineReader.contents(bytes)
    case .streams: return try StreamsReader.contents(bytes)
    case .directions: return try DirectionsReader.contents(bytes)
    case .geoJSON, nil:
      do throws(GeoJSONError) {
        return (try GeoJSON.parse(bytes).tracks, nil, [])
      } catch {
        throw RouteFileError(
          error.message, at: "\(error.line):\(error.column)",
          hint: format == nil ? "Use \(RouteFormat.names)." : nil)
      }
    }
  }

  /// The format of the first member that tells it; nil where none does.
  private static func format(_ file: inout RouteJSON) throws(JSONFault) -> Format? {
    let isList = file.json.peek() == UInt8(ascii: "[")
    if isList {
      try file.json.beginArray()
      // A phone's timeline that is empty.
      guard file.json.peek() == UInt8(ascii: "{") else {
        return file.json.peek() == UInt8(ascii: "]") ? .timeline : nil
      }
    }
    try file.json.beginObject()
    var isFirst = true
    while let name = try file.json.nextMember(isFirst: &isFirst) {
      if isList {
        if ["startTime", "endTime", "timelinePath", "visit", "activity"].contains(name) { return .timeline }
        if name == "data" || name == "series_type" { return .streams }
      } else {
        if name == "type" { return .geoJSON }
        if TimelineReader.members.contains(name) { return .timeline }
        if StreamsReader.types.contains(name) { return .streams }
        if DirectionsReader.members.contains(name) { return .directions }
      }
      try file.json.skipValue()
    }
    return nil
  }
}
