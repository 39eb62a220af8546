import StageKit
import Testing

@testable import RouteFiles

@Suite("Ways are read from Google's history of locations")
struct TimelineReaderTests {
  @Test("Paths of a phone's timeline are parts of one way, and positions of its sensors another way")
  func phone() throws {
    let (tracks, fault, remarks) = try Samples.read(Samples.timeline)
    #expect(fault == nil && remarks.isEmpty && tracks.map(\.name) == [nil, "rawSignals"])
    #expect(tracks[0].parts.map(\.count) == [2, 1] && tracks[0].utcOffset == 3600)
    #expect(Samples.coordinates(tracks[0]) == [[11.5, 48.1], [11.6, 48.2], [11.7, 48.3]])
    // 4 March 2024, 09:05, 09:06 and 12:05 in UTC.
    #expect(tracks[0].places.map(\.time) == [1_709_543_100, 1_709_543_160, 1_709_553_900])
    #expect(tracks[0].places.map(\.line) == [3, 4, 6])
    #expect(tracks[1].places.map(\.elevation) == [500.5] && tracks[1].places.map(\.time) == [1])
  }

  @Test("Activities without any path are straight lines, which is remarked; the list may be the file itself")
  func activities() throws {
    let (tracks, _, remarks) = try Samples.read(
      """
      [{"endTime": "1970-01-01T00:00:09Z", "startTime": "1970-01-01T00:00:01Z", "activity": {"start": "geo:1.5,2,30",
        "end": "geo:1.5,3", "topCandidate": {"type": "walking"}}}, {"visit": {"topCandidate": {"placeLocation": "geo:1,2"}}}]
      """)
    #expect(tracks.map { $0.parts.map(\.count) } == [[2]])
    #expect(Samples.coordinates(tracks[0]) == [[2, 1.5], [3, 1.5]])
    #expect(tracks[0].places.map(\.time) == [1, 9] && tracks[0].places.map(\.elevation) == [30, nil])
    #expect(texts(remarks) == ["1:1: 1 way has a start and an end alone, and is straight"])
  }

  @Test("Records are a way for each device, in order of time, with heights where there are some")
  func records() throws {
    let (tracks, fault, remarks) = try Samples.read(
      """
      {"locations": [
        {"latitudeE7": 481383000, "longitudeE7": 4294967290, "timestampMs": "2500", "deviceTag": -12},
        {"latitudeE7": 400000000, "longitudeE7": -740000000, "timestamp": "1970-01-01T00:00:01.5Z", "deviceTag": 7},
        {"timestampMs": "2000", "deviceTag": -12},
        {"latitudeE7": 481373000, "longitudeE7": 115755000, "altitude": 519, "timestampMs": "1000", "deviceTag": -12}]}
      """)
    #expect(fault == nil && remarks.isEmpty)
    #expect(tracks.map(Samples.coordinates) == [[[11.5755, 48.1373], [-6e-7, 48.1383]], [[-74, 40]]])
    #expect(tracks[0].places.map(\.time) == [1, 2.5] && tracks[1].places.map(\.time) == [1.5])
    #expect(tracks[0].places.map(\.elevation) == [519, nil] && tracks[0].places.map(\.line) == [5, 2])
  }

  @Test("Each activity of a month is a way, on the most exact path that it has")
  func months() throws {
    let ends = """
      "startLocation": {"latitudeE7": 10000000, "longitudeE7": 20000000},
      "endLocation": {"latitudeE7": 10000000, "longitudeE7": 50000000}
      """
    let (tracks, _, remarks) = try Samples.read(
      """
      {"timelineObjects": [
      {"activitySegment": {\(ends), "duration": {"startTimestamp": "1970-01-01T00:00:01Z", "endTimestampMs": "9000"},
        "activityType": "WALKING", "waypointPath": {"waypoints": [{"latE7": 10000000, "lngE7": 20000000},
          {"latE7": 10000000, "lngE7": 30000000}, {"latE7": 10000000, "lngE7": 50000000}]}}},
      {"placeVisit": {"location": {"latitudeE7": 1, "longitudeE7": 2}}},
      {"activitySegment": {"waypointPath": {"waypoints": [{"latE7": 1, "lngE7": 2}]}, \(ends),
        "simplifiedRawPath": {"points": [{"latE7": 10000000, "lngE7": 40000000, "timestampMs": "5000"}]}}},
      {"activitySegment": {\(ends), "transitPath": {"transitStops": [{"latitudeE7": 10000000, "longitudeE7": 25000000}]}}},
      {"activitySegment": {\(ends)}}]}
      """)
    #expect(tracks.map(\.name) == ["WALKING", nil, nil, nil])
    #expect(
      tracks.map { $0.places.map(\.coordinate.longitude) } == [[2, 3, 5], [2, 4, 5], [2, 2.5, 5], [2, 5]])
    #expect(tracks[0].places.map(\.time) == [1, nil, 9] && tracks[1].places.map(\.time) == [nil, 5, nil])
    #expect(texts(remarks) == ["12:1: 1 way has a start and an end alone, and is straight"])
  }

  @Test("Places, heights and times that cannot be are left out, with the line of the first")
  func damaged() throws {
    let (tracks, _, remarks) = try Samples.read(
      """
      {"locations": [{"latitudeE7": 10000000, "longitudeE7": 20000000, "altitude": -99999,
        "timestamp": "yesterday"},
        {"latitudeE7": 910000000, "longitudeE7": 20000000}],
       "semanticSegments": [{"timelinePath": [{"point": "nowhere"},
        {"point": "91°, 2°"}, {"point": "1°, 2°", "time": "1970-01-01T00:00:01"}]}]}
      """)
    #expect(tracks.map(Samples.coordinates) == [[[2, 1]], [[2, 1]]])
    #expect(tracks.map { $0.places.map(\.time) } == [[nil], [1]] && tracks[0].places.map(\.elevation) == [nil])
    #expect(
      texts(remarks) == [
        "3:1: 3 positions, of which this is the first, are not on earth, and left out",
        "1:1: 1 height is none on earth, and left out", "2:1: 1 time cannot be read, and is left out",
        "5:1: 1 time has no zone, and is read as UTC",
      ])
  }

  @Test("A file that is cut off is refused, with the place of its end")
  func cutOff() {
    let error = #expect(throws: RouteFileError.self) { try Samples.read("{\"locations\": [\n{\"latitudeE7\": 1") }
    #expect(error?.place == "2:17" && error?.description.hasPrefix("locations[0]") == true)
  }
}
