import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Frames of many commands")
struct ManyOperationsTests {
  private let surface = Surface(region: PixelRect(x0: 0, y0: 0, x1: 40, y1: 30), stripHeight: 8)

  @Test("A strip has the operations of a range that touch it, in order")
  func strips() {
    let renderer = Rasterizer(width: 40, height: 30, scale: 1, cache: ResourceCache())
    var numbers = SeededNumbers(seed: 5)
    let list = DisplayList { list in
      for _ in 0..<60 {
        let y = Double.random(in: -5..<30, using: &numbers)
        list.fill(rectangle(3, y, 9, Double.random(in: 1..<20, using: &numbers)), .white)
      }
    }
    let operations = renderer.operations(of: list, .identity, surface)
    var sorted = StripOperations(stripCount: surface.stripCount)
    #expect((0..<4).allSatisfy { sorted.places(among: 0..<0, in: $0).isEmpty })
    for count in [operations.count, 0, 20] {
      sorted.sort(Array(operations[..<count]), on: surface)
      for strip in 0..<surface.stripCount {
        for range in [0..<count, count / 3..<count / 2] {
          let expected = range.filter { surface.strips(touching: operations[$0].bounds).contains(strip) }
          #expect(Array(sorted.places(among: range, in: strip)) == expected)
        }
      }
    }
  }

  @Test("A small path is flattened once for each tolerance, and another in its place anew")
  func outlines() {
    let outlines = SmallOutlines()
    let paths = (1...2400).map { circle(Point(Double($0), 0), 3 + Double($0 % 7)) }
    let (fine, coarse) = (FlatteningTolerance(scale: 8), FlatteningTolerance(scale: 0.1))
    for tolerance in [fine, coarse, fine] {
      for path in paths {
        var lines = Polylines()
        lines.append(path, tolerance: tolerance.value)
        let outline = outlines.outline(of: path, tolerance)
        #expect(outline.lines.points == lines.points && outline.lines.ends == lines.ends && outline.isSimple)
      }
    }
  }

  @Test("Copies that all turn, after a frame without any, are drawn as in a frame of their own")
  func copies() {
    func renderer() -> FrameRenderer {
      FrameRenderer(width: 64, height: 64, background: .black, cache: ResourceCache())
    }
    func list(_ degrees: Double, _ count: Int) -> DisplayList {
      DisplayList { list in
        for index in 0..<count {
          list.fill(
            .roundedRect(Rect(x: -3, y: -3, width: 6, height: 6), radius: 1.5), Color(hex: 0xFFB020),
            transform: .translation(Double(index % 9) * 7.3, Double(index / 9) * 6.1) * .rotation(degrees: degrees))
        }
      }
    }
    let one = renderer()
    for (degrees, count) in [(0.0, 0), (0, 90), (11, 90), (23, 81), (23, 0), (90, 90)] {
      let drawing = list(degrees, count)
      #expect(one.render(drawing).pixels == renderer().render(drawing).pixels)
    }
  }
}
