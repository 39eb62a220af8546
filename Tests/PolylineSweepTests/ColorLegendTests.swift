import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

@Suite("Legends of colored lines")
struct ColorLegendTests {
  private static let degree = Coordinate.meanEarthRadius * .pi / 180

  /// A host of a way to the east for 2 km, from 500 m up to 700 m.
  private static func context() -> FakeContext {
    FakeContext(recordings: { _ in
      let places = (0...40).map { index in
        RouteTrack.Place(
          Coordinate(longitude: Double(index) * 50 / degree, latitude: 0), elevation: 500 + Double(index) * 5)
      }
      return [RouteTrack(parts: [places])]
    })
  }

  private func stage(
    _ colorBy: [(String, ParameterValue)], _ context: FakeContext = context(), _ entries: (String, ParameterValue)...
  ) throws -> ColorLegend {
    let route = ParameterValue.route(.file(FileReference(literal: "a.gpx", path: "a.gpx"), track: nil))
    let scale = ParameterValues(colorBy + [("value", .text("elevation"))], path: "colorBy")
    return try ColorLegend(ParameterValues([("route", route), ("colorBy", .object(scale))] + entries), context)
  }

  private func texts(_ context: FakeContext) -> [String] { context.requests.map { String($0.text) } }

  @Test("The ends have the least and the greatest value, with the unit at the last, and round values lie between")
  func labels() throws {
    let context = Self.context()
    let frame = try stage([("low", .number(400)), ("high", .number(800))], context, ("title", .text("Height")))
      .frame(at: StageTime(seconds: 0), Inputs())
    #expect(texts(context) == ["Height", "400", "800\u{202F}m", "500", "600", "700"])
    #expect(frame[ColorLegend.Parameters.named.lowest] == 400 && frame[ColorLegend.Parameters.named.highest] == 800)
    #expect(frame[ColorLegend.Parameters.named.value] == nil)
  }

  @Test("Its texts are there to be read")
  func legibleText() throws {
    let frame = try stage([("low", .number(400)), ("high", .number(800))], Self.context(), ("title", .text("Height")))
      .frame(at: StageTime(seconds: 0), Inputs())
    #expect(flat(frame.legibleText).count == 6)
  }

  @Test("Numbers have the decimals that tell them apart")
  func decimals() throws {
    let context = Self.context()
    _ = try stage([("low", .number(0)), ("high", .number(0.5))], context, ("ticks", .number(10)))
    #expect(Array(texts(context).dropFirst(2).prefix(3)) == ["0.05", "0.1", "0.15"])
  }

  @Test("Zones have the bounds between them")
  func zones() throws {
    let context = Self.context()
    _ = try stage([("zones", .list([.number(550), .number(600)]))], context)
    #expect(texts(context) == ["550", "600\u{202F}m"])
  }

  @Test("The marker is at the value of the place that the route has come to, in its color", arguments: [0.25, 0.5])
  func marker(progress: Double) throws {
    let stage = try stage([("low", .number(500)), ("high", .number(700))], Self.context())
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs(["progress": .number(progress)]))
    let value = try #require(frame[ColorLegend.Parameters.named.value])
    #expect(abs(value - (500 + 200 * progress)) < 1)
  }

  @Test("A share of the scale is even between its ends, and between the bounds of each zone")
  func shares() throws {
    func scale(_ entries: [(String, ParameterValue)]) throws -> ColorScale {
      let places = [0.0, 1000].map {
        RouteTrack.Place(Coordinate(longitude: $0 / Self.degree, latitude: 0), elevation: $0)
      }
      let parameters = try ColorScaleParameters(
        ParameterValues([("value", .text("elevation"))] + entries, path: "colorBy"))
      return try #require(ColorScale(parameters, of: RouteRecord([places], spans: [0...1000]), length: 1000))
    }
    let blended = try scale([("low", .number(0)), ("high", .number(1000))])
    #expect([-5, 0, 250, 1000, 2000].map(blended.share(of:)) == [0, 0, 0.25, 1, 1])
    let zones = try scale([("zones", .list([.number(500), .number(600)]))])
    #expect(abs(zones.share(of: 550) - 0.5) < 1e-9 && abs(zones.share(of: 500) - 1.0 / 3) < 1e-9)
    #expect(abs(zones.share(of: 250) - 1.0 / 6) < 0.01)
  }

  @Test("A route without the value is an error at it")
  func absent() throws {
    #expect { try stage([("value", .text("speed"))]) } throws: { ($0 as? StageError)?.parameter == "colorBy.value" }
  }
}
