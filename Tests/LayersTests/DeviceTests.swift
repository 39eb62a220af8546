import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("A device")
struct DeviceTests {
  private let layers = [ContentLayer.square("it", Rect(x: 0, y: 0, width: 200, height: 100), color: .white)]

  private func drawing(_ parameters: String, at seconds: Double = 0) throws -> DisplayList {
    try draw(make(Device.self, parameters), at: seconds, layers: layers)
  }

  @Test("What it holds is cut to its screen", arguments: DeviceKind.allCases)
  func clips(kind: DeviceKind) throws {
    let parameters = #"{ "kind": "\#(kind.rawValue)", "screen": { "size": [80, 50], "center": [100, 50] } }"#
    let clip = try #require(groups(try drawing(parameters)).first { $0.clip != nil }?.clip)
    #expect(clip.path.bounds == Rect(x: 60, y: 25, width: 80, height: 50))
  }

  @Test(
    "Without a screen of its own it has its kind's proportions and is on the canvas", arguments: DeviceKind.allCases)
  func proportions(kind: DeviceKind) {
    for size in [Size(540, 960), Size(960, 540), Size(500, 500)] {
      let canvas = Rect(x: 0, y: 0, width: size.width, height: size.height)
      let screen = kind.screen(on: canvas)
      #expect(abs(screen.width / screen.height - kind.aspect) < 1e-9)
      let outer = kind.body(of: screen).outer
      #expect(outer.minX > 0 && outer.maxX < size.width && outer.minY > 0 && outer.maxY < size.height)
    }
  }

  @Test("Turned in depth it has an edge, from the front it has none")
  func edge() throws {
    let flat = try drawing(#"{ "kind": "phone" }"#).commands.count
    let turned = try drawing(#"{ "kind": "phone", "rotationY": 30 }"#).commands.count
    #expect(flat == 1)
    #expect(turned > 6)
  }

  @Test("Its place, out of which points of its stages come, is turned in depth, too")
  func place() throws {
    let stage = try make(Device.self, #"{ "kind": "phone", "rotationY": 30, "rotation": 10 }"#)
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs(layers: layers))
    #expect(frame.placed?.transform == groups(frame.drawing).first?.transform)
  }

  @Test("A plane before the canvas is seen where a point before it is")
  func planes() {
    let transform = Depth.transform(x: 20, y: -35, z: -40, distance: 900)
    // CSS: perspective(900px) rotateX(20deg) rotateY(-35deg) translateZ(-40px).
    func turned(_ p: Point) -> Point {
      let (sx, cx) = sineAndCosine(degrees: 20)
      let (sy, cy) = sineAndCosine(degrees: -35)
      let (x, z) = (cy * p.x + sy * -40, -sy * p.x + cy * -40)
      let (y, depth) = (cx * p.y - sx * z, sx * p.y + cx * z)
      let w = 1 - depth / 900
      return Point(x / w, y / w)
    }
    for p in [Point(0, 0), Point(100, -60), Point(-30, 200)] {
      #expect((transform.apply(p) - turned(p)).length < 1e-9)
    }
  }

  @Test("Its opacity holds for all of it, and a shadow lies under it")
  func layered() throws {
    #expect(groups(try drawing(#"{ "opacity": 0.5, "rotationY": 20 }"#)).first?.opacity == 0.5)
    let plain = try drawing("{}")
    let shaded = groups(try drawing(#"{ "shadow": {} }"#))
    #expect(groups(plain).allSatisfy { $0.effects.isEmpty })
    guard case .shadow = shaded.first?.effects.first else {
      Issue.record("\(shaded.first?.effects ?? [])")
      return
    }
    #expect(try drawing(#"{ "opacity": 0 }"#).isEmpty)
  }

  @Test("Its outline casts the shadow, whatever its screen shows; a clear body leaves that to all of it")
  func shadowOfOutline() throws {
    func shadow(_ parameters: String, _ layers: [ContentLayer]) throws -> DrawCommand? {
      try draw(make(Device.self, parameters), at: 0, layers: layers).commands.first
    }
    for kind in DeviceKind.allCases {
      let solid = #"{ "kind": "\#(kind.rawValue)", "rotationY": 20, "shadow": {} }"#
      #expect(try shadow(solid, layers) == shadow(solid, []))
    }
    let clear = ##"{ "color": "#00000080", "shadow": {} }"##
    #expect(try shadow(clear, layers) != shadow(clear, []))
  }
}
