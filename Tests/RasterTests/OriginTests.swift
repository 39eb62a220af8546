import Geometry
import Graphics
import Raster
import Testing

@Suite("Where a canvas begins")
struct OriginTests {
  @Test("A canvas that begins at another pixel is drawn there, and what is outside is not")
  func shifted() {
    let list = DisplayList { list in
      list.fill(rectangle(2.5, 3, 6, 7.25), Color(hex: 0xC08040))
      list.fill(circle(Point(9, 8), 4.3), Color(hex: 0x2060A0, alpha: 0.5))
    }
    func image(_ x: Int, _ y: Int) -> Image {
      FrameRenderer(width: 24, height: 20, scale: 1.3, origin: (x, y), background: .white, cache: ResourceCache())
        .render(list)
    }
    let (plain, moved) = (image(0, 0), image(3, -2))
    for y in 0..<18 {
      for x in 3..<24 { #expect(moved[x, y] == plain[x - 3, y + 2]) }
      #expect(moved[0, y] == [255, 255, 255, 255])
    }
  }
}
