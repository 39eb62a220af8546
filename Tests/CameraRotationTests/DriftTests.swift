import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("A camera that is held by hand")
struct DriftTests {
  private static let view = CameraView(distance: 900, pitch: 50, heading: 20, center: Point(3, 4))

  private func drift(distance: Double, roll: Double = 0, duration: Double = 6) throws -> Drift? {
    let parameters = try DriftParameters(
      ParameterValues([("distance", .number(distance)), ("roll", .number(roll))], path: "drift"))
    var composition = FakeContext().composition
    (composition.size, composition.duration) = (Size(400, 800), duration)
    return Drift(parameters, composition)
  }

  @Test("It sways within its limits, smoothly, and repeats with the video")
  func sways() throws {
    let drift = try #require(try drift(distance: 8, roll: 2))
    let views = (0...720).map { drift.applied(to: Self.view, at: Double($0) / 60) }
    let places = views.map { Point(($0.anchor.x - 0.5) * 400, ($0.anchor.y - 0.5) * 800) }
    #expect(places.allSatisfy { abs($0.x) <= 8 && abs($0.y) <= 8 })
    #expect(places.contains { abs($0.x) > 2 } && places.contains { abs($0.y) > 2 })
    #expect(views.allSatisfy { abs($0.roll) <= 2 } && views.contains { abs($0.roll) > 0.2 })
    for (index, place) in places.enumerated().dropFirst(360) { #expect(place.distance(to: places[index - 360]) < 1e-9) }
    let steps = zip(places, places.dropFirst()).map { $1 - $0 }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { ($1 - $0).length < 0.2 })
    // All else stays.
    #expect(views.allSatisfy { $0.center == Self.view.center && $0.heading == 20 && $0.distance == 900 })
  }

  @Test("A camera that stands still has no drift")
  func still() throws { #expect(try drift(distance: 0) == nil) }
}
