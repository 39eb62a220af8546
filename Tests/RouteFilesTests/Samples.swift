@_spi(Host) import StageKit

@testable import RouteFiles

/// A file of each format whose text can be written by hand.
enum Samples {
  static let texts: [(format: RouteFormat, text: String)] = [
    (.geoJSON, #"{"type": "LineString", "coordinates": [[1, 2], [3, 4]]}"#),
    (.gpx, "<gpx><rte><rtept lon='1' lat='2'/><rtept lon='3' lat='4'/></rte></gpx>"),
    (
      .tcx,
      "<TrainingCenterDatabase><Course><Track><Trackpoint><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2"
        + "</LongitudeDegrees></Position></Trackpoint></Track></Course></TrainingCenterDatabase>"
    ),
    (.kml, "<kml><Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></kml>"),
    (.igc, igc), (.nmea, nmea), (.timeline, timeline), (.streams, streams), (.directions, directions),
    (.polyline, polyline), (.wkt, "SRID=4326;LINESTRING Z (1 2 3, 4 5 6);\nMULTILINESTRING((1 2, 3 4), (5 6, 7 8))\n"),
  ]

  /// Across midnight, with a fix in the plane and heights of both kinds.
  static let igc = """
    AXXXABC FLIGHT:1\r
    HFDTEDATE:160701,01\r
    HFTZNTIMEZONE:-3.5\r
    I023638FXA3939TDS\r
    B2359585206343N00006198WA00587005580355\r
    B2359595206344N00006198WV00588000000350\r
    LXXXA WORD\r
    B0000005206346N00006198WA00589005600350\r

    """

  /// The sentences of the format's most printed examples, and the same a second and 11 seconds later.
  static let nmea = """
    $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
    $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
    $GPGGA,123520,4807.038,N,01131.060,E,1,08,0.9,545.5,M,46.9,M,,*4A
    $GPRMC,123530,A,4807.098,N,01131.060,E,022.4,084.4,230394,003.1,W*6D

    """

  static let timeline = """
    {"semanticSegments": [
      {"startTime": "2024-03-04T10:00:00.000+01:00", "startTimeTimezoneUtcOffsetMinutes": 60, "timelinePath": [
        {"point": "48.1°, 11.5°", "time": "2024-03-04T10:05:00.000+01:00"},
        {"point": "geo:48.2,11.6", "time": "2024-03-04T10:06:00.000+01:00"}]},
      {"visit": {"topCandidate": {"placeLocation": {"latLng": "1°, 2°"}}}},
      {"timelinePath": [{"point": "geo:48.3,11.7;u=35", "durationMinutesOffsetFromStartTime": "5"}],
        "startTime": "2024-03-04T12:00:00Z", "activity": {"start": {"latLng": "1°, 2°"}, "end": {"latLng": "1°, 3°"}}}],
     "rawSignals": [{"position": {"LatLng": "48.1°, 11.5°", "altitudeMeters": 500.5, "timestamp": "1970-01-01T00:00:01Z"}}]}
    """

  static let streams = """
    {"latlng": {"data": [[38.6, -120.4], null, [38.8, -120.6]], "series_type": "distance"}, "time": {"data": [0, 6, 10]},
     "altitude": {"data": [0, 10.5, null]}, "heartrate": {"data": [120, 121, null]}, "cadence": {"data": [0, 80, 81]},
     "watts": {"data": [null, 1, 210]}, "temp": {"data": [-3, 20, 21]}, "moving": {"data": [false, true, true]},
     "distance": {"data": [0, 3, 5]}, "velocity_smooth": {"data": [0, 1, 2]}}
    """

  /// The one that the algorithm's description has.
  static let polyline = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
  static let polylinePlaces = [[-120.2, 38.5], [-120.95, 40.7], [-126.453, 43.252]]

  static let directions = """
    {"code": "Ok", "routes": [{"legs": [], "geometry": "_p~iF~ps|U_ulLnnqC_mqNvxq`@"}],
     "waypoints": [{"name": "", "location": [-120.2, 38.5]}]}
    """

  static func read(_ text: String, ending: String = "") throws -> RouteFile.Contents {
    try RouteFile.tracks(Array(text.utf8), ending: ending)
  }

  static func coordinates(_ track: RouteTrack) -> [[Double]] {
    track.places.map { [$0.coordinate.longitude, $0.coordinate.latitude] }
  }
}

/// Each with its line and column before a colon.
func texts(_ remarks: [RouteFileError]) -> [String] { remarks.map { "\($0.place ?? "-"): \($0)" } }

/// Degrees of degrees and minutes.
func degrees(_ whole: Double, _ minutes: Double) -> Double { whole + minutes / 60 }
