import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Occlusion")
struct OcclusionTests {
  private let surface = Surface(region: PixelRect(x0: 0, y0: 0, x1: 300, y1: 32), stripHeight: 16)
  private let rasterizer = Rasterizer(width: 300, height: 32, scale: 1, cache: ResourceCache())

  /// The topmost occluder of all operations in the first strip, between two columns.
  private func topmost(_ list: DisplayList, from x0: Int = 0, to x1: Int = 300) -> (
    operation: Int, columns: Range<Int>
  )? {
    let operations = rasterizer.operations(of: list, .identity, surface)
    return rasterizer.topmostOccluder(
      Occluder.all(among: operations), among: 0..<operations.count, strip: 0, of: surface,
      visible: PixelRect(x0: x0, y0: 0, x1: x1, y1: 16)
    ).map { ($0.occluder.operation, $0.columns) }
  }

  @Test("The topmost opaque outline that fills the strip's rows hides what it covers wholly")
  func topmostHides() throws {
    let list = DisplayList {
      $0.fill(rectangle(0, 0, 300, 32), .black)
      $0.fill(rectangle(50.5, -4, 150, 40), .white)
      $0.fill(rectangle(20, 0, 200, 32), Color(1, 1, 1, 0.5))
    }
    let found = try #require(topmost(list))
    #expect(found.operation == 1 && found.columns == 51..<200)
    let left = try #require(topmost(list, to: 100))
    #expect(left.operation == 0 && left.columns == 0..<100)
  }

  @Test("Outlines that overlap themselves hide what they cover under their rule", arguments: FillRule.allCases)
  func overlapping(rule: FillRule) throws {
    let path = Path { path in
      path.append(rectangle(0, 0, 220, 32))
      path.append(rectangle(80, 0, 220, 32))
    }
    let found = try #require(topmost(DisplayList { $0.fill(path, .white, rule: rule) }))
    #expect(found.columns == (rule == .evenOdd ? 0..<80 : 80..<220))
  }

  private func shade(_ end: Color, _ spread: Spread = .pad) -> DisplayList {
    let stops = [GradientStop(0, .white), GradientStop(1, end)]
    return DisplayList {
      $0.fill(rectangle(0, 0, 300, 32), .linear(from: .zero, to: Point(300, 0), stops: stops, spread: spread))
    }
  }

  @Test("An opaque gradient hides as one color does")
  func gradients() throws {
    let found = try #require(topmost(shade(.black)))
    #expect(found.operation == 0 && found.columns == 0..<300)
  }

  @Test("What ends within the strip, is narrow or translucent hides nothing")
  func othersHideNothing() {
    for list in [
      DisplayList { $0.fill(rectangle(0, 0, 300, 15.5), .white) },
      DisplayList { $0.fill(rectangle(0, 0, 60, 32), .white) },
      DisplayList { $0.fill(rectangle(0, 0, 300, 32), Color(1, 1, 1, 0.99)) },
      shade(Color(0, 0, 0, 0.99)),
      shade(.black, .clear),
    ] { #expect(topmost(list) == nil) }
  }

  @Test("Commands below a rectangle that covers the canvas are left out, and no others")
  func covered() {
    let canvas = Rect(x: -2, y: 0, width: 1280.0 / 3, height: 240)
    let dot = DisplayList { $0.fill(.circle(center: Point(20, 20), radius: 9), .white) }
    func left(_ cover: (inout DisplayList) -> Void) -> Int {
      var list = dot
      cover(&list)
      list.append(dot)
      return list.withoutCovered(on: canvas, pixel: 1.0 / 3).commands.count
    }
    #expect(left { $0.fill(.rect(canvas), .black) } == 2)
    #expect(
      left {
        $0.fill(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), .black, transform: .translation(-9, -9) * .scale(500))
      } == 2)
    // Too small, round, turned, or not opaque.
    #expect(left { $0.fill(.rect(Rect(x: -2, y: 0, width: 426, height: 240)), .black) } == 3)
    #expect(left { $0.fill(.circle(center: .zero, radius: 900), .black) } == 3)
    #expect(left { $0.fill(.rect(canvas), .black, transform: .rotation(degrees: 1)) } == 3)
    #expect(left { $0.fill(.rect(canvas), Color.black.opacity(0.99)) } == 3)
  }
}
