import StageKit
import Testing

@testable import RouteFiles

@Suite("What sensors measured is read with positions")
struct SensorTests {
  private func read(_ text: String) throws -> RouteFile.Contents { try RouteFile.tracks(Array(text.utf8)) }

  private func values(_ place: RouteTrack.Place) -> [Double?] {
    [place.heartRate, place.cadence, place.power, place.temperature]
  }

  @Test("GPX: extensions of several makers")
  func gpx() throws {
    let contents = try read(
      """
      <gpx xmlns:a="a" xmlns:b="b"><trk><trkseg>
      <trkpt lon="1" lat="2"><extensions><power>210</power><a:TrackPointExtension><a:atemp>-3.5</a:atemp><a:hr>131</a:hr>
        <a:cad>0</a:cad></a:TrackPointExtension></extensions></trkpt>
      <trkpt lon="1" lat="2"><extensions><b:PowerInWatts>80</b:PowerInWatts><b:cadence>90</b:cadence></extensions></trkpt>
      <trkpt lon="1" lat="2"/></trkseg></trk></gpx>
      """)
    #expect(
      contents.tracks[0].places.map(values) == [[131, 0, 210, -3.5], [nil, 90, 80, nil], [nil, nil, nil, nil]])
    #expect(contents.remarks.isEmpty)
  }

  @Test("TCX: of the format itself, and of its extensions")
  func tcx() throws {
    let contents = try read(
      """
      <TrainingCenterDatabase xmlns:e="e"><Activity><Lap><Track><Trackpoint><Position><LatitudeDegrees>49</LatitudeDegrees>
      <LongitudeDegrees>7</LongitudeDegrees></Position><HeartRateBpm><Value>95</Value></HeartRateBpm>
      <Cadence>60</Cadence><Extensions><e:TPX><e:Speed>3</e:Speed><e:Watts>143</e:Watts></e:TPX></Extensions></Trackpoint>
      </Track></Lap></Activity></TrainingCenterDatabase>
      """)
    #expect(contents.tracks[0].places.map(values) == [[95, 60, 143, nil]])
  }

  @Test("KML: arrays of a track's extended data, unless they are of another length")
  func kml() throws {
    func contents(_ values: String) throws -> RouteFile.Contents {
      try read(
        """
        <kml xmlns:gx="g"><Placemark><gx:Track><gx:coord>1 2 3</gx:coord><gx:coord>2 2 3</gx:coord>
        <ExtendedData><SchemaData><gx:SimpleArrayData name="heartrate">\(values)</gx:SimpleArrayData></SchemaData></ExtendedData>
        </gx:Track></Placemark></kml>
        """)
    }
    let both = try contents("<gx:value>181</gx:value><gx:value/>")
    #expect(both.tracks[0].places.map(\.heartRate) == [181, nil] && both.remarks.isEmpty)
    let one = try contents("<gx:value>181</gx:value>")
    #expect(one.tracks[0].places.map(\.heartRate) == [nil, nil])
    #expect(
      one.remarks.map(\.description) == [
        "1 array has another number of values than its track has of 'coord', and is left out"
      ])
  }

  @Test("KML: groups without blanks between them are of three numbers")
  func groups() throws {
    let contents = try read(
      "<kml><Placemark><LineString><coordinates>1,2,3,4,5,6 7,8</coordinates></LineString></Placemark></kml>")
    #expect(contents.tracks[0].places.map(\.coordinate.longitude) == [1, 4, 7])
    #expect(contents.tracks[0].places.map(\.elevation) == [3, 6, nil])
  }

  @Test("KML: positions of a list have the lines that they are in")
  func lines() throws {
    let contents = try read(
      "<kml><Placemark><LineString><coordinates>\n1,2\n3,4 5,6\nx,8</coordinates></LineString></Placemark></kml>")
    #expect(contents.tracks[0].places.map(\.line) == [2, 3, 3])
    #expect(contents.remarks.map(\.place) == ["4:1"])
  }

  @Test("FIT: values of records, none where they are not known, and the offset of the device's clock")
  func fit() throws {
    let definitions: [UInt8] =
      [0x40, 0, 0, 20, 0, 7, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 3, 1, 2, 4, 1, 2, 7, 2, 0x84, 13, 1, 1]
      + [0x41, 0, 0, 34, 0, 2, 253, 4, 0x86, 5, 4, 0x86]
    let position: [UInt8] = [0, 0, 0, 0x20, 0, 0, 0, 0xC0]
    let records: [UInt8] =
      [0, 10, 0, 0, 0] + position + [120, 0, 0x2C, 1, 0xFE] + [0, 11, 0, 0, 0] + position + [255, 255, 255, 255, 127]
    // An hour and a half, and two seconds, ahead.
    let activity: [UInt8] = [1, 11, 0, 0, 0, 0x25, 0x15, 0, 0]
    let data = definitions + records + activity
    let file = [12, 0x10, 0, 0, UInt8(data.count), 0, 0, 0] + Array(".FIT".utf8) + data + [0, 0]
    let track = try RouteFile.tracks(file).tracks[0]
    #expect(track.places.map(values) == [[120, 0, 300, -2], [nil, nil, nil, nil]])
    #expect(track.utcOffset == 5400)
  }

  @Test("Times without a zone are UTC, which is remarked")
  func zones() throws {
    let contents = try read(
      "<gpx><rte>\n<rtept lon='1' lat='1'><time>1970-01-01T00:00:01</time></rtept></rte></gpx>")
    #expect(contents.tracks[0].places[0].time == 1)
    #expect(contents.remarks.map { "\($0.place ?? ""): \($0)" } == ["2:1: 1 time has no zone, and is read as UTC"])
  }
}
