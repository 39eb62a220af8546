import Foundation
import StageKit
import TestSupport
import Testing
import Video

@Suite("Films of recordings", .waitsForProcesses)
struct RouteFilmTests {
  private let folder: TemporaryFolder

  /// Two rides of 1 km to the east: `ada.tcx` in two laps, from 10:00:00 in 100 s, and `bob.gpx`, from 10:00:20 in 120 s.
  init() throws {
    folder = try TemporaryFolder()
    func clock(_ seconds: Int) -> String {
      "2026-05-01T10:0\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)Z"
    }
    let longitudes = (0...10).map { Double($0) * 100 / (Coordinate.meanEarthRadius * .pi / 180) }
    func track(_ range: ClosedRange<Int>) -> String {
      range.map {
        "<Trackpoint><Time>\(clock($0 * 10))</Time><Position><LatitudeDegrees>0</LatitudeDegrees><LongitudeDegrees>"
          + "\(longitudes[$0])</LongitudeDegrees></Position></Trackpoint>"
      }.joined()
    }
    try folder.write(
      "<TrainingCenterDatabase><Activities><Activity><Lap><Track>\(track(0...4))</Track></Lap>"
        + "<Lap><Track>\(track(5...10))</Track></Lap></Activity></Activities></TrainingCenterDatabase>", to: "ada.tcx")
    let points = (0...10).map {
      "<trkpt lat='0' lon='\(longitudes[$0])'><time>\(clock(20 + $0 * 12))</time></trkpt>"
    }
    try folder.write(
      "<gpx><wpt lat='0' lon='0.004'><name>Top</name><sym>Summit</sym></wpt><wpt lat='0' lon='0.006'><sym>Zeppelin</sym></wpt>"
        + "<trk><trkseg>\(points.joined())</trkseg></trk></gpx>", to: "bob.gpx")
  }

  private func write(_ stages: String) throws {
    try folder.write(
      """
      { "canvas": { "size": [160, 120], "fps": 10, "duration": 14 },
        "stages": [ \(stages) ], "outputs": [ { "file": "a.mp4" } ] }
      """, to: "a.json")
  }

  @Test("Two riders from two files race in one clock, with laps, ranks and gaps for counters")
  func race() throws {
    try write(
      """
      { "id": "ada", "stage": "route", "parameters": { "route": "ada.tcx", "duration": 14, "clock": { "with": ["bob.gpx"] } } },
      { "id": "bob", "stage": "route", "parameters": { "route": "bob.gpx", "duration": 14, "clock": { "with": ["ada.tcx"] } } },
      { "id": "line", "stage": "polyline-sweep", "inputs": { "progress": "ada.progress" }, "parameters": { "route": "ada.tcx" } },
      { "id": "lap", "stage": "counter", "inputs": { "value": "ada.lap" }, "parameters": { "value": 0, "text": "Lap #" } },
      { "id": "gap", "stage": "counter", "inputs": { "value": "bob.gapTime" },
        "parameters": { "value": 0, "style": "time", "text": "+#" } }
      """)
    let outcome = try run(["trace", "a.json"], in: folder.url)
    #expect(outcome.code == 0 && !outcome.errors.contains("warning"), "\(outcome.errors)")
    let trace = Trace(outcome.output)
    func values(_ name: String, at frame: Int) throws -> Double { try #require(trace.values(name))[frame] }
    for (frame, ada, bob, lap) in [(10, 100.0, 0.0, 1.0), (60, 600, 333.3, 2), (120, 1000, 833.3, 2)] {
      #expect(abs(try values("ada.distance", at: frame) - ada) < 3)
      #expect(abs(try values("bob.distance", at: frame) - bob) < 3)
      #expect(try values("ada.lap", at: frame) == lap && values("bob.rank", at: frame) == 2)
      #expect(try values("ada.rank", at: frame) == 1)
    }
    #expect(abs(try values("bob.gapTime", at: 139) - 40) < 1.5)
  }

  @Test("Marks tell split times, laps have theirs, waypoints their signs; what has none is a warning")
  func marks() throws {
    try write(
      """
      { "id": "laps", "stage": "route-marks",
        "parameters": { "route": "ada.tcx", "every": 250, "unit": "meters", "lap": "Lap #", "times": "split" } },
      { "id": "points", "stage": "route-marks", "parameters": { "route": "bob.gpx", "every": 0 } }
      """)
    let outcome = try run(["validate", "a.json"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.contains(
        "stages[1]: there is no sign for waypoints that are 'Zeppelin'; they are dots"), "\(outcome.errors)")
    #expect(try run(["still", "a.json", "--at", "13", "-o", "a.png"], in: folder.url).code == 0)
  }

  @Test("A legend has the colors of a line by the same variable, and a value that the file lacks is an error there")
  func legend() throws {
    func film(_ value: String) -> String {
      """
      { "id": "line", "stage": "polyline-sweep", "parameters": { "route": "bob.gpx", "colorBy": { "value": "\(value)" } } },
      { "id": "legend", "stage": "legend", "parameters": { "route": "bob.gpx", "colorBy": { "value": "\(value)" }, "title": "Speed" } }
      """
    }
    try write(film("speed"))
    #expect(try run(["still", "a.json", "--at", "1", "-o", "a.png"], in: folder.url).code == 0)
    try write(film("power"))
    let outcome = try run(["validate", "a.json"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("stages[1].parameters.colorBy.value: the route has no power"), "\(outcome.errors)")
  }

  @Test("A name with a star stands for all photographs whose names are like it, and for none it is an error")
  func photographs() throws {
    let picture = try #require(Image(width: 4, height: 4, premultiplied: [UInt8](repeating: 255, count: 64)))
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("photos"), withIntermediateDirectories: true)
    for name in ["a", "b", "c"] { try writePNG(picture, to: folder.file("photos/\(name).png")) }
    func film(_ name: String) -> String {
      """
      { "id": "photos", "stage": "route-photos", "parameters": { "route": "ada.tcx", "hold": 1, "growth": 1,
        "photos": [{ "file": "\(name)", "coordinate": [0.004, 0] }, { "file": "photos/b.png", "coordinate": [0.006, 0] }] } }
      """
    }
    try write(film("photos/*.png"))
    let outcome = try run(["trace", "a.json"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    // One is large after the other, each for three seconds: four of them.
    let shown = try #require(Trace(outcome.output).values("photos.shown"))
    #expect([15, 45, 75, 105].allSatisfy { shown[$0] == 1 } && shown[130] == 0)
    try write(film("photos/*.jpg"))
    let missing = try run(["validate", "a.json"], in: folder.url)
    #expect(missing.code == 2)
    #expect(
      missing.errors.contains("stages[0].parameters.photos[0].file: no file has a name like 'photos/*.jpg'"),
      "\(missing.errors)")
    // What is wrong with one of them is said of it.
    try folder.write("no picture", to: "photos/b.png")
    try write(film("photos/*.png"))
    let broken = try run(["validate", "a.json"], in: folder.url)
    #expect(broken.code == 2 && broken.errors.contains("photos/b.png"), "\(broken.errors)")
  }
}
