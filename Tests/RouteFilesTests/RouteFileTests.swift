import Foundation
import StageKit
import Testing

@testable import RouteFiles

@Suite("Ways are read from the files that people have")
struct RouteFileTests {
  private func tracks(_ text: String) throws -> [RouteTrack] { try RouteFile.tracks(Array(text.utf8)).tracks }

  private func coordinates(_ track: RouteTrack) -> [[Double]] {
    track.places.map { [$0.coordinate.longitude, $0.coordinate.latitude] }
  }

  @Test("GPX: a track's segments are its parts, and routes follow tracks")
  func gpx() throws {
    let tracks = try tracks(
      """
      <?xml version="1.0"?>
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
        <wpt lon="9" lat="9"/>
        <rte><name>Plan</name><rtept lon="7" lat="43"/><rtept lon="8" lat="43"/></rte>
        <trk><name> Ride </name>
          <trkseg><trkpt lon="1" lat="2"><ele>3.5</ele><time>1970-01-02T00:00:01.5Z</time></trkpt><trkpt lon="x" lat="2"/></trkseg>
          <trkseg/>
          <trkseg><trkpt lon="-1.5" lat="2e0"/></trkseg>
        </trk>
        <trk><trkseg/></trk>
      </gpx>
      """)
    #expect(tracks.map(\.name) == ["Ride", "Plan"])
    func place(_ longitude: Double, line: Int, elevation: Double? = nil, time: Double? = nil) -> RouteTrack.Place {
      var place = RouteTrack.Place(Coordinate(longitude: longitude, latitude: 2), elevation: elevation, time: time)
      place.line = line
      return place
    }
    #expect(
      tracks[0].parts == [[place(1, line: 6, elevation: 3.5, time: 86_401.5)], [place(-1.5, line: 8)]])
    #expect(coordinates(tracks[1]) == [[7, 43], [8, 43]])
  }

  @Test("Blanks before the XML declaration, undeclared prefixes and UTF-16 are read")
  func looseMarkup() throws {
    let point =
      #"<trkpt lon="1" lat="2"><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>140</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>"#
    let text = #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\#(point)<trkpt lon="2" lat="2"/></trkseg></trk></gpx>
      """#
    for before in ["", "          ", "\n\n", "\u{FEFF}", "\u{FEFF}\n "] {
      let found = try tracks(before + text)
      #expect(coordinates(found[0]) == [[1, 2], [2, 2]])
      #expect(found[0].places.first?.heartRate == 140)
      #expect(found[0].places.first?.line == 2 + before.filter { $0 == "\n" }.count)
    }
    let wide = text.replacing("UTF-8", with: "UTF-16")
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let data = try #require(("\u{FEFF}" + wide).data(using: encoding))
      #expect(coordinates(try RouteFile.tracks([UInt8](data)).tracks[0]) == [[1, 2], [2, 2]])
    }
  }

  @Test("A lone ampersand is named in words")
  func ampersand() {
    let text = #"<gpx><trk><name>Up & down</name><trkseg><trkpt lon="1" lat="2"/></trkseg></trk></gpx>"#
    #expect { try tracks(text) } throws: { "\($0)".contains("'&' begins no entity; write '&amp;'") }
  }

  @Test("GPX: the way between a route's points, where extensions have it")
  func routePoints() throws {
    let tracks = try tracks(
      """
      <gpx xmlns:gpxx="x"><rte><rtept lon="1" lat="2"><ele>5</ele><extensions><gpxx:RoutePointExtension>
        <gpxx:rpt lon="1.5" lat="2.5"/><gpxx:rpt lon="1.7" lat="2.6"/></gpxx:RoutePointExtension></extensions></rtept>
        <rtept lon="3" lat="2"/></rte></gpx>
      """)
    #expect(coordinates(tracks[0]) == [[1, 2], [1.5, 2.5], [1.7, 2.6], [3, 2]])
    #expect(tracks[0].places.map(\.elevation) == [5, nil, nil, nil])
  }

  @Test("TCX: activities and courses, of which points without a position are left out")
  func tcx() throws {
    let tracks = try tracks(
      """
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity>
        <Id>2012</Id><Lap><Track>
          <Trackpoint><Time>1970-01-01T01:00:00+01:00</Time><Position><LatitudeDegrees>49</LatitudeDegrees>
            <LongitudeDegrees>-123</LongitudeDegrees></Position><AltitudeMeters>12</AltitudeMeters></Trackpoint>
          <Trackpoint><Time>1970-01-01T00:00:01Z</Time></Trackpoint>
        </Track></Lap><Lap><Track><Trackpoint><Position><LatitudeDegrees>50</LatitudeDegrees>
            <LongitudeDegrees>-122</LongitudeDegrees></Position></Trackpoint></Track></Lap>
      </Activity></Activities></TrainingCenterDatabase>
      """)
    #expect(tracks.map(\.name) == ["2012"])
    #expect(tracks[0].parts.map(\.count) == [2])
    var first = RouteTrack.Place(Coordinate(longitude: -123, latitude: 49), elevation: 12, time: 0)
    (first.line, first.lap) = (3, 1)
    #expect(tracks[0].places[0] == first)
  }

  @Test("TCX: laps go on where those before ended, unless time passed; tracks of a lap are parts")
  func laps() throws {
    func track(_ seconds: Int...) -> String {
      "<Track>"
        + seconds.map {
          "<Trackpoint><Time>1970-01-01T00:\($0 / 60 + 10):\($0 % 60 + 10)Z</Time><Position><LatitudeDegrees>1</LatitudeDegrees>"
            + "<LongitudeDegrees>\($0)</LongitudeDegrees></Position></Trackpoint>"
        }.joined() + "</Track>"
    }
    let laps = [[track(0, 1)], [track(2, 3), track(40)], [track(100, 101)], [track(102)]]
    let tracks = try tracks(
      "<TrainingCenterDatabase><Activity>\(laps.map { "<Lap>\($0.joined())</Lap>" }.joined())</Activity></TrainingCenterDatabase>"
    )
    #expect(
      tracks[0].parts.map { $0.map { Int($0.coordinate.longitude) } } == [[0, 1, 2, 3], [40], [100, 101, 102]])
  }

  private static let kml = """
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Folder>
      <Placemark><name>Line</name><LineString><coordinates>1,2,30 3,4
        words 5,6,70</coordinates></LineString></Placemark>
      <Placemark><Point><coordinates>0,0</coordinates></Point></Placemark>
      <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><gx:MultiTrack><gx:Track><when>2010-05-28T02:02:09Z</when><when>2010-05-28T02:02:35Z</when>
        <gx:coord>-122.2 37.4 156</gx:coord><gx:coord>-122.3 37.5 152</gx:coord></gx:Track>
        <gx:Track><gx:coord>-122.4 37.6 150</gx:coord></gx:Track></gx:MultiTrack></Placemark>
    </Folder></Document></kml>
    """

  @Test("KML: lines and tracks of placemarks, but no points and areas")
  func kml() throws {
    let tracks = try tracks(Self.kml)
    #expect(tracks.map(\.name) == ["Line", nil])
    #expect(coordinates(tracks[0]) == [[1, 2], [3, 4], [5, 6]])
    #expect(tracks[0].places.map(\.elevation) == [30, nil, 70])
    #expect(tracks[1].parts.map(\.count) == [2, 1])
    #expect(tracks[1].places.map(\.time) == [1_275_012_129, 1_275_012_155, nil])
  }

  @Test("KML: between tracks is a gap, or a line where they are to be interpolated")
  func interpolated() throws {
    func parts(_ interpolate: String) throws -> [[Double]] {
      try tracks(
        """
        <kml xmlns:gx="g"><Placemark><gx:MultiTrack>\(interpolate)<gx:Track><gx:coord>1 2 3</gx:coord><gx:coord>2 2 3</gx:coord></gx:Track>
        <gx:Track><gx:coord>3 2 3</gx:coord></gx:Track></gx:MultiTrack></Placemark></kml>
        """)[0].parts.map { $0.map(\.coordinate.longitude) }
    }
    #expect(try parts("") == [[1, 2], [3]])
    #expect(try parts("<gx:interpolate>0</gx:interpolate>") == [[1, 2], [3]])
    #expect(try parts("<gx:interpolate> 1 </gx:interpolate>") == [[1, 2, 3]])
  }

  @Test("KML: heights over the ground are none above the sea, and neither are zeros that are to be ignored")
  func altitudeModes() throws {
    func heights(_ mode: String, _ coordinates: String) throws -> [Double?] {
      try tracks(
        "<kml><Placemark><LineString>\(mode)<coordinates>\(coordinates)</coordinates></LineString></Placemark></kml>")[
          0
        ]
        .places.map(\.elevation)
    }
    let (absolute, relative) = (
      "<altitudeMode>absolute</altitudeMode>", "<altitudeMode>relativeToGround</altitudeMode>"
    )
    #expect(try heights("", "1,2,0 3,4,0") == [nil, nil])
    #expect(try heights("", "1,2,0 3,4,5") == [0, 5])
    #expect(try heights(absolute, "1,2,0 3,4,0") == [0, 0])
    #expect(try heights(relative, "1,2,10 3,4,10") == [nil, nil])
  }

  @Test(
    "What is left out is remarked, with the line of the first",
    arguments: [
      (
        "<gpx><trk><trkseg>\n<trkpt lon='x' lat='1'/>\n<trkpt lon='1' lat='91'/><trkpt lon='1' lat='1'/></trkseg></trk></gpx>",
        ["2:1: 2 positions, of which this is the first, are not on earth, and left out"]
      ),
      (
        "<gpx><rte>\n<rtept lon='1' lat='1'><ele>12 m</ele>\n<time>noon</time></rtept></rte></gpx>",
        ["2:1: 1 height is none on earth, and left out", "3:1: 1 time cannot be read, and is left out"]
      ),
      ("<gpx><rte><rtept lon='1' lat='1'><ele/><time> </time></rtept></rte></gpx>", []),
      (
        "<gpx><rte>\n<rtept lon='1' lat='1'><extensions><hr>0</hr><cad>?</cad></extensions></rtept></rte></gpx>",
        [
          "2:1: 2 values, of which this is the first, of a heart rate, a cadence, a power or a temperature cannot be, and are left out"
        ]
      ),
      (
        "<gpx><rte><rtept lon='1' lat='1'><ele>-32768</ele></rtept></rte></gpx>",
        ["1:1: 1 height is none on earth, and left out"]
      ),
      (
        "<kml><Placemark>\n<Track><when>1970-01-01T00:00:01Z</when><coord>1 2 3</coord><coord/><coord>4 5</coord></Track></Placemark></kml>",
        ["2:1: 1 track has another number of 'when' than of 'coord'; the times are left out"]
      ),
      (
        "<kml><Placemark><LineString><coordinates>1,2 words 3,4,high</coordinates></LineString></Placemark></kml>",
        ["1:1: 1 position is not on earth, and left out", "1:1: 1 height is none on earth, and left out"]
      ),
      (
        "<TrainingCenterDatabase><Course><Track><Trackpoint/>\n<Trackpoint><Position><LatitudeDegrees>1</LatitudeDegrees></Position>"
          + "</Trackpoint><Trackpoint><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>1</LongitudeDegrees></Position>"
          + "</Trackpoint></Track></Course></TrainingCenterDatabase>",
        ["2:1: 1 position is not on earth, and left out"]
      ),
    ])
  func remarks(text: String, expected: [String]) throws {
    let (tracks, fault, remarks) = try RouteFile.tracks(Array(text.utf8))
    #expect(remarks.map { "\($0.place ?? ""): \($0)" } == expected)
    #expect(fault == nil && !tracks.isEmpty && tracks.allSatisfy { $0.places.allSatisfy { $0.time == nil } })
  }

  /// A ZIP archive of files that are stored as they are.
  private func archive(_ files: [(name: String, text: String)]) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var (data, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let (name, bytes) = (Array(file.name.utf8), Array(file.text.utf8))
      let sizes = number(0, 4) + number(bytes.count, 4) + number(bytes.count, 4) + number(name.count, 2) + number(0, 2)
      directory += [0x50, 0x4B, 1, 2] + number(20, 2) + number(20, 2) + number(0, 8) + sizes + number(0, 10)
      directory += number(data.count, 4) + name
      data += [0x50, 0x4B, 3, 4] + number(20, 2) + number(0, 8) + sizes + name + bytes
    }
    let end = number(files.count, 2) + number(files.count, 2) + number(directory.count, 4) + number(data.count, 4)
    return data + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + end + number(0, 2)
  }

  @Test("KMZ: doc.kml, or the first KML file in the archive")
  func kmz() throws {
    let other = Self.kml.replacingOccurrences(of: "Line<", with: "Other<")
    #expect(try RouteFile.tracks(archive([("a/b.kml", Self.kml), ("c.kml", other)])).tracks[0].name == "Line")
    #expect(try RouteFile.tracks(archive([("a.kml", other), ("doc.kml", Self.kml)])).tracks[0].name == "Line")
    #expect(
      try RouteFile.tracks(archive([("a/b.kml", Self.kml), ("c.kml", other)])).remarks.last?.description
        == "it has 2 KML files, of which 'a/b.kml' is read")
    let overlay = Self.kml.replacingOccurrences(
      of: "<Folder>", with: "<Folder><GroundOverlay><Icon><href>a.png</href></Icon></GroundOverlay>")
    #expect(
      texts(try RouteFile.tracks(archive([("doc.kml", overlay), ("a.png", "")])).remarks.filter { $0.hint != nil })
        == ["1:1: 1 overlay is a picture, and not drawn"])
    #expect(throws: RouteFileError("the archive has no KML file")) { try RouteFile.tracks(archive([("a.txt", "")])) }
  }

  /// A FIT file with one definition of records, and their bytes.
  private func fit(_ records: [[UInt8]], fields: [(UInt8, UInt8)], isBigEndian: Bool = false) -> [UInt8] {
    let message: [UInt8] = isBigEndian ? [0, 20] : [20, 0]
    var data: [UInt8] = [0x40, 0, isBigEndian ? 1 : 0] + message + [UInt8(fields.count)]
    for (number, size) in fields { data += [number, size, 0x86] }
    for record in records { data += [0] + record }
    return [12, 0x10, 0, 0, UInt8(data.count), 0, 0, 0] + Array(".FIT".utf8) + data + [0, 0]
  }

  @Test("FIT: positions in half turns, heights and times of records, in both orders of bytes")
  func fit() throws {
    let fields: [(UInt8, UInt8)] = [(253, 4), (0, 4), (1, 4), (2, 2)]
    // 45° north, 90° west, 100 m, 10 s after 1990 began.
    let little: [UInt8] = [10, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0xC0, 0xB8, 0x0B]
    let big: [UInt8] = [0, 0, 0, 10, 0x20, 0, 0, 0, 0xC0, 0, 0, 0, 0x0B, 0xB8]
    let place = RouteTrack.Place(Coordinate(longitude: -90, latitude: 45), elevation: 100, time: 631_065_610)
    #expect(try RouteFile.tracks(fit([little, little], fields: fields)).tracks[0].places == [place, place])
    #expect(try RouteFile.tracks(fit([big], fields: fields, isBigEndian: true)).tracks[0].places == [place])
    let nowhere: [UInt8] = [10, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF]
    #expect(throws: RouteFileError("it has no positions, in 1 records")) {
      try RouteFile.tracks(fit([nowhere], fields: fields))
    }
  }

  /// A record of 45° north, 90° west, a number of seconds after 1990 began.
  private func record(_ second: UInt8) -> [UInt8] { [second, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0xC0] }

  private let recordFields: [(UInt8, UInt8)] = [(253, 4), (0, 4), (1, 4)]

  @Test("FIT: a wrong checksum is remarked, a right one and none are not")
  func checksum() throws {
    let file = fit([record(1), record(4)], fields: recordFields)
    // By the nibbles' table of the format's protocol.
    let table: [UInt16] = [
      0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
      0x8801, 0x4400,
    ]
    let sum = file.dropLast(2).reduce(UInt16(0)) { sum, byte in
      let low = sum >> 4 & 0x0FFF ^ table[Int(sum & 15)] ^ table[Int(byte & 15)]
      return low >> 4 & 0x0FFF ^ table[Int(low & 15)] ^ table[Int(byte >> 4)]
    }
    let right = file.dropLast(2) + [UInt8(sum & 255), UInt8(sum >> 8)]
    let wrong = file.dropLast(2) + [UInt8(sum & 255) ^ 1, UInt8(sum >> 8)]
    #expect(try RouteFile.tracks(file).remarks.isEmpty && RouteFile.tracks(Array(right)).remarks.isEmpty)
    #expect(
      try RouteFile.tracks(Array(wrong)).remarks.map(\.description) == [
        "its checksum is wrong, so that any of it may be damaged"
      ])
  }

  @Test("FIT: positions beyond the poles are left out, with a remark")
  func beyondPoles() throws {
    let beyond: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0x60, 0, 0, 0, 0xC0]
    let (tracks, fault, remarks) = try RouteFile.tracks(fit([record(1), beyond, record(4)], fields: recordFields))
    #expect(tracks[0].places.compactMap(\.time) == [631_065_601, 631_065_604] && fault == nil)
    #expect(remarks.map(\.description) == ["1 position is not on earth, and left out"])
  }

  @Test("FIT: a stopped timer ends a part, and its last position may follow that; other events do not")
  func timer() throws {
    /// An event of the timer, or another, at a second.
    func event(_ type: UInt8, _ second: UInt8, _ event: UInt8 = 0) -> [UInt8] { [1, second, 0, 0, 0, event, type] }
    func record(_ second: UInt8) -> [UInt8] { [0] + self.record(second) }
    func times(_ messages: [[UInt8]]) throws -> [[Double]] {
      let definitions: [UInt8] =
        [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85] + [
          0x41, 0, 0, 21, 0, 3, 253, 4, 0x86, 0, 1, 0, 1, 1, 0,
        ]
      let data = definitions + messages.flatMap(\.self)
      let file = [12, 0x10, 0, 0, UInt8(data.count), 0, 0, 0] + Array(".FIT".utf8) + data + [0, 0]
      return try RouteFile.tracks(file).tracks[0].parts.map { $0.map { ($0.time ?? 0) - 631_065_600 } }
    }
    for stop: UInt8 in [1, 4, 8, 9] {
      #expect(
        try times([
          event(0, 1), record(1), record(2), event(stop, 2), record(2), event(0, 60), record(60), event(stop, 61),
        ])
          == [[1, 2, 2], [60]])
    }
    // A lap, a start while the clock runs, and positions while it is stopped.
    #expect(try times([record(1), event(4, 1, 9), record(2), event(0, 3), record(3)]) == [[1, 2, 3]])
    #expect(
      try times([record(1), event(4, 2), event(4, 3), record(5), record(6), event(0, 9), record(9)]) == [
        [1], [5, 6], [9],
      ])
  }

  @Test("FIT files in a row give a track each")
  func chained() throws {
    let (first, second) = (fit([record(1), record(2)], fields: recordFields), fit([record(3)], fields: recordFields))
    let (tracks, fault, _) = try RouteFile.tracks(first + second)
    #expect(tracks.map { $0.places.compactMap(\.time) } == [[631_065_601, 631_065_602], [631_065_603]])
    #expect(fault == nil)
  }

  @Test("A FIT file that is cut off or damaged is read up to there, with the fault")
  func brokenFIT() throws {
    let whole = fit([record(1), record(2), record(3)], fields: recordFields)
    func check(_ bytes: [UInt8], _ count: Int, _ fault: String, line: Int = #line) throws {
      let result = try RouteFile.tracks(bytes)
      let times = result.tracks.flatMap(\.places).compactMap(\.time)
      let expected = (0..<count).map { (index: Int) -> Double in 631_065_601 + Double(index) }
      #expect(times == expected, "line \(line)")
      #expect(result.fault?.description == fault, "line \(line)")
    }
    try check(whole.dropLast(5), 2, "it is cut off at byte 53, after 2 records")
    // Space that the device never wrote.
    try check(whole.dropLast(15) + [UInt8](repeating: 0, count: 15), 2, "it is cut off at byte 53, after 2 records")
    var open = whole
    open[4] = 0
    try check(open.dropLast(2), 3, "it was not closed, after 3 records")
    try check(open.dropLast(5), 2, "it is cut off at byte 53, after 2 records")
    var undefined = whole
    undefined[whole.count - 15] = 5
    try check(undefined, 2, "it has a message without a definition at byte 53, after 2 records")
    try check(whole + whole.prefix(20), 3, "it is cut off at byte 80, after 3 records")
    try check(whole + [1, 2, 3], 3, "what follows its first 3 records is no FIT file")
    try check(
      whole + fit([record(4), record(5)], fields: recordFields).dropLast(3), 4,
      "it is cut off at byte 108, after 4 records")
    let error = #expect(throws: RouteFileError.self) { try RouteFile.tracks(Array(whole.prefix(30))) }
    #expect(error?.description == "it is cut off at byte 27, after 0 records")
  }

  private static let gpx = """
    <?xml version="1.0"?><!-- <a> --><gpx xmlns="http://www.topografix.com/GPX/1/1">
    <metadata><name><![CDATA[<b>]]></name></metadata><trk><name>A &gt; B</name><trkseg>
    <trkpt lat="1" lon="2"><ele>34</ele><time>1970-01-01T00:00:01Z</time></trkpt>
    <trkpt lat="3" lon="4"><ele>56</ele><time>1970-01-01T00:00:02Z</time></trkpt>
    </trkseg><trkseg><trkpt lat="5" lon="6"/></trkseg></trk></gpx>
    """

  private static let tcx = """
    <t:TrainingCenterDatabase xmlns:t="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><t:Activities><t:Activity>
    <t:Lap><t:Track><t:Trackpoint><t:Position><t:LatitudeDegrees>49</t:LatitudeDegrees>
    <t:LongitudeDegrees>-123</t:LongitudeDegrees></t:Position><t:AltitudeMeters>12</t:AltitudeMeters></t:Trackpoint>
    <t:Trackpoint><t:Position><t:LatitudeDegrees>50</t:LatitudeDegrees>
    <t:LongitudeDegrees>-122</t:LongitudeDegrees></t:Position><t:AltitudeMeters>13</t:AltitudeMeters></t:Trackpoint>
    </t:Track></t:Lap></t:Activity></t:Activities></t:TrainingCenterDatabase>
    """

  @Test("Wherever a recording is cut off, what is read of it are its first points as they are, with a fault")
  func cutAnywhere() throws {
    let records = fit([record(1), record(2)], fields: recordFields)
    for file in [records, records + records, Array(Self.gpx.utf8), Array(Self.tcx.utf8), Array(Self.kml.utf8)] {
      let whole = try RouteFile.tracks(file)
      #expect(whole.fault == nil)
      let places = whole.tracks.flatMap(\.places)
      var counts: Set<Int> = [0]
      for count in 0..<file.count {
        guard let cut = try? RouteFile.tracks(Array(file[..<count])) else { continue }
        let found = cut.tracks.flatMap(\.places)
        #expect(places.starts(with: found))
        // FIT files may lack their checksum, and end where one of several does.
        #expect(cut.fault != nil || file.starts(with: records))
        counts.insert(found.count)
      }
      #expect(counts == Set(0...places.count))
    }
  }

  @Test("XML that is cut off has the place of its end, also behind space that was never written")
  func cutXML() throws {
    let cut = Array(Self.gpx.utf8.prefix { $0 != UInt8(ascii: "5") }) + [0, 0, 0]
    let (tracks, fault, _) = try RouteFile.tracks(cut)
    #expect(tracks.map(\.name) == ["A > B"])
    var first = RouteTrack.Place(Coordinate(longitude: 2, latitude: 1), elevation: 34, time: 1)
    first.line = 3
    #expect(tracks[0].places == [first])
    #expect(fault?.description == "the file ends early, in 'ele'")
    #expect(fault?.place == "4:29")
  }

  @Test("Files that are cut off or damaged anywhere are read or refused")
  func damaged() {
    let fields: [(UInt8, UInt8)] = [(253, 4), (0, 4), (1, 4)]
    let record: [UInt8] = [10, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0xC0]
    let files = [
      fit([record, record], fields: fields), archive([("doc.kml", Self.kml)]), Array(Self.kml.utf8),
      Array(#"{"type": "LineString", "coordinates": [[1, 2], [3, 4]]}"#.utf8),
    ]
    var random = SeededNumbers(seed: 9)
    for file in files {
      for count in 0..<file.count { _ = try? RouteFile.tracks(Array(file[..<count])) }
      for _ in 0..<500 {
        var bytes = file
        for _ in 0..<3 { bytes[Int(random.unit() * Double(bytes.count))] = UInt8(random.unit() * 255) }
        _ = try? RouteFile.tracks(bytes)
      }
    }
  }

  @Test(
    "What is no file of ways is an error that says so",
    arguments: [
      ("", "it is no file of routes"), ("hello", "it is no file of routes"),
      ("<svg/>", "expected 'gpx', 'kml' or 'TrainingCenterDatabase', found 'svg'"),
      ("<gpx/>", "it has no line to follow"),
      (#"{"type": "Point", "coordinates": [1, 2]}"#, "it has no line to follow"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: RouteFileError.self) { try tracks(text) }
    #expect(error?.description == message)
  }

  private static let realFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/data").standardizedFileURL

  @Test(
    "Real files have the points and lengths that other programs find",
    .enabled(if: FileManager.default.fileExists(atPath: realFolder.path)),
    arguments: [
      ("gpx/run.gpx", 1, 206, 3098.5), ("gpx/blue_hills.gpx", 3, 1243, 51_897.2),
      ("gpx/Mojstrovka.gpx", 1, 184, 2697.6),
      ("gpx/route.gpx", 1, 55, 6682.9), ("gpx/korita-zbevnica.gpx", 3, 871, 14_897.1), ("gpx/osm.gpx", 3, 420, 9524.5),
      ("gpx/Friday-Evening-Run.gpx", 1, 17, 87.6), ("gpx/antimeridian-made.gpx", 1, 41, 43_862.1),
      ("kml/linestring.kml", 2, 4, 89.2), ("kml/gxtrack.kml", 1, 7, 526.9), ("kml/gxmultitrack.kml", 1, 26, 170_034.5),
      ("kml/gxmultitrack-stored.kmz", 1, 26, 170_034.5), ("kml/google-samples.kmz", 6, 48, 8283.6),
      ("kml/multigeometry_sibling.kml", 0, 74, 7915.7), ("tcx/garmin_connect.tcx", 1, 316, 1791.1),
      ("tcx/tcx-courses.tcx", 1, 30, 1664.5), ("fit/2013-02-06-12-11-14.fit", 1, 583, 4777),
      ("fit/2015-10-13-08-43-15.fit", 1, 221, 11_495.4), ("fit/activity-small-fenix2-run.fit", 1, 2809, 8996),
      ("fit/activity-filecrc.fit", 1, 14, 0), ("fit/activity-unexpected-eof.fit", 1, 14, 0),
    ])
  func realFiles(name: String, count: Int, points: Int, length: Double) throws {
    let (tracks, fault, _) = try RouteFile.tracks(
      Array(try Data(contentsOf: Self.realFolder.appendingPathComponent(name))))
    #expect((fault != nil) == name.contains("unexpected-eof"))
    // Lengths are of each part alone, on the sphere.
    var sum = 0.0
    for part in tracks.flatMap(\.parts) {
      for (a, b) in zip(part, part.dropFirst()) { sum += haversine(a.coordinate, b.coordinate) }
    }
    if count > 0 { #expect(tracks.count == count) }
    #expect(tracks.reduce(0) { $0 + $1.places.count } == points)
    if length > 0 { #expect(abs(sum - length) < max(length * 0.001, 0.2)) }
  }

  @Test(
    "Real files that are damaged, or hold no way, are errors",
    .enabled(if: FileManager.default.fileExists(atPath: realFolder.path)),
    arguments: [
      "gpx/bad.gpx", "kml/bad.kml", "kml/ground_overlay.kml", "kml/nokml.kmz",
      "fit/compressed-speed-distance.fit",
    ])
  func realFaults(name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.realFolder.appendingPathComponent(name)))
    #expect(throws: RouteFileError.self) { try RouteFile.tracks(bytes) }
  }

  @Test("A file that is cut off says where it ends")
  func cutOff() {
    let error = #expect(throws: RouteFileError.self) { try tracks("<gpx>\n<trk>\n<name>A</name>") }
    #expect(error?.description == "the file ends early, in 'trk'")
    #expect(error?.place?.hasPrefix("3:") == true)
  }

  @Test("A fault in XML has its line")
  func xmlFault() {
    let error = #expect(throws: RouteFileError.self) { try tracks("<gpx>\n<trk>\n</gpx>") }
    #expect(error?.place?.hasPrefix("3:") == true)
  }

  @Test(
    "Instants are those of XML Schema",
    arguments: [
      ("1970-01-01T00:00:00Z", 0.0), ("1970-12-31T24:00:00Z", 31_536_000), ("2000-02-29T12:00:00Z", 951_825_600),
      ("2012-10-24T23:29:40.25Z", 1_351_121_380.25),
      ("1969-12-31T23:59:59Z", -1), ("2026-05-01T02:00:00+05:30", 1_777_581_000),
      ("2026-05-01T02:00:00+05", 1_777_582_800), ("1970-01-01 00:00:05", 5), ("1970-01-01T00:00:00-00:30", 1800),
    ])
  func instants(text: String, expected: Double) { #expect(seconds(text) == expected) }

  @Test(
    "What is no instant is none",
    arguments: [
      "", "2012-10-24", "2012-13-01T00:00:00Z", "2012-01-01Tx", "T", "2023-02-29T00:00:00Z", "2023-04-31T00:00:00Z",
      "2023-04-30T25:00:00Z", "2023-04-30T12:60:00Z", "2023-04-30T12:00:00+99:00", "2023-04-30T12:00:00+01:75",
    ])
  func noInstants(text: String) { #expect(seconds(text) == nil) }
}

/// On the sphere, in meters.
private func haversine(_ a: Coordinate, _ b: Coordinate) -> Double {
  let radians = Double.pi / 180
  let (rise, east) = ((b.latitude - a.latitude) * radians / 2, (b.longitude - a.longitude) * radians / 2)
  let share = sin(rise) * sin(rise) + cos(a.latitude * radians) * cos(b.latitude * radians) * sin(east) * sin(east)
  return 2 * Coordinate.meanEarthRadius * asin(min(share.squareRoot(), 1))
}
