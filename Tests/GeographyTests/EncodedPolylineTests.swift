import Geography
import Geometry
import Testing

@Suite("Encoded polylines")
struct EncodedPolylineTests {
  let example = [
    Coordinate(longitude: -120.2, latitude: 38.5), Coordinate(longitude: -120.95, latitude: 40.7),
    Coordinate(longitude: -126.453, latitude: 43.252),
  ]

  @Test("The example of the format's description reads and writes")
  func publishedExample() throws {
    #expect(try EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@") == example)
    #expect(EncodedPolyline.encode(example) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
  }

  @Test("Six decimals read and write")
  func sixDecimals() throws {
    #expect(EncodedPolyline.encode(example, precision: .six) == "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
    #expect(try EncodedPolyline.decode("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI", precision: .six) == example)
  }

  @Test("The ends of the world survive")
  func extremes() throws {
    let corners = [
      Coordinate(longitude: 180, latitude: 90), Coordinate(longitude: -180, latitude: -90),
      Coordinate(longitude: 0, latitude: 0),
    ]
    for precision in [EncodedPolyline.Precision.five, .six] {
      let text = EncodedPolyline.encode(corners, precision: precision)
      #expect(try EncodedPolyline.decode(text, precision: precision) == corners)
    }
    #expect(try EncodedPolyline.decode("").isEmpty)
  }

  @Test(
    "Bad text is refused where it goes wrong",
    arguments: [
      ("_p~iF~ps|U_ulL nqC", 14, EncodedPolylineError.Problem.badCharacter("' '")),
      ("_p~iF~ps|", 5, .truncated),
      ("_p~iF", 5, .missingLongitude),
      ("_p~iF~ps|U\u{E9}", 10, .badCharacter("'é'")),
      ("~~~~~~~~~~~~~~~~~~~~~~?", 0, .outOfRange),
      ("_p~iF~~~~~~~~~~~~~~~~", 5, .outOfRange),
    ])
  func badTextIsRefused(text: String, offset: Int, problem: EncodedPolylineError.Problem) {
    #expect(throws: EncodedPolylineError.self) { try EncodedPolyline.decode(text) }
    do {
      _ = try EncodedPolyline.decode(text)
    } catch {
      #expect(error.problem == problem)
      #expect(error.offset == offset)
    }
  }

  @Test("Differences that add up to a place off the earth are refused at the one too many")
  func sumsStayOnTheEarth() {
    let north = EncodedPolyline.encode([Coordinate(longitude: 0, latitude: 60)])
    #expect(throws: EncodedPolylineError(offset: north.utf8.count, problem: .outOfRange)) {
      try EncodedPolyline.decode(north + north)
    }
  }
}
