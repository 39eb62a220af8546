import Foundation
import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

private let file = FileReference(literal: "r.geojson", path: "r.geojson")

private func stage(_ text: String, track: Int? = nil) throws -> PolylineSweep {
  try PolylineSweep(
    ParameterValues([("route", .route(.file(file, track: track)))]), FakeContext(files: ["r.geojson": text]))
}

/// Beside the package, where it is present.
private let realRoutes = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../../shared/maps/monaco-routes.geojson").standardizedFileURL

@Suite("Routes")
struct RouteTests {
  @Test("A degree of latitude is 111.2 km long wherever it lies", arguments: [0.0, 40, 80])
  func distancesAreTrue(latitude: Double) throws {
    let line = try #require(
      RouteLine([Coordinate(longitude: 5, latitude: latitude), Coordinate(longitude: 5, latitude: latitude + 1)]))
    #expect(abs(line.length - 111_195) < 1)
  }

  @Test("Points that repeat are left out, and a route of one place is none")
  func repeatedPointsAreLeftOut() throws {
    let a = Coordinate(longitude: 1, latitude: 1)
    let b = Coordinate(longitude: 1.01, latitude: 1)
    #expect(try #require(RouteLine([a, a, b, b, b])).points.count == 2)
    #expect(RouteLine([a, a]) == nil)
    #expect(RouteLine([]) == nil)
  }

  @Test("A slice has its own ends and the corners between them")
  func sliceHasItsEnds() throws {
    let line = try #require(
      RouteLine((0...4).map { Coordinate(longitude: Double($0) * 0.001, latitude: 0) }))
    let step = line.length / 4
    let points = line.slices(from: step * 0.5, to: step * 3)[0]
    #expect(points.count == 4)
    #expect(points[0].distance(to: line.point(at: step * 0.5)) < 1e-9)
    #expect(points[3].distance(to: line.points[3]) < 1e-6)
  }

  @Test("Of a file with several ways the one that is asked for counts, and otherwise the first, with a warning")
  func trackIsChosen() throws {
    func feature(_ type: String, _ coordinates: String) -> String {
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "\#(type)", "coordinates": \#(coordinates)}}"#
    }
    let features = [
      feature("Point", "[0, 0]"), feature("LineString", "[[0, 0], [1, 0]]"),
      feature("MultiLineString", "[[[2, 0], [3, 0]], [[3, 0], [3, 1]]]"),
    ]
    let text = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ", "))]}"#
    func place(_ track: Int?, _ seconds: Double) throws -> Coordinate {
      try #require(
        try stage(text, track: track).frame(at: StageTime(seconds: seconds), Inputs())[
          PolylineSweep.Parameters.named.headCoordinate])
    }
    #expect(abs(try place(1, 0).longitude - 2) < 1e-9)
    // All parts of a way are gone.
    #expect(abs(try place(1, 9).latitude - 1) < 1e-9)
    #expect(abs(try place(nil, 9).longitude - 1) < 1e-9)
    let context = FakeContext(files: ["r.geojson": text])
    _ = try PolylineSweep(ParameterValues([("route", .route(.file(file, track: nil)))]), context)
    #expect(context.warnings.count == 1)
    let error = #expect(throws: StageError.self) { try stage(text, track: 2) }
    #expect(error?.parameter == "route")
  }

  @Test("A fault in the file is reported with the file's own line and column")
  func faultHasTheFilesPosition() {
    let error = #expect(throws: StageError.self) { try stage("{\n\"type\": \"Line\"}") }
    #expect(error?.message.hasPrefix("r.geojson:2:9:") == true)
  }

  @Test("Without a route there is no stage")
  func routeIsNeeded() {
    #expect(throws: StageError.self) { try PolylineSweep(ParameterValues(), FakeContext()) }
  }

  @Test(
    "A real route is as long as its router says", .enabled(if: FileManager.default.fileExists(atPath: realRoutes.path)))
  func realRouteHasItsLength() throws {
    let collection = try GeoJSON.parse(Array(try Data(contentsOf: realRoutes)))
    guard case .lineString(let line)? = collection.features.first?.geometry else { throw StageError("no line") }
    #expect(line.count == 170)
    #expect(abs(try #require(RouteLine(line)).length / 3588 - 1) < 0.01)
  }
}
