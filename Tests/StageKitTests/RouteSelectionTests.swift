import StageKit
import Synchronization
import Testing

/// A host of one file of ways.
private final class RouteContext: StageContext {
  let composition = Composition(
    size: Size(100, 100), scale: 1, framesPerSecond: 30, duration: 1, background: .black)
  let ways: [RouteTrack]
  private let heard = Mutex<[String]>([])

  init(_ ways: [RouteTrack]) { self.ways = ways }

  var warnings: [String] { heard.withLock { $0 } }

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("there are no files here") }
  func image(_ file: FileReference) throws -> Image { throw StageError("there are no pictures here") }
  func layout(_ request: TextRequest) throws -> TextLayout { throw StageError("there is no text here") }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func tracks(_ file: FileReference) throws -> [RouteTrack] { ways }
  func warn(_ message: String) { heard.withLock { $0.append(message) } }
}

private let file = FileReference(literal: "r.gpx", path: "r.gpx")
private let metersInDegree = Coordinate.meanEarthRadius * .pi / 180

/// Each place a number of meters east of 10° east on the equator, a line of the file each.
private func part(_ places: [(east: Double, time: Double?)]) -> [RouteTrack.Place] {
  places.enumerated().map { index, place in
    var result = RouteTrack.Place(
      Coordinate(longitude: 10 + place.east / metersInDegree, latitude: 0), elevation: place.east, time: place.time)
    result.line = index + 1
    return result
  }
}

private func east(_ track: RouteTrack) -> [[Double]] {
  track.parts.map { $0.map { (($0.coordinate.longitude - 10) * metersInDegree * 1000).rounded() / 1000 } }
}

/// The way of some parts, and the warnings.
private func way(
  _ parts: [[RouteTrack.Place]], _ selection: RouteSelection = RouteSelection()
) throws -> (track: RouteTrack, warnings: [String]) {
  let context = RouteContext([RouteTrack(name: "Ride", parts: parts)])
  return (try context.way(of: .file(file, selection)), context.warnings)
}

@Suite("Routes mend recordings")
struct RouteRepairTests {
  @Test("Parts are put in the order of their times, unless some overlap")
  func order() throws {
    let late = part([(200, 120), (210, 130)])
    let early = part([(0, 0), (10, 10)])
    let found = try way([late, early])
    #expect(east(found.track) == [[0, 10], [200, 210]])
    #expect(
      found.warnings == [
        "r.gpx:1:1: 1 part begins before the one before it in the file does, and the parts are put in the order of their times"
      ])
    #expect(try way([early, late]).warnings == [])
    #expect(east(try way([part([(200, 5), (210, 15)]), early]).track) == [[200, 210], [0, 10]])
  }

  @Test("A position far off is left out, with its line, and one as far as the speed allows is not")
  func stray() throws {
    let places: [(Double, Double?)] = [(0, 0), (10, 1), (5000, 2), (30, 3), (40, 4)]
    let (track, warnings) = try way([part(places)])
    #expect(east(track) == [[0, 10, 30, 40]])
    #expect(
      warnings == [
        "r.gpx:3:1: 1 position is so far off that it takes more than 100 m/s to go there and back, and is left out"
      ])
    let (fast, none) = try way([part(places)], RouteSelection(maxSpeed: 5000))
    #expect(east(fast) == [[0, 10, 5000, 30, 40]] && none.isEmpty)
    let (slow, some) = try way(
      [part([(0, 0), (10, 1), (20, 2), (90, 3), (40, 4), (50, 5), (60, 6)])], RouteSelection(maxSpeed: 30))
    #expect(east(slow) == [[0, 10, 20, 40, 50, 60]] && some.count == 1)
  }

  @Test("Positions far off at the ends, and several in a row, are left out")
  func strays() throws {
    var places = (0...21).map { (Double($0) * 10, Double?.some(Double($0))) }
    for (index, east) in [(0, 9000.0), (3, 5000), (4, 5003), (21, -7000)] { places[index].0 = east }
    let (track, warnings) = try way([part(places)])
    let kept: [Double] = [10, 20] + (5...20).map { (index: Int) -> Double in Double(index) * 10 }
    #expect(east(track) == [kept])
    #expect(warnings.count == 1 && warnings[0].hasPrefix("r.gpx:1:1: 4 positions, of which this is the first,"))
  }

  @Test("A jump without a return is a gap, and a flight stays as it is")
  func jump() throws {
    let (jump, warnings) = try way([part([(0, 0), (10, 1), (20, 2), (9000, 3), (9010, 4), (9020, 5)])])
    #expect(east(jump) == [[0, 10, 20], [9000, 9010, 9020]])
    #expect(warnings == ["r.gpx:4:1: 1 jump takes more than 100 m/s, and is taken as a gap"])
    let flight = (0..<20).map { (Double($0) * 250, Double?.some(Double($0))) }
    let (flown, none) = try way([part(flight)])
    #expect(flown.parts[0].count == 20 && none.isEmpty)
  }

  @Test("One bad time among good ones is left out, however late it is, with its line")
  func badTime() throws {
    for bad in [99_999.0, -50, 3.5] {
      let (track, warnings) = try way([part([(0, 1), (10, 2), (20, bad), (30, 3), (40, 4)])])
      #expect(track.parts[0].map(\.time) == [1, 2, nil, 3, 4])
      #expect(warnings == ["r.gpx:3:1: 1 time does not fit those around it, and is left out"])
    }
  }

  @Test("A date of years ago among those of a day is left out")
  func farDate() throws {
    let day = 1_700_000_000.0
    let places = [(0.0, Double?.some(0))] + (1...12).map { (Double($0), Double?.some(day + Double($0))) }
    let (track, warnings) = try way([part(places)])
    #expect(track.parts[0].map { $0.time == nil } == [true] + [Bool](repeating: false, count: 12))
    #expect(warnings == ["r.gpx:1:1: 1 time is more than 30 days from the others of its part, and left out"])
  }

  @Test("Repeated positions, and those of receivers that know none, are left out")
  func repeated() throws {
    let (track, warnings) = try way([part([(0, 1), (10, 2), (0, 1), (10, 2), (20, 3)])])
    #expect(east(track) == [[0, 10, 20]])
    #expect(
      warnings == ["r.gpx:3:1: 2 positions, of which this is the first, repeat earlier ones, and are left out"])
    var nowhere = part([(0, nil), (0, nil), (10, nil), (20, nil)])
    nowhere[0].coordinate = Coordinate(longitude: 0, latitude: 0)
    nowhere[0].line = nil
    let (rest, more) = try way([nowhere])
    #expect(east(rest) == [[0, 10, 20]])
    #expect(
      more == [
        "r.gpx: 1 position (number 0 of its way) is at 0° north and 0° east, as receivers write that know none, and left out"
      ])
    nowhere.removeLast()
    #expect(try way([nowhere]).warnings.isEmpty)
  }
}

@Suite("Parts of ways")
struct RouteSelectionTests {
  private static let parts = [part([(0, 100), (100, 110), (200, 120)]), part([(1000, 500), (1100, 510)])]

  @Test("A way is cut by distance without its gaps, between its places, from either end")
  func distances() throws {
    func cut(_ from: Double?, _ to: Double?) throws -> [[Double]] {
      try east(way(Self.parts, RouteSelection(fromDistance: from, toDistance: to)).track)
    }
    #expect(try cut(50, nil) == [[50, 100, 200], [1000, 1100]])
    #expect(try cut(nil, -50) == [[0, 100, 200], [1000, 1050]])
    #expect(try cut(120, 180) == [[120, 180]])
    #expect(try cut(210, 300) == [[1010, 1100]])
    #expect(try cut(-250, 250) == [[50, 100, 200], [1000, 1050]])
    let error = #expect(throws: StageError.self) { try cut(400, nil) }
    #expect(error?.message == "nothing of 'r.gpx' lies in the part that is asked for: fromDistance 400.0")
  }

  @Test("A way is cut by time, from either end, with heights and times between its places")
  func times() throws {
    func cut(_ from: Double?, _ to: Double?) throws -> RouteTrack {
      try way(Self.parts, RouteSelection(fromTime: from, toTime: to)).track
    }
    #expect(try east(cut(5, nil)) == [[50, 100, 200], [1000, 1100]])
    #expect(try cut(5, nil).parts[0][0].time == 105)
    #expect(try east(cut(nil, -5)) == [[0, 100, 200], [1000, 1050]])
    #expect(try east(cut(15, 300)) == [[150, 200]])
    let height = try #require(cut(15, 300).parts[0][0].elevation)
    #expect(abs(height - 150) < 1e-6)
    let untimed = #expect(throws: StageError.self) {
      try way([part([(0, nil), (10, nil)])], RouteSelection(fromTime: 1))
    }
    #expect(untimed?.hint == "Use 'fromDistance' and 'toDistance'.")
  }

  @Test("Ways are chosen by their names")
  func names() throws {
    let places = part([(0, nil), (10, nil)])
    let context = RouteContext([
      RouteTrack(parts: [places]), RouteTrack(name: "Up", parts: [places + places]),
      RouteTrack(name: "Up", parts: [places]),
    ])
    #expect(try context.way(of: .file(file, RouteSelection(name: "Up"))).places.count == 4)
    #expect(
      context.warnings == ["'r.gpx' has 2 ways named 'Up', of which the first is taken; say which by 'track', from 0"])
    #expect(try context.way(of: .file(file, RouteSelection(track: 2, name: "Up"))).places.count == 2)
    let error = #expect(throws: StageError.self) {
      try context.way(of: .file(file, RouteSelection(name: "Down")))
    }
    #expect(error?.message == "'r.gpx' has no way named 'Down'" && error?.hint == "There are 'Up', 'Up'.")
  }

  @Test("All ways are meant where none is named and nothing is cut")
  func ways() throws {
    let context = RouteContext([RouteTrack(parts: Self.parts), RouteTrack(parts: Self.parts)])
    #expect(try context.ways(of: .file(file, RouteSelection())).count == 2)
    #expect(try context.ways(of: .file(file, RouteSelection(track: 1))).count == 1)
    #expect(try context.ways(of: .file(file, RouteSelection(toDistance: 20))).count == 1)
  }

  @Test("A simplified way is straight where it wandered about, keeps its corners and times, and never goes back")
  func simplified() throws {
    func place(_ east: Double, _ north: Double, _ time: Double) -> RouteTrack.Place {
      RouteTrack.Place(
        Coordinate(longitude: east / metersInDegree, latitude: north / metersInDegree), time: time)
    }
    let wandering = [
      place(0, 0, 0), place(50, 2, 5), place(48, -2, 6), place(51, 1, 7), place(100, 0, 10), place(100, 100, 20),
    ]
    let track = try way([wandering], RouteSelection(simplify: 3)).track
    let places = track.parts[0]
    #expect(places.map(\.time) == [0, 5, 6, 7, 10, 20])
    let length = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.coordinate.rhumbDistance(to: $1.1.coordinate) }
    #expect(abs(length - 200) < 0.01)
    #expect(places[4].coordinate == wandering[4].coordinate)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.coordinate.longitude <= $1.coordinate.longitude })
  }

  @Test("A smoothed way keeps its ends, and is shorter where it zigzags")
  func smoothed() throws {
    let zigzag = (0...40).map { index in
      RouteTrack.Place(
        Coordinate(
          longitude: Double(index) * 10 / metersInDegree, latitude: (index % 2 == 0 ? 3 : -3) / metersInDegree))
    }
    let places = try way([zigzag], RouteSelection(smoothing: 60)).track.parts[0]
    #expect(places.first == zigzag.first && places.last == zigzag.last)
    #expect(places[10...30].allSatisfy { abs($0.coordinate.latitude) * metersInDegree < 0.3 })
  }

  @Test("A line of constant direction is as long as its course on the sphere")
  func rhumb() {
    let start = Coordinate(longitude: 179, latitude: 0)
    #expect(abs(start.rhumbDistance(to: Coordinate(longitude: -179, latitude: 0)) - 2 * metersInDegree) < 1e-6)
    #expect(abs(start.rhumbDistance(to: Coordinate(longitude: 179, latitude: 30)) - 30 * metersInDegree) < 1e-6)
    // Along the parallel of 60°, half as long as the equator.
    let north = Coordinate(longitude: 0, latitude: 60)
    #expect(abs(north.rhumbDistance(to: Coordinate(longitude: 2, latitude: 60)) - metersInDegree) < 1e-3)
  }

  @Test("What is chosen of a file is written as a job has it")
  func text() {
    #expect("\(RouteSelection())".isEmpty)
    #expect("\(RouteSelection(track: 1, name: "A", toTime: -5))" == "track 1, name 'A', toTime -5.0")
    #expect(
      "\(RouteSelection(maxSpeed: 30, smoothing: 4, simplify: 2))" == "maxSpeed 30.0, smoothing 4.0, simplify 2.0")
  }
}
