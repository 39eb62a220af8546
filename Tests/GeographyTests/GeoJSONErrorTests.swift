import Geography
import Geometry
import Testing

@Suite("GeoJSON errors")
struct GeoJSONErrorTests {
  private func message(_ text: String) -> String {
    do {
      _ = try GeoJSON.parse(Array(text.utf8))
      return "none"
    } catch {
      return "\(error)"
    }
  }

  private func line(_ coordinates: String, type: String = "LineString") -> String {
    #"{"type":"Feature","geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
  }

  @Test("A bad coordinate is named by line, column, byte and path")
  func badCoordinateIsNamed() {
    let text = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": null},
        {"type": "Feature", "properties": {"ä": "ö,{[\\""},
         "geometry": {"type": "Polygon", "coordinates": [
           [[0, 0], [1, 0], [1, 95.5], [0, 0]]]}}]}
      """
    do {
      _ = try GeoJSON.parse(Array(text.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.line == 5 && error.column == 27)
      #expect(error.path == "features[1].geometry.coordinates[0][2][1]")
      #expect(error.problem == .outOfRange(what: "latitude", value: 95.5, limit: 90))
      #expect(Array(text.utf8)[error.offset...].starts(with: "95.5".utf8))
      #expect(
        "\(error)" == "5:27: features[1].geometry.coordinates[0][2][1]: the latitude 95.5 is beyond 90")
    }
  }

  @Test("Shapes that RFC 7946 rules out are refused")
  func badShapesAreRefused() {
    #expect(message(line("[[0,0]]")) == "1:65: geometry.coordinates: found 1 positions, expected 2 or more")
    #expect(message(line("[[0]]")) == "1:68: geometry.coordinates[0][0]: found ']', expected ',' and a latitude")
    #expect(message(line("[0,0]")) == "1:66: geometry.coordinates[0]: found '0', expected a position")
    #expect(message(line(#"[["0",0]]"#)) == "1:67: geometry.coordinates[0][0]: found '\"', expected a longitude")
    #expect(message(line("[[0,0],[361,0]]")) == "1:73: geometry.coordinates[1][0]: the longitude 361 is beyond 360")
    #expect(message(line("[[0,0],[1e999,0]]")) == "1:73: geometry.coordinates[1][0]: the number is too large")
    let ring = line("[[[0,0],[1,0],[1,1],[0,1]]]", type: "Polygon")
    #expect(message(ring) == "1:82: geometry.coordinates[0][3]: the ring's last position differs from its first")
    let short = line("[[[0,0],[1,0],[0,0]]]", type: "Polygon")
    #expect(message(short) == "1:63: geometry.coordinates[0]: found 3 positions, expected 4 or more")
    #expect(message(line("[[]]", type: "MultiPolygon")).hasSuffix("found 0 rings, expected 1 or more"))
    #expect(
      message(line("[]", type: "Circle")).contains("geometry.type: unknown type \"Circle\", expected one of Point"))
    #expect(
      message(#"{"type":"FeatureCollection","features":[],"bbox":[1,2]}"#).hasSuffix("found 2 numbers, expected 4 or 6")
    )
  }

  @Test("Members that are missing, repeated or of another type are refused")
  func badMembersAreRefused() {
    #expect(message(#"{"type":"FeatureCollection"}"#) == "1:1: the member \"features\" is missing")
    #expect(message(#"{"features":[]}"#) == "1:1: the member \"type\" is missing")
    #expect(message(#"{"type":"Feature"}"#) == "1:1: the member \"geometry\" is missing")
    #expect(
      message(#"{"type":"Feature","geometry":null,"geometry":null}"#)
        == "1:46: geometry: the member \"geometry\" comes twice")
    #expect(
      message(#"{"type":"FeatureCollection","features":[{"type":"Point"}]}"#)
        == "1:49: features[0].type: unknown type \"Point\", expected Feature")
    #expect(
      message(#"{"type":"Feature","geometry":null,"id":[]}"#) == "1:40: id: found '[', expected a string or a number")
    #expect(message(#"{"type":7}"#) == "1:9: type: found '7', expected the name of a type")
  }

  @Test(
    "Text that is not JSON is refused",
    arguments: [
      ("", "1:1: found the end of the text, expected an object"),
      ("[]", "1:1: found '[', expected an object"),
      (#"{"type":"Feature","geometry":null,}"#, "1:35: found '}', expected a member's name"),
      (#"{"type":"Feature","geometry":null}x"#, "1:35: found 'x', expected the end of the text"),
      (#"{"type":"Feature","geometry":nil}"#, "1:30: geometry: found 'n', expected null"),
      (#"{"a":01,"type":"Feature"}"#, "1:7: a: found '1', expected no digit after a leading 0"),
      (#"{"a":1.,"type":"Feature"}"#, "1:8: a: found ',', expected a digit"),
      (#"{"a":+1,"type":"Feature"}"#, "1:6: a: found '+', expected a value"),
      (#"{"a":"\x"}"#, "1:8: a: found 'x', expected one of \" \\ / b f n r t u"),
      ("{\"a\":\"\u{1}\"}", "1:7: a: found byte 0x1, expected an escape for a control character"),
      (#"{"a b":[1 2]}"#, #"1:11: ["a b"][0]: found '2', expected ',' or ']'"#),
      (#"{"type":"\ud800"}"#, "1:10: type: the escape is half of a surrogate pair"),
      (#"{"type":"\udc00\ud800"}"#, "1:10: type: the escape is half of a surrogate pair"),
    ])
  func badTextIsRefused(text: String, expected: String) { #expect(message(text) == expected) }

  @Test("A string that is not UTF-8 is refused")
  func badUTF8IsRefused() {
    let bytes = Array(#"{"type":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
    #expect(throws: GeoJSONError.self) { try GeoJSON.parse(bytes) }
  }
}
