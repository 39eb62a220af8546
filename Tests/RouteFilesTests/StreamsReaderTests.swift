import StageKit
import Testing

@testable import RouteFiles

@Suite("Ways are read from streams of an activity")
struct StreamsReaderTests {
  @Test("Positions, heights, seconds since the start and sensors; none where a stream has none")
  func object() throws {
    let (tracks, fault, remarks) = try Samples.read(Samples.streams)
    #expect(fault == nil && remarks.isEmpty && tracks.count == 1)
    let track = tracks[0]
    #expect(Samples.coordinates(track) == [[-120.4, 38.6], [-120.6, 38.8]])
    #expect(track.places.map(\.time) == [0, 10] && !track.hasDates)
    #expect(track.places.map(\.elevation) == [0, nil] && track.places.map(\.heartRate) == [120, nil])
    #expect(track.places.map(\.cadence) == [0, 81] && track.places.map(\.power) == [nil, 210])
    #expect(track.places.map(\.temperature) == [-3, 21])
  }

  @Test("A list of streams with their types, and an object of values alone")
  func shapes() throws {
    let list = """
      [{"type": "time", "data": [0, 5], "resolution": "high"}, {"data": [[38.6, -120.4], [38.7, -120.5]], "type": "latlng"}]
      """
    for text in [list, #"{"time": [0, 5], "latlng": [[38.6, -120.4], [38.7, -120.5]]}"#] {
      let track = try Samples.read(text).tracks[0]
      #expect(Samples.coordinates(track) == [[-120.4, 38.6], [-120.5, 38.7]])
      #expect(track.places.map(\.time) == [0, 5] && track.places.allSatisfy { $0.elevation == nil && $0.power == nil })
    }
  }

  @Test("Streams of another length, and values that cannot be, are left out with a remark")
  func damaged() throws {
    let (tracks, _, remarks) = try Samples.read(
      """
      {"latlng": {"data": [[1, 2], [91, 2],
        [1, 3]]}, "watts": {"data": [1, 2]},
       "heartrate": {"data": [0, 100, 101]}, "altitude": {"data": [1, 2, 99999999]}, "time": {"data": []}}
      """)
    #expect(Samples.coordinates(tracks[0]) == [[2, 1], [3, 1]])
    #expect(tracks[0].places.map(\.heartRate) == [nil, 101] && tracks[0].places.map(\.elevation) == [1, nil])
    #expect(tracks[0].places.allSatisfy { $0.power == nil && $0.time == nil })
    #expect(
      texts(remarks) == [
        "1:1: 1 position is not on earth, and left out", "3:1: 1 height is none on earth, and left out",
        "3:1: 1 value of a heart rate, a cadence, a power or a temperature cannot be, and is left out",
        "2:1: 1 stream has another number of values than 'latlng', and is left out",
      ])
  }

  @Test("Streams without positions have no line, and those that are cut off are refused with their place")
  func refused() {
    #expect(throws: RouteFileError("it has no line to follow", hint: RouteFile.noRoute)) {
      try Samples.read(#"{"time": {"data": [0, 1]}}"#)
    }
    let error = #expect(throws: RouteFileError.self) { try Samples.read("{\"latlng\": {\"data\":\n[[1, 2], [1") }
    #expect(error?.place == "2:12")
  }
}
