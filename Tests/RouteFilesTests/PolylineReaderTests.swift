import StageKit
import Testing

@testable import RouteFiles

@Suite("Ways are read from encoded polylines and from answers with them")
struct PolylineReaderTests {
  /// Three places around Munich with 5 and with 6 decimals, as other programs encode them.
  private static let places = [[11.57538, 48.13715], [11.58, 48.14], [11.6, 48.2]]
  private static let five = "exxdHcyseAyP{[_vJ_|B"
  private static let six = "c{`yzAkdoaU{pDs_H_etB_af@"

  private func places(_ text: String, ending: String = "") throws -> [[Double]] {
    Samples.coordinates(try Samples.read(text, ending: ending).tracks[0])
  }

  @Test("A file with the one that the algorithm's description has, also as a JSON string")
  func published() throws {
    for text in [Samples.polyline, " \(Samples.polyline)\r\n", "\u{FEFF}\(Samples.polyline)\n\0\0"] {
      #expect(try places(text) == Samples.polylinePlaces)
    }
    #expect(try places(#""_p~iF~ps|U_ulLnnqC""#) == [[-120.2, 38.5], [-120.95, 40.7]])
    #expect(try places(#""\u005fp~iF~ps|U""#) == [[-120.2, 38.5]])
  }

  @Test("The name's ending says the decimals, and is advised where 5 lead off the earth")
  func precision() throws {
    #expect(try places(Self.five, ending: "polyline") == Self.places)
    #expect(try places(Self.six, ending: "POLYLINE6") == [[11.575382, 48.137154], [11.58, 48.14], [11.6, 48.2]])
    let error = #expect(throws: RouteFileError.self) { try places(Self.six, ending: "txt") }
    #expect(error?.description == "encoded polyline, byte 0: the number leads off the earth")
    #expect(error?.hint == "With 6 decimals it stays on the earth: let its name end in '.polyline6'.")
  }

  @Test("One that begins with a brace is no JSON")
  func brace() throws {
    #expect(try places("{bacH_ibE_ibE_ibE").count == 2)
  }

  @Test("One that is cut off is read up to there; words and several lines are refused")
  func damaged() throws {
    let (tracks, fault, _) = try Samples.read(String(Samples.polyline.dropLast()), ending: "polyline")
    #expect(Samples.coordinates(tracks[0]) == Array(Samples.polylinePlaces.prefix(2)))
    #expect(fault.map { texts([$0]) } == ["1:27: the file ends early, in a number of the encoded polyline"])
    for text in ["hello", "routes", "WORDS", "[]", "a"] {
      #expect(throws: RouteFileError.self) { try Samples.read(text) }
    }
    let lines = #expect(throws: RouteFileError.self) {
      try Samples.read("\(Samples.polyline)\n\(Samples.polyline)", ending: "polyline")
    }
    #expect(lines?.place == "2:1")
    let space = #expect(throws: RouteFileError.self) { try Samples.read("_p~iF ~ps|U", ending: "polyline") }
    #expect(space?.description == "encoded polyline, byte 5: found ' ', expected a character from '?' to '~'")
  }

  @Test("The waypoints of an answer tell the decimals; without them 5 are taken, which is remarked")
  func directions() throws {
    func answer(_ line: String, _ waypoints: String = #""waypoints": [{"location": [11.5754, 48.1372]}]"#) -> String {
      #"{"code": "Ok", "routes": [{"geometry": "\#(line)", "waypoints": []}, {"geometry": "\#(line)"}], \#(waypoints)}"#
    }
    let five = try Samples.read(answer(Self.five))
    #expect(five.tracks.map(Samples.coordinates) == [Self.places, Self.places] && five.remarks.isEmpty)
    let six = try Samples.read(answer(Self.six))
    #expect(six.tracks.count == 2 && Samples.coordinates(six.tracks[0])[0] == [11.575382, 48.137154])
    let (tracks, _, remarks) = try Samples.read(answer(Self.five, #""code": "Ok""#))
    #expect(Samples.coordinates(tracks[0]) == Self.places)
    #expect(
      texts(remarks) == [
        "1:1: 2 encoded polylines, of which this is the first, do not say their precision, and are read with 5 decimals"
      ])
  }

  @Test("All polylines of an answer have the decimals of the first that is not empty")
  func decimalsOfAll() throws {
    let tracks = try Samples.read(
      #"{"matchings": [{"geometry": ""}, {"geometry": "\#(Self.six)"}, {"geometry": "_ibE_seK_seK_seK"}], "#
        + #""tracepoints": [null, {"location": [11.5754, 48.1372]}]}"#
    ).tracks
    #expect(tracks.map { Samples.coordinates($0)[0] } == [[11.575382, 48.137154], [0.2, 0.1]])
  }

  @Test("A polyline that leads off the earth with 5 decimals is left out, where nothing says that it has 6")
  func unknownPrecision() {
    #expect(
      throws: RouteFileError(
        "it has no line to follow: 1 encoded polyline cannot be read, and is left out", at: "1:1")
    ) { try Samples.read(#"{"routes": [{"geometry": "\#(Self.six)"}]}"#) }
  }

  @Test("Answers that say the decimals: Valhalla's legs, GraphHopper's multiplier, Google's; and those with GeoJSON")
  func services() throws {
    let six = [[11.575382, 48.137154], [11.58, 48.14], [11.6, 48.2]]
    // The second leg goes back to the start of the first.
    #expect(
      try places(#"{"trip": {"legs": [{"shape": "\#(Self.six)"}, {"shape": "_s{|zA_g_cU~dtB~`f@"}]}}"#)
        == six + [[11.58, 48.14]])
    #expect(
      try places(#"{"paths": [{"points": "\#(Self.six)", "points_encoded_multiplier": 1000000.0}]}"#) == six)
    #expect(try places(#"{"paths": [{"points": "\#(Self.five)", "points_encoded": true}]}"#) == Self.places)
    #expect(try places(#"{"routes": [{"overview_polyline": {"points": "\#(Self.five)"}}]}"#) == Self.places)
    #expect(try places(#"{"routes": [{"polyline": {"encodedPolyline": "\#(Self.five)"}}]}"#) == Self.places)
    #expect(
      try places(#"{"routes": [{"geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}}]}"#)
        == [[1, 2], [3, 4]])
  }

  @Test("A damaged polyline of an answer is left out, and an answer without a route has no line")
  func badAnswers() throws {
    let (tracks, _, remarks) = try Samples.read(
      "{\"routes\": [{\"geometry\": \"\(Self.five)\"},\n{\"geometry\": \"_p~iF~\"}], \"waypoints\": [{\"location\": [11, 48]}]}"
    )
    #expect(tracks.map(Samples.coordinates) == [Self.places])
    #expect(texts(remarks) == ["2:1: 1 encoded polyline cannot be read, and is left out"])
    #expect(throws: RouteFileError("it has no line to follow", hint: RouteFile.noRoute)) {
      try Samples.read(#"{"code": "NoRoute", "routes": []}"#)
    }
  }
}
