import Foundation
import TestSupport
import Testing

@Suite("The light of a route, through the program")
struct RouteLightFilmTests {
  private let ride =
    #"{"id": "ride", "stage": "route", "parameters": {"route": [[-0.004, 0], [0.004, 0.002]], "duration": 1}}, "#

  private func camera(_ light: String, progress: Bool = true) -> String {
    let inputs = progress ? #", "inputs": {"lightProgress": "ride.progress"}"# : ""
    return ride
      + #"{"id": "camera", "stage": "camera-rotation"\#(inputs), "parameters": {"map": {"city": {"seed": 7}}, "center": [0, 0.001], "start": {"distance": 700, "pitch": 50}\#(light)}}"#
  }

  private let light = #", "routeLight": {"route": [[-0.004, 0], [0.004, 0.002]], "color": "lime"}"#

  @Test("It changes the picture as far as the route is passed")
  func shines() throws {
    let folder = try TemporaryFolder()
    func still(_ name: String, _ time: Double, _ stages: String) throws -> Data? {
      let outcome = try SmallFilm.run(["still", "a.json", "--at", "\(time)", "-o", name], stages, in: folder)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return folder.bytes(name)
    }
    let dark = try still("dark.png", 0, camera("", progress: false))
    #expect(try still("start.png", 0, camera(light)) == dark)
    let (half, later) = (try still("half.png", 0.5, camera(light)), try still("later.png", 0.9, camera(light)))
    #expect(half != dark && half != later)
  }

  @Test("A progress that is given twice is refused, and an input without a route to light is warned of")
  func refused() throws {
    let folder = try TemporaryFolder()
    let twice = try SmallFilm.run(
      ["validate", "a.json"], camera(#", "routeLight": {"route": [[0, 0], [0.004, 0]], "progress": 0.5}"#), in: folder)
    #expect(twice.code == 2 && twice.errors.contains("'progress' is given twice"), "\(twice.errors)")
    let none = try SmallFilm.run(["validate", "a.json"], camera(""), in: folder)
    #expect(none.code == 0 && none.errors.contains("'lightProgress' has nothing to light"), "\(none.errors)")
  }
}
