import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("The sun by date, time and place")
struct SunTests {
  /// Published values: those of NOAA's spreadsheet for three instants.
  @Test(
    "Its declination and the equation of time are those of NOAA",
    arguments: [
      (0.119986311, -23.06317068, -3.078194825), (12.00844627, -18.16694394, 16.58348133),
      (0.184134155, 22.01463552, 2.232039737),
    ])
  func noaa(centuries: Double, declination: Double, equationOfTime: Double) {
    let sun = SolarPosition(centuries: centuries)
    #expect(abs(sun.declination - declination) < 1e-4)
    #expect(abs(sun.equationOfTime - equationOfTime) < 1e-4)
  }

  struct Sight: Sendable {
    var date: String
    var time: String
    var offset: Double
    var place: Coordinate
    var azimuth: Double
    var altitude: Double
  }

  /// The first two from "Solar Position Algorithm for Solar Radiation Applications" of NREL, the others from NOAA's
  /// solar calculator.
  static let sights = [
    Sight(
      date: "2003-10-17", time: "12:30:30", offset: -7, place: Coordinate(longitude: -105.1786, latitude: 39.742476),
      azimuth: 194.340, altitude: 39.888),
    Sight(
      date: "2003-10-18", time: "12:30:30", offset: -7, place: Coordinate(longitude: -105.1786, latitude: 39.742476),
      azimuth: 194.311, altitude: 39.522),
    Sight(
      date: "2001-06-21", time: "13:11", offset: 0, place: Coordinate(longitude: 77.2167, latitude: 28.6167),
      azimuth: 292.76, altitude: 7.41),
    Sight(
      date: "2001-06-21", time: "13:11", offset: 0, place: Coordinate(longitude: 77.2, latitude: 86), azimuth: 276.21,
      altitude: 23.10),
  ]

  @Test("It is seen where published tables have it", arguments: sights)
  func published(sight: Sight) throws {
    let sun = try Self.sun([
      ("date", .text(sight.date)), ("time", .text(sight.time)), ("utcOffset", .number(sight.offset)),
    ]) { sight.place }
    #expect(abs(sun.azimuth - sight.azimuth) < 0.1)
    #expect(abs(sun.altitude - sight.altitude) < 0.1)
  }

  @Test(
    "At noon it is 90° less latitude and declination high, in the south or in the north",
    arguments: [
      (date: "2026-06-21", declination: 23.436), (date: "2026-12-21", declination: -23.436),
      (date: "2026-03-20", declination: 0.0), (date: "2026-09-23", declination: 0.0),
    ], [-60.0, -23.4, 0, 48.2, 60])
  func noon(day: (date: String, declination: Double), latitude: Double) throws {
    let (date, declination) = day
    let place = Coordinate(longitude: 15, latitude: latitude)
    // Noon by the sun, which the equation of time sets off from the clock's.
    let clock = try #require(Instant(date: date, time: "12:00")).universal(offset: 1)
    let sun = SolarPosition(centuries: clock.centuries)
    let seen = sun.place(over: place, minutes: clock.minutes - sun.equationOfTime)
    #expect(abs(seen.altitude - (90 - abs(latitude - declination))) < 0.25)
    let isSouth = latitude > declination
    if abs(latitude - declination) > 1 {
      #expect(abs((seen.azimuth - (isSouth ? 180 : 0)).remainder(dividingBy: 360)) < 0.1)
    }
  }

  @Test(
    "Without an offset, noon is when the sun is nearly in the south, anywhere on earth",
    arguments: [-122.4, 7.4, 139.7])
  func solarOffset(longitude: Double) throws {
    let sun = try Self.sun([("date", .text("2026-04-15"))]) { Coordinate(longitude: longitude, latitude: 45) }
    #expect(abs(sun.azimuth - 180) < 0.5)
  }

  @Test("An offset moves it by as many hours")
  func offset() throws {
    func sun(_ date: String, _ time: String, _ offset: Double) throws -> Sun {
      try Self.sun([("date", .text(date)), ("time", .text(time)), ("utcOffset", .number(offset))]) {
        Coordinate(longitude: 7.4, latitude: 43.7)
      }
    }
    #expect(try sun("2026-06-21", "18:30", 2) == sun("2026-06-21", "16:30", 0))
    // East of there it is another day already.
    #expect(try sun("2026-06-21", "01:00", 9) == sun("2026-06-20", "16:00", 0))
  }

  @Test("A sun that has set lights as one on the lowest height does, and buildings throw no shadows")
  func belowTheHorizon() throws {
    let night = Sun(azimuth: 300, altitude: -20)
    #expect(night.direction == Sun(azimuth: 300, altitude: 5).direction)
    #expect(night.shadowShare == 0)
    #expect(Sun(altitude: 2.5).shadowShare == 0.5)
    #expect(Sun(altitude: 5).shadowShare == 1)
    #expect(Haze.Glow(color: .white, of: night).color.alpha == 0)
    #expect(Haze.Glow(color: .white, of: Sun(altitude: 0)).color.alpha == 1)
    let ring = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    let building = Building(rings: [ring], base: 0, top: 10)
    let models = BuildingModels(
      [building], looks: [BuildingModels.Look(roof: .white)], border: nil, sun: night)
    #expect(models.shadows.isEmpty)
  }

  @Test("Angles are as they are given, and have defaults")
  func angles() throws {
    func nowhere() -> Coordinate {
      Issue.record("The place of angles is asked for")
      return Coordinate(longitude: 0, latitude: 0)
    }
    #expect(try Self.sun([], over: nowhere) == Sun(azimuth: 315, altitude: 42))
    #expect(try Self.sun([("azimuth", .number(-30))], over: nowhere) == Sun(azimuth: -30, altitude: 42))
  }

  @Test(
    "What it cannot be is refused, with its place in the job",
    arguments: [
      ([("date", "2026-06-21")], ("azimuth", 10.0), "sun.azimuth", "not both"),
      ([("date", "2026-06-21")], ("altitude", 10.0), "sun.altitude", "not both"),
      ([("date", "2026-02-29")], nil, "sun.date", "'2026-02-29' is no date"),
      ([("date", "21.6.2026")], nil, "sun.date", "'21.6.2026' is no date"),
      ([("date", "2026-06-21"), ("time", "24:10")], nil, "sun.time", "'24:10' is no time of day"),
      ([("date", "2026-06-21"), ("time", "6 pm")], nil, "sun.time", "'6 pm' is no time of day"),
      ([("time", "18:30")], nil, "sun.time", "no effect without 'date'"),
      ([], ("utcOffset", 2.0), "sun.utcOffset", "no effect without 'date'"),
    ] as [([(String, String)], (String, Double)?, String, String)])
  func refused(texts: [(String, String)], number: (String, Double)?, place: String, message: String) throws {
    let values =
      texts.map { ($0.0, ParameterValue.text($0.1)) } + [number].compactMap { $0 }.map { ($0.0, .number($0.1)) }
    let error = #expect(throws: StageError.self) { try Self.sun(values) { Coordinate(longitude: 0, latitude: 0) } }
    #expect(error?.parameter == place)
    #expect(error?.message.contains(message) == true)
  }

  @Test("The place is where the camera first looks, or the middle of the map")
  func place() throws {
    let sun = ParameterValue.object(
      ParameterValues([("date", .text("2026-06-21")), ("utcOffset", .number(0))], path: "sun"))
    func made(_ more: [(String, ParameterValue)]) throws -> Sun {
      let parameters = try CameraRotation.Parameters(ParameterValues([("sun", sun)] + more))
      return try #require(try CameraRotation.makeMap(parameters, FakeContext())).sun
    }
    let east = Coordinate(longitude: 90, latitude: 0)
    let center = try made([("center", .coordinate(east))])
    let city = ParameterValue.variant("city", ParameterValues([("origin", .coordinate(east))]))
    #expect(center == (try made([("map", city)])))
    // It is 18:00 there, and the sun sets north of west.
    #expect(abs(center.altitude) < 1)
    #expect(abs(center.azimuth - 293.4) < 1)
  }

  private static func sun(
    _ values: [(String, ParameterValue)], over place: () throws -> Coordinate
  ) throws -> Sun {
    try SunParameters(ParameterValues(values, path: "sun")).sun(over: place)
  }
}
