import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("Depth")
struct DepthTests {
  @Test("A point turned by an angle about the vertical axis is divided by its distance from the viewer")
  func vertical() {
    let turned = Depth.transform(x: 0, y: 60, distance: 1000)
    // x = 100 goes 100 sin 60° away.
    let (sine, cosine) = sineAndCosine(degrees: 60)
    let w = 1 + 100 * sine / 1000
    #expect(turned.apply(Point(100, 40)).distance(to: Point(100 * cosine / w, 40 / w)) < 1e-12)
    #expect(turned.apply(.zero) == .zero)
  }

  @Test("Turned about the horizontal axis the top goes away and the bottom comes nearer")
  func horizontal() {
    let turned = Depth.transform(x: 30, y: 0, distance: 500)
    let cosine = sineAndCosine(degrees: 30).cosine
    #expect(turned.apply(Point(50, -100)).distance(to: Point(50 / 1.1, -100 * cosine / 1.1)) < 1e-12)
    #expect(turned.apply(Point(50, 100)).distance(to: Point(50 / 0.9, 100 * cosine / 0.9)) < 1e-12)
  }

  @Test("Both turns are CSS's perspective() rotateX() rotateY(), multiplied out in three dimensions")
  func both() {
    let (x, y, distance) = (25.0, -40.0, 800.0)
    let (sx, cx) = sineAndCosine(degrees: x)
    let (sy, cy) = sineAndCosine(degrees: y)
    let turned = Depth.transform(x: x, y: y, distance: distance)
    for p in [Point(120, 70), Point(-200, 10), Point(3, -90)] {
      let (x1, y1, z1) = (p.x * cy, p.y, -p.x * sy)
      let (y2, z2) = (y1 * cx - z1 * sx, y1 * sx + z1 * cx)
      let w = 1 - z2 / distance
      #expect(turned.apply(p).distance(to: Point(x1 / w, y2 / w)) < 1e-10)
    }
  }

  @Test("A layer turns in depth about its anchor, after it is turned in its plane; edge on, nothing is drawn")
  func layer() throws {
    let layers = [square(Rect(x: 50, y: 20, width: 100, height: 60))]
    let group = try make(LayerGroup.self, #"{ "rotation": 90, "rotationY": 60, "perspective": 1000 }"#)
    let transform = try #require(groups(try draw(group, layers: layers)).first).transform
    let (sine, cosine) = sineAndCosine(degrees: 60)
    let w = 1 + 30 * sine / 1000
    #expect(transform.apply(Point(100, 50)).distance(to: Point(100, 50)) < 1e-10)
    #expect(transform.apply(Point(100, 20)).distance(to: Point(100 + 30 * cosine / w, 50)) < 1e-10)
    let edge = try make(LayerGroup.self, #"{ "rotationY": 90 }"#)
    #expect(try draw(edge, layers: layers).isEmpty)
  }
}
