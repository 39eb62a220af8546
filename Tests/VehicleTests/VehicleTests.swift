import StageKit
import StageTesting
import Testing

@testable import Vehicle

private func vehicle(_ parameters: (String, ParameterValue)...) throws -> Vehicle {
  try Vehicle(ParameterValues(parameters), FakeContext())
}

/// A camera far above the origin.
private func camera(pitch: Double = 0, heading: Double = 0) -> Camera {
  Camera(
    ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 90_000, pitch: pitch,
    heading: heading, fieldOfView: 2, canvas: Size(400, 400))
}

extension DisplayList {
  fileprivate var solids: [Solids] {
    commands.flatMap { command -> [Solids] in
      switch command {
      case .solids(let solids, _): [solids]
      case .group(let group): group.content.solids
      default: []
      }
    }
  }
}

extension Solids {
  fileprivate var places: [Point] { mesh.vertices.map(projection.apply) }
}

@Suite("Vehicles")
struct VehicleTests {
  @Test("Every part of a model is closed and seen from outside", arguments: VehicleModel.allCases)
  func closed(model: VehicleModel) {
    let mesh = model.shape.mesh
    #expect(!mesh.isEmpty)
    for solid in mesh.solids {
      var edges: [SIMD2<UInt32>: Int] = [:]
      var volume = 0.0
      for face in mesh.faces[solid.faces] {
        let ring = Array(mesh.corners[face.corners])
        #expect(!ring.contains(Mesh.ringEnd))
        for (index, corner) in ring.enumerated() {
          edges[SIMD2(corner, ring[(index + 1) % ring.count]), default: 0] += 1
        }
        let points = ring.map { mesh.vertices[Int($0)] - solid.center }
        for index in 1..<points.count - 1 { volume += points[0].dot(points[index].cross(points[index + 1])) / 6 }
      }
      #expect(edges.values.allSatisfy { $0 == 1 })
      #expect(edges.keys.allSatisfy { edges[SIMD2($0.y, $0.x)] == 1 })
      #expect(volume > 1e-6)
    }
  }

  @Test("It is as long as it should be where it is, and looks where it goes", arguments: [0.0, 90, 217])
  func length(heading: Double) throws {
    let origin = Coordinate(longitude: 0, latitude: 0)
    let stage = try vehicle(("heading", .number(heading)), ("size", .number(80)), ("coordinate", .coordinate(origin)))
    let inputs = Inputs(["camera": .camera(camera(heading: 30))])
    let frame = try stage.frame(at: StageTime(seconds: 0), inputs)
    let solids = try #require(frame.drawing.solids.last)
    let (s, c) = sineAndCosine(degrees: heading - 30)
    let ways = solids.places.map { ($0 - Point(200, 200)).dot(Point(s, -c)) }
    #expect(abs((ways.max() ?? 0) - (ways.min() ?? 0) - 80) < 0.5)
    // The headlights are in front.
    let lights = solids.mesh.faces.filter { $0.color == ModelColor.headlight.rawValue }
    let front = lights.flatMap { solids.mesh.corners[$0.corners] }.map { ways[Int($0)] }
    #expect((front.min() ?? 0) > 30)
  }

  @Test("What the sun and the sky see of a model is all in its shadows, each place once or more")
  func shadows() throws {
    let shape = VehicleModel.van.shape
    // Straight from above, its shadow is its outline.
    let box = try #require(Rect(around: shape.shadow(sun: SpacePoint(0, 0, 1)).points))
    #expect(abs(box.height - shape.length) < 1e-9 && abs(box.width - shape.width) < 1e-9)
    // A low sun in the south throws it to the north, as far as it is high.
    let thrown = try #require(Rect(around: shape.shadow(sun: SpacePoint(0, 1, 1)).points))
    let height = shape.mesh.vertices.map(\.z).max() ?? 0
    #expect(thrown.minY < box.minY - height * 0.3 && thrown.maxY < box.maxY)
  }

  @Test("A length in meters grows as the camera comes near")
  func meters() throws {
    let stage = try vehicle(("length", .number(40)))
    func size(_ distance: Double) throws -> Double {
      var camera = camera()
      camera.distance = distance
      let frame = try stage.frame(at: StageTime(seconds: 0), Inputs(["camera": .camera(camera)]))
      let ys = try #require(frame.drawing.solids.last).places.map(\.y)
      return (ys.max() ?? 0) - (ys.min() ?? 0)
    }
    #expect(abs(try size(45_000) / size(90_000) - 2) < 0.01)
  }

  @Test("Without a camera it stands at its position")
  func position() throws {
    let stage = try vehicle(("position", .point(Point(100, 300))), ("size", .number(50)))
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs())
    let places = try #require(frame.drawing.solids.last).places
    let middle = places.reduce(.zero, +) / Double(places.count)
    #expect(middle.distance(to: Point(100, 300)) < 15)
    #expect(frame[Vehicle.Parameters.named.point] == Point(100, 300))
  }

  @Test("Above the horizon nothing is drawn")
  func horizon() throws {
    let stage = try vehicle(("position", .point(Point(200, 2))))
    var low = camera(pitch: 85)
    low.fieldOfView = 60
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs(["camera": .camera(low)]))
    #expect(frame.drawing.isEmpty && frame[Vehicle.Parameters.named.point] == nil)
  }
}
