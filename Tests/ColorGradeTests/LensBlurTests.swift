import Foundation
import Raster
import StageKit
import StageTesting
import Testing

@testable import ColorGrade

@Suite("A lens that is sharp at one distance")
struct LensBlurTests {
  private let size = Size(240, 160)
  private func camera(pitch: Double, roll: Double = 0) -> Camera {
    Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 800, pitch: pitch, heading: 30,
      roll: roll, canvas: size)
  }

  private func filters(_ list: DisplayList) -> [BackdropFilter] {
    list.commands.compactMap { if case .backdrop(let filter) = $0 { filter } else { nil } }
  }

  private func lens(_ parameters: [(String, ParameterValue)] = [], _ camera: Camera? = nil) throws -> DisplayList {
    let stage = try LensBlur(ParameterValues(parameters), FakeContext(size: size))
    return try draw(stage, camera.map { ["camera": .camera($0)] } ?? [:])
  }

  @Test("From above all of the ground is as far, and nothing is blurred; likewise with a pinhole")
  func sharp() throws {
    #expect(try lens([], camera(pitch: 0)).isEmpty)
    #expect(try lens([("aperture", .number(0))], camera(pitch: 50)).isEmpty)
    #expect(try lens([("blur", .number(0))]).isEmpty)
  }

  @Test("The blur of a place on the ground has the variance of its circle of confusion")
  func confusion() throws {
    let camera = camera(pitch: 55, roll: 10)
    let sides = FocusSide.ofGround(camera.middle, camera, 0.1, 1000)
    let focalLength = size.height / 2 / tan(15 * .pi / 180)
    for place in [Point(-100, 300), Point(40, -500), Point(200, 90)] {
      let depth = camera.groundToCanvas.depth(of: place)
      let diameter = 0.1 * focalLength * abs(1 - camera.distance / depth)
      let point = camera.groundToCanvas.apply(place)
      let distances = sides.map { (point - $0.origin).dot($0.direction) }
      let side = sides[distances[0] > 0 ? 0 : 1]
      #expect(abs(side.growth * distances.max()! - diameter / 4) < 1e-9)
    }
    // At the horizon s/d is 0.
    #expect(abs(sides[0].greatest - 0.1 * focalLength / 4) < 1e-9)
  }

  @Test("Without a camera a band is sharp, and the blur grows to its greatest on both sides")
  func band() throws {
    let list = try lens([
      ("position", .point(Point(120, 60))), ("sharpWidth", .number(20)), ("falloff", .number(40)), ("blur", .number(8)),
    ])
    let bounds = filters(list).map { $0.outline.bounds! }
    let below = bounds.map(\.minY).filter { $0 >= 60 }.min() ?? 0
    let above = bounds.map(\.maxY).filter { $0 <= 60 }.max() ?? 0
    #expect(abs(below - 70) < 1e-9 && abs(above - 50) < 1e-9)
    #expect(bounds.map(\.maxY).max()! >= 160 && bounds.map(\.minY).min()! <= 0)
    let whole = filters(list).filter { $0.outline.bounds!.maxY >= 160 }.last
    guard case .fill(_, _, .linear(_, let to, _, _), _)? = whole?.outline.commands.first else {
      Issue.record("no gradient")
      return
    }
    #expect(to == Point(120, 110))
    let steps = FocusSide.deviations(to: 8, from: 0.5)
    #expect(steps.first == 0.5 && steps.last == 8 && zip(steps, steps.dropFirst()).allSatisfy { $1 <= $0 * 1.6 + 1e-9 })
  }

  @Test("Easings beyond the ends of ranges keep it finite")
  func overshoot() throws {
    let keyed = AnimationValue(frames: [.init(time: 0, value: .number(0)), .init(time: 1, value: .number(1.7e308))])
    for camera in [nil, camera(pitch: 60)] {
      let stage = try LensBlur(
        ParameterValues([("blur", .animation(keyed))]), FakeContext(size: size))
      let list = try draw(stage, at: 1, camera.map { ["camera": .camera($0)] } ?? [:])
      #expect(filters(list).allSatisfy { $0.sigma.isFinite && $0.sigma <= 960 } && !list.isEmpty)
    }
  }

  /// A pattern with edges in all directions, for a pixel each point.
  private let pattern = DisplayList { list in
    list.fill(.rect(Rect(x: -400, y: -400, width: 1040, height: 960)), Color(hex: 0x203040))
    for x in -8..<16 {
      for y in -8..<14 where (x + y).isMultiple(of: 2) {
        list.fill(
          .circle(center: Point(Double(x) * 20 + 10, Double(y) * 20 + 10), radius: 8),
          Color(hex: x.isMultiple(of: 3) ? 0xFFE0A0 : 0x60C0FF))
      }
    }
  }

  private func render(_ list: DisplayList) -> [Double] {
    let renderer = FrameRenderer(
      width: Int(size.width), height: Int(size.height), scale: 1, background: .black, cache: ResourceCache(),
      stripHeight: 16)
    return renderer.render(list).pixels.map(Double.init)
  }

  /// The mean of the picture through 15 × 15 places of a lens with Gaussian density. A place of the lens moves what is at a
  /// distance linear on the canvas by an affine map.
  private func throughLens(_ camera: Camera, _ aperture: Double) -> [Double] {
    let far = FocusSide.ofGround(camera.middle, camera, aperture, 1000)[0]
    // The middles of 15 equal parts of the normal distribution, spread to a variance of 1.
    let middles = (0..<15).map { quantile((Double($0) + 0.5) / 15) }
    let deviation = (middles.reduce(0) { $0 + $1 * $1 } / 15).squareRoot()
    let places = middles.map { $0 / deviation }
    var sum = [Double](repeating: 0, count: Int(size.width * size.height) * 4)
    for dx in places {
      for dy in places {
        let (n, g, o) = (far.direction, far.growth, far.origin)
        // x + (dx, dy) growth (x − o) · n
        let shift = -(o.dot(n)) * g
        let map = Transform(1 + dx * g * n.x, dx * g * n.y, dx * shift, dy * g * n.x, 1 + dy * g * n.y, dy * shift)
        for (index, value) in render(DisplayList([.group(Group(pattern, transform: map))])).enumerated() {
          sum[index] += value / 225
        }
      }
    }
    return sum
  }

  /// The inverse of the normal distribution by bisection.
  private func quantile(_ share: Double) -> Double {
    var (low, high) = (-8.0, 8.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if erfc(-middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
    }
    return low
  }

  @Test("It is near to the mean of pictures through all places of a lens")
  func bruteForce() throws {
    let camera = camera(pitch: 60)
    let lens = try lens([("aperture", .number(0.06)), ("blur", .number(100))], camera)
    let (own, expected) = (render(DisplayList(pattern.commands + lens.commands)), throughLens(camera, 0.06))
    let sharp = render(pattern)
    // The edge of the canvas has no outside here, and one there.
    var (largest, sum, without, count) = (0.0, 0.0, 0.0, 0.0)
    for y in 16..<144 {
      for x in 16..<224 {
        for channel in 0..<3 {
          let index = (y * 240 + x) * 4 + channel
          largest = max(largest, abs(own[index] - expected[index]))
          sum += abs(own[index] - expected[index])
          without += abs(sharp[index] - expected[index])
          count += 1
        }
      }
    }
    #expect(largest < 20 && sum / count < 0.7)
    #expect(without / count > 4)
  }
}
