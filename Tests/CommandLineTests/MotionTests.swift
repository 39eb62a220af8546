import Foundation
import StageKit
import TestSupport
import Testing

/// The output of `trace`, by column.
struct Trace {
  let columns: [String: [Double?]]

  init(_ text: String) {
    let rows = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    var columns: [String: [Double?]] = [:]
    for (index, name) in (rows.first ?? []).enumerated() {
      columns[String(name)] = rows.dropFirst().map { index < $0.count ? Double($0[index]) : nil }
    }
    self.columns = columns
  }

  /// The values of a column; nil where one is missing.
  func values(_ name: String) -> [Double]? {
    guard let column = columns[name] else { return nil }
    let values = column.compactMap(\.self)
    return values.count == column.count ? values : nil
  }
}

/// Differences between neighbors.
private func steps(_ values: [Double]) -> [Double] { zip(values, values.dropFirst()).map { $1 - $0 } }

@Suite("How cameras and routes move")
struct MotionTests {
  private static let jobs = ["booking", "ride", "skyline"]

  @Test(
    "No camera of a shipped job changes its speed at once, and every head slows down before it arrives", arguments: jobs
  )
  func shipped(name: String) throws {
    let outcome = try run(["trace", "jobs/\(name).json"], in: projectFolder)
    #expect(outcome.code == 0)
    let trace = Trace(outcome.output)
    for suffix in ["x", "y", "distance", "pitch", "heading"] {
      for column in trace.columns.keys.sorted() where column.hasSuffix("camera.\(suffix)") {
        guard let values = trace.values(column) else { continue }
        let speeds = steps(values).map { suffix == "heading" ? $0.remainder(dividingBy: 360) : $0 }
        let top = speeds.map(\.magnitude).max() ?? 0
        guard top > 1e-6 else { continue }
        #expect((steps(speeds).map(\.magnitude).max() ?? 0) < 0.2 * top, "\(column)")
      }
    }
    for column in trace.columns.keys.sorted() where column.hasSuffix(".remaining") {
      guard let values = trace.values(column), let end = values.firstIndex(where: { $0 < 1e-6 }), end > 1 else {
        continue
      }
      let speeds = steps(Array(values[...end])).map(\.magnitude)
      #expect(try #require(speeds.last) < 0.15 * (try #require(speeds.max())), "\(column)")
    }
  }

  // MARK: A recorded ride

  private static let shared = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared").standardizedFileURL

  /// The first route through Monaco as a GPX track, at 9 m/s but with a minute's stop in its middle.
  private func gpx() throws -> String {
    let map = try GeoJSON.parse(
      Array(try Data(contentsOf: Self.shared.appendingPathComponent("maps/monaco-routes.geojson"))))
    guard case .lineString(let line)? = map.features.first?.geometry else { throw CocoaError(.fileReadCorruptFile) }
    var (seconds, points) = (0.0, [String]())
    for (index, place) in line.enumerated() {
      if index > 0 {
        let plane = WebMercatorPlane(origin: place)
        seconds += plane.point(line[index - 1]).length / 9
      }
      if index == line.count / 2 { seconds += 60 }
      let (minute, second) = (Int(seconds) / 60, seconds.truncatingRemainder(dividingBy: 60))
      let text = (second < 10 ? "0" : "") + "\((second * 1000).rounded() / 1000)"
      points.append(
        "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><ele>\(Double(index) / 4)</ele>"
          + "<time>2026-05-01T20:\(minute < 10 ? "0" : "")\(minute):\(text)Z</time></trkpt>")
    }
    return "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
  }

  @Test(
    "A recorded ride through Monaco is followed over a map of vector tiles",
    .enabled(if: FileManager.default.fileExists(atPath: shared.path)))
  func monaco() throws {
    let folder = try TemporaryFolder()
    let job = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Data/rides/monaco-ride.json")
    try FileManager.default.copyItem(at: job, to: URL(fileURLWithPath: folder.file("ride.json")))
    try FileManager.default.copyItem(
      at: Self.shared.appendingPathComponent("data/tiles/monaco-protomaps.pmtiles"),
      to: URL(fileURLWithPath: folder.file("map.pmtiles")))
    try gpx().write(toFile: folder.file("ride.gpx"), atomically: true, encoding: .utf8)
    let outcome = try run(["trace", "ride.json"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let trace = Trace(outcome.output)
    let remaining = try #require(trace.values("ride.remaining"))
    // As the router has it, less what rounded corners save.
    #expect(abs((remaining.first ?? 0) / 3588 - 1) < 0.01)
    #expect(remaining.last == 0)
    let speeds = try #require(trace.values("ride.speed"))
    #expect(abs((speeds.max() ?? 0) - 9) < 0.2 && (speeds.min() ?? 9) < 1)
    #expect(try #require(trace.values("ride.elevation")).last == 42.25)
    // It keeps to the streets' bends, and the camera's turns have no jumps.
    let turns = steps(try #require(trace.values("camera.heading"))).map { $0.remainder(dividingBy: 360) }
    #expect((steps(turns).map(\.magnitude).max() ?? 1) < 0.2 * (turns.map(\.magnitude).max() ?? 0))
    #expect(try run(["still", "ride.json", "--at", "6", "--scale", "0.25", "-o", "a.png"], in: folder.url).code == 0)
    #expect(folder.bytes("a.png")?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }
}
