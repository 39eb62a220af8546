/// A format of files with ways; the one list of them.
///
/// The host's module Routes reads each of them; schemas, messages and documents follow from this list.
@_spi(Host) public enum RouteFormat: CaseIterable, Sendable {
  case geoJSON, gpx, tcx, kml, kmz, fit, igc, nmea, timeline, streams, directions, polyline, wkt

  /// Its name in messages and documents.
  public var name: String {
    switch self {
    case .geoJSON: "GeoJSON"
    case .gpx: "GPX"
    case .tcx: "TCX"
    case .kml: "KML"
    case .kmz: "KMZ"
    case .fit: "FIT"
    case .igc: "IGC"
    case .nmea: "NMEA 0183"
    case .timeline: "Google Timeline"
    case .streams: "Strava streams"
    case .directions: "directions (OSRM, Mapbox, Valhalla, GraphHopper)"
    case .polyline: "encoded polylines"
    case .wkt: "WKT"
    }
  }

  /// The endings of its files, in lower case and without a dot; formats share some.
  public var endings: [String] {
    switch self {
    case .geoJSON: ["geojson", "json"]
    case .gpx: ["gpx"]
    case .tcx: ["tcx"]
    case .kml: ["kml"]
    case .kmz: ["kmz"]
    case .fit: ["fit"]
    case .igc: ["igc"]
    case .nmea: ["nmea", "log", "txt"]
    case .timeline, .streams, .directions: ["json"]
    case .polyline: ["polyline", "polyline6", "txt"]
    case .wkt: ["wkt", "txt"]
    }
  }

  /// All endings, each once, in the order of the formats.
  public static let fileExtensions = allCases.flatMap(\.endings).reduce(into: [String]()) { list, ending in
    if !list.contains(ending) { list.append(ending) }
  }

  /// All names, as `GPX, TCX or WKT`.
  public static let names = {
    let names = allCases.map(\.name)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()
}
