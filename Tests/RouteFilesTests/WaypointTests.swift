import StageKit
import Testing

@testable import RouteFiles

@Suite("Waypoints of files")
struct WaypointTests {
  private let hut = RouteTrack.Waypoint(Coordinate(longitude: 9, latitude: 8), name: "Hut")
  private let nameless = RouteTrack.Waypoint(Coordinate(longitude: 7, latitude: 6))

  private func waypoints(_ text: String) throws -> [[RouteTrack.Waypoint]] {
    try Samples.read(text).tracks.map(\.waypoints)
  }

  @Test("GPX: each way has those of the file")
  func gpx() throws {
    let way = "<rte><rtept lon='1' lat='2'/></rte>"
    let points = "<wpt lon='9' lat='8'><name> Hut </name></wpt><wpt lon='7' lat='6'><name/></wpt>"
    #expect(try waypoints("<gpx>\(points)\(way)\(way)</gpx>") == [[hut, nameless], [hut, nameless]])
  }

  @Test("KML: the points of placemarks")
  func kml() throws {
    let text = """
      <kml><Document><Placemark><name>Hut</name><Point><coordinates>9,8,500</coordinates></Point></Placemark>
      <Placemark><MultiGeometry><Point><coordinates>7,6</coordinates></Point></MultiGeometry></Placemark>
      <Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></Document></kml>
      """
    #expect(try waypoints(text) == [[hut, nameless]])
  }

  @Test("TCX: the points of a course")
  func tcx() throws {
    func position(_ longitude: Int, _ latitude: Int) -> String {
      "<Position><LatitudeDegrees>\(latitude)</LatitudeDegrees><LongitudeDegrees>\(longitude)</LongitudeDegrees></Position>"
    }
    let text = """
      <TrainingCenterDatabase><Courses><Course><Track><Trackpoint>\(position(1, 2))</Trackpoint></Track>
      <CoursePoint><Name>Hut</Name>\(position(9, 8))</CoursePoint><CoursePoint>\(position(7, 6))</CoursePoint>
      </Course></Courses></TrainingCenterDatabase>
      """
    #expect(try waypoints(text) == [[hut, nameless]])
  }

  @Test("GeoJSON: points between the lines")
  func geoJSON() throws {
    let text = """
      { "type": "FeatureCollection", "features": [
        { "type": "Feature", "properties": { "name": "Hut" }, "geometry": { "type": "Point", "coordinates": [9, 8] } },
        { "type": "Feature", "properties": null, "geometry": { "type": "LineString", "coordinates": [[1, 2], [3, 4]] } },
        { "type": "Feature", "properties": {}, "geometry": { "type": "MultiPoint", "coordinates": [[7, 6]] } } ] }
      """
    #expect(try waypoints(text) == [[hut, nameless]])
  }

  @Test("FIT: the points of a course, with names in UTF-8 up to a zero")
  func fit() throws {
    /// 45° north, and a number of eighths of a circle to the west.
    func position(_ eighths: UInt8) -> [UInt8] { [0, 0, 0, 0x20, 0, 0, 0, 0 &- 0x20 &* eighths] }
    let records: [UInt8] = [0x40, 0, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85, 0] + position(1)
    let points: [UInt8] = [0x41, 0, 0, 32, 0, 3, 2, 4, 0x85, 3, 4, 0x85, 6, 5, 7]
    let named: [UInt8] = [1] + position(2) + Array("Hüt".utf8) + [0]
    let unnamed: [UInt8] = [1] + position(3) + [0, 0, 0, 0, 0]
    let data = records + points + named + unnamed
    let file = [12, 0x10, 0, 0, UInt8(data.count), 0, 0, 0] + Array(".FIT".utf8) + data + [0, 0]
    #expect(
      try RouteFile.tracks(file).tracks[0].waypoints == [
        RouteTrack.Waypoint(Coordinate(longitude: -90, latitude: 45), name: "Hüt"),
        RouteTrack.Waypoint(Coordinate(longitude: -135, latitude: 45)),
      ])
  }

  @Test("The words for their kinds are those of GPX's sym, TCX's point type, GeoJSON's marker-symbol and FIT's numbers")
  func symbols() throws {
    func symbols(_ text: String) throws -> [String?] { try waypoints(text)[0].map(\.symbol) }
    let way = "<rte><rtept lon='1' lat='2'/></rte>"
    #expect(
      try symbols("<gpx><wpt lon='9' lat='8'><sym> Summit </sym></wpt><wpt lon='9' lat='8'><sym/></wpt>\(way)</gpx>")
        == ["Summit", nil])
    let position = "<Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position>"
    #expect(
      try symbols(
        "<TrainingCenterDatabase><Course><Track><Trackpoint>\(position)</Trackpoint></Track>"
          + "<CoursePoint>\(position)<PointType>Water</PointType></CoursePoint></Course></TrainingCenterDatabase>")
        == ["Water"])
    #expect(
      try symbols(
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"marker-symbol":"campsite"},"geometry":"#
          + #"{"type":"Point","coordinates":[1,2]}},{"type":"Feature","properties":null,"geometry":"#
          + #"{"type":"LineString","coordinates":[[1,2],[3,4]]}}]}"#) == ["campsite"])
    let definition: [UInt8] = [0x41, 0, 0, 32, 0, 3, 2, 4, 0x85, 3, 4, 0x85, 5, 1, 0]
    let record: [UInt8] = [0x40, 0, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85, 0, 0, 0, 0, 0x20, 0, 0, 0, 0x20]
    func point(_ kind: UInt8) -> [UInt8] { [1, 0, 0, 0, 0x20, 0, 0, 0, 0x20, kind] }
    let data = record + definition + point(1) + point(4) + point(200)
    let file = [12, 0x10, 0, 0, UInt8(data.count), 0, 0, 0] + Array(".FIT".utf8) + data + [0, 0]
    #expect(try RouteFile.tracks(file).tracks[0].waypoints.map(\.symbol) == ["Summit", "Food", nil])
  }

  @Test("KML: the names of icons, by the placemark's own style, a shared one, or one of two")
  func icons() throws {
    func style(_ id: String, _ icon: String) -> String {
      "<Style id='\(id)'><IconStyle><Icon><href>http://example.com/shapes/\(icon).png</href></Icon></IconStyle></Style>"
    }
    func mark(_ style: String) -> String {
      "<Placemark>\(style)<Point><coordinates>9,8</coordinates></Point></Placemark>"
    }
    let text = """
      <kml><Document>\(style("a", "campground"))\(style("b", "dining"))
      <StyleMap id='m'><Pair><key>highlight</key><styleUrl>#a</styleUrl></Pair><Pair><key>normal</key><styleUrl>#b</styleUrl></Pair></StyleMap>
      \(mark("<styleUrl>#a</styleUrl>"))\(mark("<styleUrl>#m</styleUrl>"))\(mark(style("", "parking_lot")))\(mark("<styleUrl>#none</styleUrl>"))
      <Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></Document></kml>
      """
    #expect(try waypoints(text)[0].map(\.symbol) == ["campground", "dining", "parking_lot", nil])
  }

  @Test("One that is not on earth is left out with a remark")
  func elsewhere() throws {
    let contents = try Samples.read(
      "<gpx><wpt lon='9' lat='98'/><rte><rtept lon='1' lat='2'/><rtept lon='1' lat='3'/></rte></gpx>")
    #expect(contents.tracks[0].waypoints.isEmpty)
    #expect(texts(contents.remarks) == ["1:1: 1 position is not on earth, and left out"])
  }
}
