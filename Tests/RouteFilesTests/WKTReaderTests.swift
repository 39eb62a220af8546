import StageKit
import Testing

@testable import RouteFiles

@Suite("Ways are read from well-known text")
struct WKTReaderTests {
  private func longitudes(_ text: String) throws -> [[[Double]]] {
    try Samples.read(text).tracks.map { $0.parts.map { $0.map(\.coordinate.longitude) } }
  }

  @Test("Lines of a geometry are parts, and each geometry is a way", arguments: ["", " ", "\n\t"])
  func lines(space: String) throws {
    #expect(
      try longitudes(
        """
        LINESTRING\(space)(1 2,\(space)3 4)
        MultiLineString\(space)((1 2, 3 4),(5 6,\(space)7 8)); POINT\(space)(9.5 -2e0)
        multipoint((1 2), (3 4)) MULTIPOINT(1 2, 3 4) LINESTRING EMPTY
        GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(3 4, 5 6))
        """) == [[[1, 3]], [[1, 3], [5, 7]], [[9.5]], [[1], [3]], [[1], [3]], [[1], [3, 5]]])
  }

  @Test(
    "Heights are third numbers; measures are none, and left out with a remark",
    arguments: [
      ("LINESTRING Z (1 2 3, 4 5 6)", [3, 6], false), ("LINESTRINGZ(1 2 3,4 5 6)", [3, 6], false),
      ("LINESTRING(1 2 3, 4 5 6)", [3, 6], false), ("LINESTRING M (1 2 3, 4 5 6)", [nil, nil], true),
      ("LINESTRING ZM (1 2 3 9, 4 5 NaN 9)", [3, nil], true), ("LINESTRINGZM(1 2 3 9,4 5 6 9)", [3, 6], true),
      ("POINT ZM (1 2 3 4)", [3], true), ("POINT(1 2)", [nil], false),
    ] as [(String, [Double?], Bool)])
  func axes(text: String, heights: [Double?], hasMeasures: Bool) throws {
    let (tracks, fault, remarks) = try Samples.read(text)
    #expect(tracks[0].places.map(\.elevation) == heights && fault == nil)
    #expect(texts(remarks) == (hasMeasures ? ["1:1: 1 geometry has measures (M), which are left out"] : []))
  }

  @Test("The system of coordinates is 4326, or an error")
  func systems() throws {
    #expect(try longitudes("SRID=4326;LINESTRING(1 2, 3 4)\nsrid = 4326 ; POINT(5 6)") == [[[1, 3]], [[5]]])
    for system in ["3857", "0", "25832"] {
      let error = #expect(throws: RouteFileError.self) { try longitudes("SRID=\(system);LINESTRING(1 2, 3 4)") }
      #expect(error?.description == "the system of coordinates is \(system), expected 4326, degrees on WGS 84")
      #expect(error?.place == "1:6" && error?.hint?.contains("ST_Transform") == true)
    }
  }

  @Test("Places have their lines; those not on earth, and areas, are left out with a remark")
  func remarks() throws {
    let (tracks, _, remarks) = try Samples.read(
      "LINESTRING(1 2,\n3 91,\n5 6)\nPOLYGON((0 0, 1 0, 1 1, 0 0), (0 0, 1 1, 1 0, 0 0))")
    #expect(tracks.map { $0.places.map(\.line) } == [[1, 3]])
    #expect(
      texts(remarks) == [
        "2:1: 1 position is not on earth, and left out", "4:1: 1 geometry is no line or point, and left out",
      ])
  }

  @Test(
    "What is wrong has its line and column",
    arguments: [
      ("LINESTRING(1 2, 3 4; 5 6)", "1:20: found ';', expected a number"),
      ("LINESTRING(1 2, 3)", "1:17: found 1 number of a position, expected 2 to 4"),
      ("LINESTRING Z (1 2 3,\n4 5)", "2:1: found 2 numbers of a position, expected 3"),
      ("LINESTRING 1 2", "1:12: found '1', expected '('"),
      (
        "POINT(1 2)\nCURVE(1 2)",
        "2:1: found 'C', expected LINESTRING, MULTILINESTRING, POINT, MULTIPOINT, GEOMETRYCOLLECTION"
      ),
      ("SRID 4326;POINT(1 2)", "1:6: found '4', expected '='"),
      (
        String(repeating: "GEOMETRYCOLLECTION(", count: 70),
        "1:1235: found '(', expected collections that are not so deep"
      ),
    ])
  func faults(text: String, expected: String) {
    let error = #expect(throws: RouteFileError.self) { try Samples.read(text, ending: "wkt") }
    #expect(error.map { texts([$0]) } == [expected])
  }

  @Test("A text that is cut off is read up to its last whole position")
  func cutOff() throws {
    let text = "MULTILINESTRING((1 2, 3 4), (5 6, 78 9))"
    var counts: [Int] = []
    for count in 17..<text.utf8.count {
      let cut = try? Samples.read(String(text.prefix(count)))
      #expect(cut == nil || cut?.fault?.place == "1:\(count + 1)")
      counts.append(cut?.tracks[0].places.count ?? 0)
    }
    // One more with each comma or parenthesis after a position.
    #expect(counts == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4])
  }
}
