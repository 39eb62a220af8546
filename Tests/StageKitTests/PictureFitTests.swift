import StageKit
import Testing

@Suite("Fitting pictures")
struct PictureFitTests {
  private let frame = Rect(x: 10, y: 20, width: 100, height: 100)

  @Test("Contained and stretched pictures lie in the frame's middle")
  func inside() {
    #expect(PictureFit.contain.rect(for: Size(4, 2), in: frame) == Rect(x: 10, y: 45, width: 100, height: 50))
    #expect(PictureFit.fill.rect(for: Size(4, 2), in: frame) == frame)
  }

  @Test(
    "A picture that covers moves its focus towards the middle, as far as its edges allow",
    arguments: [(0.0, 10.0), (0.3, 0), (0.5, -40), (0.7, -80), (1, -90)])
  func focus(_ focus: Double, _ x: Double) {
    let place = PictureFit.cover.rect(for: Size(4, 2), in: frame, focus: Point(focus, 0.9))
    #expect(abs(place.x - x) < 1e-9)
    #expect(place.y == 20)
    #expect(place.size == Size(200, 100))
  }

  @Test("A zoom below 1 leaves the picture in the middle")
  func smallZoom() {
    #expect(
      PictureFit.cover.rect(for: Size(1, 1), in: frame, zoom: 0.5, focus: .zero)
        == Rect(x: 35, y: 45, width: 50, height: 50))
  }
}
