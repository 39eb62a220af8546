import Foundation
import Raster
import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("A globe")
struct GlobeTests {
  private func view(
    _ longitude: Double = 0, _ latitude: Double = 0, eye: Double = 4, roll: Double = 0
  ) -> (GlobeView, Coordinate) {
    let center = Coordinate(longitude: longitude, latitude: latitude)
    return (GlobeView(middle: Point(150, 100), radius: 80, eye: eye, center: center, roll: roll), center)
  }

  @Test("A place at an angle from the middle lies at f sin θ / (e − cos θ), up to the limb at cos θ = 1 / e")
  func projection() throws {
    let (view, _) = view()
    let focal = 80 * (4.0 * 4 - 1).squareRoot()
    for degrees in [0.0, 10, 45, 75] {
      let angle = degrees * .pi / 180
      let east = try #require(view.point(Coordinate(longitude: degrees, latitude: 0).direction))
      #expect(abs(east.x - (150 + focal * sin(angle) / (4 - cos(angle)))) < 1e-9 && abs(east.y - 100) < 1e-9)
      let north = try #require(view.point(Coordinate(longitude: 0, latitude: degrees).direction))
      #expect(abs(north.y - (100 - focal * sin(angle) / (4 - cos(angle)))) < 1e-9)
    }
    let limb = acos(0.25) * 180 / .pi
    let last = try #require(view.point(Coordinate(longitude: limb - 1e-4, latitude: 0).direction))
    #expect(abs((last - view.middle).length - 80) < 1e-6)
    #expect(view.point(Coordinate(longitude: limb + 1e-4, latitude: 0).direction) == nil)
  }

  @Test("Any place can be in the middle, with the north up but for the roll")
  func middle() throws {
    for place in [(-179.0, 60.0), (45, -90), (120, 89.9), (0, 0)] {
      let (view, center) = view(place.0, place.1)
      #expect(try (#require(view.point(center.direction)) - view.middle).length < 1e-9)
    }
    let (turned, _) = view(roll: 90)
    let north = try #require(turned.point(Coordinate(longitude: 0, latitude: 20).direction))
    #expect(north.x > 170 && abs(north.y - 100) < 1e-9)
  }

  @Test(
    "Over a map a globe is what the camera sees: near its center the same as the map, at any pitch, heading and roll")
  func camera() throws {
    for (latitude, pitch, heading, roll) in [
      (0.0, 0.0, 0.0, 0.0), (43.7, 50, 33, 0), (-60, 25, 200, 12), (43.7, 0, 300, -40),
    ] {
      for (distance, reach, tolerance) in [(1_000.0, 300.0, 0.01), (2_000_000, 20_000, 0.05)] {
        // The map's meters are true at its origin, which lies elsewhere.
        let ground = WebMercatorPlane(origin: Coordinate(longitude: 7, latitude: 30))
        let place = Coordinate(longitude: 9.5, latitude: latitude)
        let camera = Camera(
          ground: ground, center: ground.point(place), distance: distance, pitch: pitch, heading: heading, roll: roll,
          canvas: Size(400, 300), anchor: Point(0.4, 0.6))
        let view = GlobeView(camera)
        let center = try #require(view.point(place.direction))
        #expect((center - Point(160, 180)).length < 1e-6)
        for turn in stride(from: 0.0, to: 360, by: 30) {
          let (s, c) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
          let near = ground.coordinate(camera.center + Point(s, c) * reach)
          let (globe, map) = (try #require(view.point(near.direction)), try #require(camera.project(near)))
          #expect((globe - map).length < tolerance, "\(latitude) \(pitch) \(distance) \(turn)")
        }
      }
    }
  }

  @Test("The edge of the globe is where a tilted camera's rays touch the earth")
  func limb() throws {
    let ground = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
    let camera = Camera(ground: ground, distance: 4_000_000, pitch: 30, heading: 70, canvas: Size(400, 300))
    let view = GlobeView(camera)
    // The eye, in radii from the earth's center: up is x, east y, north z.
    let reach = 4_000_000 / WebMercatorPlane.earthRadius
    let (s, c) = (sin(70 * Double.pi / 180), cos(70 * Double.pi / 180))
    let eye = SIMD3(1 + reach * cos(.pi / 6), -s * reach * 0.5, -c * reach * 0.5)
    #expect((view.front * view.eye - eye).dot(view.front * view.eye - eye) < 1e-18)
    for turn in stride(from: 0.0, to: 360, by: 45) {
      let around = view.right * cos(turn * .pi / 180) + view.up * sin(turn * .pi / 180)
      func seen(_ angle: Double) -> Point? { view.point(view.front * cos(angle) + around * sin(angle)) }
      #expect(seen(view.limb - 1e-6) != nil && seen(view.limb + 1e-6) == nil)
      // The ray to a place of the limb is at right angles to the way there from the center.
      let touched = view.front * cos(view.limb) + around * sin(view.limb)
      #expect(abs((touched - eye).dot(touched)) < 1e-12)
    }
  }

  @Test("A great circle from Lisbon to Tokyo is 11,144 km long and passes through its middle")
  func greatCircle() throws {
    let (lisbon, tokyo) = (Coordinate(longitude: -9.14, latitude: 38.74), Coordinate(longitude: 139.7, latitude: 35.68))
    // By the haversine formula.
    let h =
      pow(sin((35.68 - 38.74) * .pi / 360), 2)
      + cos(38.74 * .pi / 180) * cos(35.68 * .pi / 180) * pow(sin((139.7 + 9.14) * .pi / 360), 2)
    let (a, b) = (lisbon.direction, tokyo.direction)
    #expect(abs(a.angle(to: b) - 2 * asin(h.squareRoot())) < 1e-12)
    #expect(abs(a.angle(to: b) * Coordinate.meanEarthRadius / 1000 - 11_144) < 5)
    let middle = a.toward(b, 0.5)
    #expect(abs(middle.angle(to: a) - middle.angle(to: b)) < 1e-12)
    // Opposite places have a way too.
    #expect(a.toward(a * -1, 0.5).dot(a) < 1e-9)
  }

  @Test("The sun is in the zenith at the equator on an equinox, and at the tropic on a solstice")
  func sun() throws {
    func zenith(_ date: String, _ time: String) throws -> Coordinate {
      let night = try GlobeNight(ParameterValues([("date", .text(date)), ("time", .text(time))]))
      return night.zenith(at: 0)
    }
    let spring = try zenith("2026-03-20", "14:46")
    #expect(abs(spring.latitude) < 0.02)
    #expect(abs(try zenith("2026-06-21", "08:24").latitude - 23.436) < 0.01)
    // The equation of time is −14.2 minutes on February 11.
    #expect(abs(try zenith("2026-02-11", "12:00").longitude - 14.2 / 4) < 0.05)
  }

  /// The share of the disc that an outline fills.
  private func share(_ center: Coordinate, eye: Double = 4, _ build: (inout GlobeOutline) -> Void) -> Double {
    let view = GlobeView(middle: Point(100, 100), radius: 90, eye: eye, center: center, roll: 0)
    var outline = GlobeOutline(view, center: center, pixel: 1)
    build(&outline)
    func area(_ path: Path) -> Double {
      let renderer = FrameRenderer(
        width: 200, height: 200, scale: 1, background: .black, cache: ResourceCache(), stripHeight: 16)
      let list = DisplayList { list in
        list.group(clip: Clip(view.disc)) { $0.fill(path, .white, rule: .evenOdd) }
      }
      return renderer.render(list).pixels.enumerated().reduce(0) { $1.offset % 4 == 0 ? $0 + Double($1.element) : $0 }
    }
    return area(outline.path) / area(.rect(Rect(x: 0, y: 0, width: 200, height: 200)))
  }

  @Test("A cap covers what it should from each side, also where it holds the middle or the back of the globe")
  func caps() {
    let pole = Coordinate(longitude: 0, latitude: 90).direction
    let far = 1e6
    // From above a cap of the angle a covers sin² a of the disc.
    for degrees in [20.0, 60, 80] {
      let expected = pow(sin(degrees * .pi / 180), 2)
      let seen = share(Coordinate(longitude: 0, latitude: 90), eye: far) {
        $0.add(around: pole, radius: degrees * .pi / 180)
      }
      #expect(abs(seen - expected) < 0.002)
      let behind = share(Coordinate(longitude: 0, latitude: -90), eye: far) {
        $0.add(around: pole, radius: degrees * .pi / 180)
      }
      #expect(behind < 0.001)
      // All but a cap around the place behind.
      let rest = share(Coordinate(longitude: 0, latitude: -90), eye: far) {
        $0.add(around: pole, radius: (180 - degrees) * .pi / 180)
      }
      #expect(abs(rest - (1 - expected)) < 0.002)
    }
    // Half of the disc from the side.
    for longitude in [0.0, 33, 90, 179.5] {
      #expect(
        abs(
          share(Coordinate(longitude: longitude, latitude: 0), eye: far) { $0.add(around: pole, radius: .pi / 2) } - 0.5
        ) < 0.002)
    }
  }

  @Test("A lune of 90 degrees covers its share seen from all sides, also over the 180th meridian and both poles")
  func lunes() {
    func lune(_ west: Double) -> [Coordinate] {
      let side = Array(stride(from: -90.0, through: 90, by: 5))
      return side.map { Coordinate(longitude: west, latitude: $0) }
        + side.reversed().map { Coordinate(longitude: west + 90, latitude: $0) }
    }
    for west in [-45.0, 135, -179, 0] {
      let far = 1e6
      let front = share(Coordinate(longitude: west + 45.3, latitude: 0.2), eye: far) { $0.add(lune(west)) }
      // The lune from −45° to 45° covers sin 45° of the disc.
      #expect(abs(front - 0.5.squareRoot()) < 0.01)
      #expect(share(Coordinate(longitude: west + 225.3, latitude: 0.2), eye: far) { $0.add(lune(west)) } < 0.002)
      #expect(abs(share(Coordinate(longitude: 3.3, latitude: 89.9), eye: far) { $0.add(lune(west)) } - 0.25) < 0.01)
      #expect(abs(share(Coordinate(longitude: 3.3, latitude: -89.9), eye: far) { $0.add(lune(west)) } - 0.25) < 0.01)
    }
  }

  @Test("The built-in land covers a share of the earth as land does, from every side")
  func land() {
    #expect(WorldLand.rings.count > 50 && WorldLand.rings.allSatisfy { $0.count > 2 })
    // Shares of discs seen from six sides, against a count of places on the sphere.
    func isLand(_ place: Coordinate) -> Bool {
      WorldLand.rings.reduce(false) { inside, ring in
        var result = inside
        for (a, b) in zip([ring[ring.count - 1]] + ring.dropLast(), ring) {
          let from = (a.longitude - place.longitude).remainder(dividingBy: 360)
          let to = from + (b.longitude - a.longitude).remainder(dividingBy: 360)
          for shift in [-360.0, 0, 360] where (from + shift > 0) != (to + shift > 0) {
            if a.latitude + (b.latitude - a.latitude) * (-from - shift) / (to - from) > place.latitude {
              result.toggle()
            }
          }
        }
        return result
      }
    }
    for center in [(0.0, 20.0), (100, 40), (-100, 40), (-170, 0), (20, -89), (0.5, 89)] {
      let place = Coordinate(longitude: center.0, latitude: center.1)
      let view = GlobeView(middle: Point(100, 100), radius: 90, eye: 1e6, center: place, roll: 0)
      var (seen, count) = (0.0, 0.0)
      for x in stride(from: -88.0, through: 88, by: 4) {
        for y in stride(from: -88.0, through: 88, by: 4) where x * x + y * y < 7900 {
          let (a, b) = (x / 90, y / 90)
          let direction = view.right * a + view.up * b + view.front * (1 - a * a - b * b).squareRoot()
          count += 1
          if isLand(direction.coordinate) { seen += 1 }
        }
      }
      let drawn = share(place, eye: 1e6) { outline in for ring in WorldLand.rings { outline.add(ring) } }
      #expect(abs(drawn - seen / count) < 0.02, "\(center)")
    }
  }

  @Test("A flight publishes its head, hides it behind the earth, and arrives")
  func flight() throws {
    let parameters = #"""
      { "longitude": 0, "latitude": 0, "radius": 40,
        "flights": [{ "from": [0, 0], "to": [170, 0], "start": 1, "duration": 2, "curve": "linear", "height": 0 }] }
      """#
    let globe = try make(Globe.self, parameters)
    #expect(globe.moments.map(\.seconds) == [3] && globe.duration == 3)
    func frame(_ seconds: Double) throws -> StageFrame { try globe.frame(at: StageTime(seconds: seconds), Inputs([:])) }
    let start: Point? = try frame(0.5).value("head")
    #expect(start.map { ($0 - Point(100, 50)).length < 1e-9 } == true)
    let later: Point? = try frame(1.5).value("head")
    #expect(later.map { $0.x > 120 && abs($0.y - 50) < 1e-9 } == true)
    let hidden: Point? = try frame(2.8).value("head")
    #expect(hidden == nil)
    let heading: Double? = try frame(1.5).value("heading")
    #expect(heading.map { abs($0) < 1e-6 } == true)
    let kilometers: Double? = try frame(3).value("kilometers")
    #expect(kilometers.map { abs($0 - 170 * .pi / 180 * Coordinate.meanEarthRadius / 1000) < 1e-6 } == true)
  }

  @Test("Land is that of a file, and the eye stays above the ground whatever an easing says")
  func files() throws {
    let square = #"{ "type": "Polygon", "coordinates": [[[-20, -20], [20, -20], [20, 20], [-20, 20], [-20, -20]]] }"#
    let files = FakeContext(size: Size(200, 200), files: ["land.geojson": square])
    let globe = try make(
      Globe.self, #"{ "land": "land.geojson", "longitude": 0, "latitude": 0, "coastWidth": 0 }"#, files)
    let renderer = FrameRenderer(
      width: 200, height: 200, scale: 1, background: .black, cache: ResourceCache(), stripHeight: 16)
    let frame = renderer.render(try draw(globe))
    // Green prevails on land, blue on the sea.
    func isLand(_ x: Int, _ y: Int) -> Bool {
      let pixel = (y * 200 + x) * 4
      return frame.pixels[pixel + 1] > frame.pixels[pixel + 2]
    }
    #expect(isLand(100, 100) && isLand(118, 100) && !isLand(150, 100) && !isLand(100, 60))
    let near = try make(
      Globe.self,
      #"{ "distance": { "keyframes": [{ "at": 0, "value": 3, "curve": "back-out" }, { "at": 1, "value": 1.1 }] } }"#)
    for seconds in stride(from: 0.0, through: 1, by: 0.05) {
      #expect(try draw(near, at: seconds).bounds?.isEmpty == false)
    }
    // A path that rises past the eye is cut off, not mirrored.
    let (view, _) = view(eye: 1.2)
    #expect(view.point(Coordinate(longitude: 0, latitude: 0).direction, height: 0.3) == nil)
  }

  @Test("It settles with the last of its flights and of their keyframes")
  func settling() throws {
    let globe = try make(
      Globe.self,
      #"{ "flights": [{ "from": [0, 0], "to": [9, 9], "duration": 0.5, "width": { "keyframes": [{ "at": 0, "value": 1 }, { "at": 2, "value": 3 }] } }] }"#
    )
    #expect(globe.duration == 2)
    #expect(try make(Globe.self, #"{ "spin": 5 }"#).duration == nil)
  }

  @Test("Faults are named where they are")
  func faults() throws {
    let date = #expect(throws: StageError.self) { try make(Globe.self, #"{ "night": { "date": "tomorrow" } }"#) }
    #expect(date?.parameter == "night.date")
    let files = FakeContext(files: ["lines.geojson": #"{ "type": "LineString", "coordinates": [[0, 0], [1, 1]] }"#])
    let land = #expect(throws: StageError.self) { try make(Globe.self, #"{ "land": "lines.geojson" }"#, files) }
    #expect(land?.parameter == "land" && land?.message == "the file has no areas")
    let grid = #expect(throws: StageError.self) { try make(Globe.self, #"{ "gridSpacing": 0.0001 }"#) }
    #expect(grid?.parameter == "gridSpacing")
  }
}
