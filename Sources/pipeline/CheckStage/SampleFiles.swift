import Files
import Foundation
import Reporting
import StageKit
import Video

/// Small files of the kinds that parameters name, for stages that are checked: made once, read by all processes.
struct SampleFiles {
  /// The id of the sound that every job of a check has.
  static let sound = "sound"

  let folder: String

  private static let names = [
    "csv": "rows.csv", "cube": "look.cube", "geojson": "way.geojson", "gpx": "way.gpx", "igc": "way.igc",
    "json": "shown.json", "kml": "way.kml", "nmea": "way.nmea", "log": "way.nmea", "png": "picture-1.png",
    "polyline": "way.polyline", "polyline6": "way.polyline6", "srt": "words.srt", "svg": "picture.svg",
    "tcx": "way.tcx", "vtt": "words.vtt", "wav": "sound.wav", "wkt": "way.wkt",
  ]
  private static let videos = FileReference.videoEndings + ["gif", "jpg", "jpeg", "webp"]

  /// Writes them into a new folder, which the caller removes.
  static func make() throws -> SampleFiles {
    let folder = URL(fileURLWithPath: TemporaryFile.path())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = SampleFiles(folder: folder.path)
    for (name, text) in texts { try AtomicFile.write(Data(text.utf8), to: "\(files.folder)/\(name)") }
    try AtomicFile.write(Data(tone), to: "\(files.folder)/sound.wav")
    for number in 1...3 {
      var pixels: [UInt8] = []
      for y in 0..<32 {
        for x in 0..<48 { pixels += [UInt8(x * 5), UInt8(y * 7), UInt8(number * 80), 255] }
      }
      guard let image = Image(width: 48, height: 32, premultiplied: pixels) else { continue }
      try writePNG(image, to: "\(files.folder)/picture-\(number).png")
    }
    return files
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// A file with one of these endings; nil where there is none.
  func path(_ extensions: [String]) -> String? {
    // JSON is not all alike.
    if extensions.contains("lottie") { return "\(folder)/animation.json" }
    let names = extensions.isEmpty ? ["shown.json"] : extensions.compactMap { Self.names[$0] }
    return names.first.map { "\(folder)/\($0)" }
  }

  /// A value with samples in the place of files that are not in a folder.
  func replacingMissing(_ value: JSONValue, in place: String) -> JSONValue {
    switch value {
    case .string(let text):
      let ending = (text as NSString).pathExtension.lowercased()
      guard let sample = path([Self.videos.contains(ending) ? "png" : ending]) else { return value }
      return FileSystem.exists("\(place)/\(text)") ? value : .string(sample)
    case .array(let items): return .array(items.map { replacingMissing($0, in: place) })
    case .object(let members):
      return .object(members.map { .init($0.key, replacingMissing($0.value, in: place)) })
    default: return value
    }
  }

  private static let texts = [
    "animation.json": """
    {"v": "5.9.0", "w": 48, "h": 32, "fr": 30, "ip": 0, "op": 60, "markers": [{"cm": "half", "tm": 30, "dr": 30}],
     "layers": [{"ty": 4, "nm": "disc", "ip": 0, "op": 60, "st": 0, "ks": {"p": {"a": 1, "k": [
         {"t": 0, "s": [12, 16], "i": {"x": 0.5, "y": 1}, "o": {"x": 0.5, "y": 0}}, {"t": 59, "s": [36, 16]}]}},
       "shapes": [{"ty": "el", "p": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [16, 16]}},
         {"ty": "fl", "nm": "fill", "c": {"a": 0, "k": [1, 0.5, 0]}, "o": {"a": 0, "k": 100}}]}]}
    """,
    "look.cube": "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 0.9 0.8\n",
    "rows.csv": "name,value\nApril,3\nMay,5\nJune,4\n",
    "picture.svg": """
    <svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><circle cx="20" cy="16" r="12" fill="currentColor"/></svg>
    """,
    "words.srt":
      "1\n00:00:00,000 --> 00:00:02,000\nSome words\n\n2\n00:00:02,500 --> 00:00:05,000\nand <i>more</i> of them\n",
    "words.vtt":
      "WEBVTT\n\n00:00.000 --> 00:02.000\nSome <00:01.000>words\n\n00:02.500 --> 00:05.000\nand more of them\n",
    "way.geojson": """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"highway": "primary", "name": "Way"}, "geometry": {"type": "LineString",
        "coordinates": [[13.4, 52.5], [13.405, 52.502], [13.41, 52.5]]}},
      {"type": "Feature", "properties": {"building": "yes", "height": 20}, "geometry": {"type": "Polygon",
        "coordinates": [[[13.402, 52.499], [13.403, 52.499], [13.403, 52.5], [13.402, 52.5], [13.402, 52.499]]]}}]}
    """,
    "way.gpx": """
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><trkseg>
    <trkpt lat="52.5" lon="13.4"><ele>30</ele><time>2026-01-01T10:00:00Z</time></trkpt>
    <trkpt lat="52.502" lon="13.405"><ele>35</ele><time>2026-01-01T10:01:00Z</time></trkpt>
    <trkpt lat="52.5" lon="13.41"><ele>31</ele><time>2026-01-01T10:02:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """,
    "way.igc": """
    AFLYWAY
    HFDTEDATE:010126,01
    B1000005230000N01324000EA0003000030
    B1001005230120N01324300EA0003500035
    B1002005230000N01324600EA0003100031

    """,
    "way.kml": """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><LineString><altitudeMode>absolute</altitudeMode>
    <coordinates>13.4,52.5,30 13.405,52.502,35 13.41,52.5,31</coordinates></LineString></Placemark></kml>
    """,
    "way.nmea": """
    $GPRMC,100000,A,5230.000,N,01324.000,E,0,0,010126,,
    $GPGGA,100000,5230.000,N,01324.000,E,1,8,1,30,M,0,M,,
    $GPRMC,100100,A,5230.120,N,01324.300,E,0,0,010126,,
    $GPGGA,100100,5230.120,N,01324.300,E,1,8,1,35,M,0,M,,
    $GPRMC,100200,A,5230.000,N,01324.600,E,0,0,010126,,
    $GPGGA,100200,5230.000,N,01324.600,E,1,8,1,31,M,0,M,,

    """,
    "way.polyline": "_|l_I_expAoKg^nKg^",
    "way.polyline6": "_ajccB_{zpX_|BowH~{BowH",
    "way.tcx": """
    <TrainingCenterDatabase><Courses><Course><Track>
    <Trackpoint><Time>2026-01-01T10:00:00Z</Time><Position><LatitudeDegrees>52.5</LatitudeDegrees>
    <LongitudeDegrees>13.4</LongitudeDegrees></Position><AltitudeMeters>30</AltitudeMeters></Trackpoint>
    <Trackpoint><Time>2026-01-01T10:02:00Z</Time><Position><LatitudeDegrees>52.502</LatitudeDegrees>
    <LongitudeDegrees>13.41</LongitudeDegrees></Position><AltitudeMeters>31</AltitudeMeters></Trackpoint>
    </Track></Course></Courses></TrainingCenterDatabase>
    """,
    "way.wkt": "LINESTRING Z (13.4 52.5 30, 13.405 52.502 35, 13.41 52.5 31)\n",
    "shown.json": """
    {"canvas": {"size": [90, 60], "fps": 30, "duration": 2}, "stages": [{"id": "disc", "stage": "check-inputs"}]}
    """,
  ]

  /// Two seconds of a tone that swells four times, as WAV: one channel, 48 kHz, 16 bits.
  private static var tone: [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var samples: [UInt8] = []
    for index in 0..<96_000 {
      let swell = Double(index % 24_000) / 24_000
      let wave = sineAndCosine(degrees: Double(index) * 1.65).sine
      samples += little(Int(wave * swell * 16_000), 2)
    }
    var format: [UInt8] = []
    for (value, count) in [(1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)] { format += little(value, count) }
    let head = Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    return head + format + Array("data".utf8) + little(samples.count, 4) + samples
  }
}
