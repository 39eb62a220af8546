import Graphics
import Testing

@Suite("Color matrices")
struct ColorMatrixTests {
  private func expect(_ color: Color, _ red: Double, _ green: Double, _ blue: Double) {
    for (a, b) in [(color.red, red), (color.green, green), (color.blue, blue)] { #expect(abs(a - b) < 1e-9) }
  }

  private let color = Color(0.8, 0.4, 0.2, 0.5)

  @Test("Brightness, contrast and saturation are those of the web")
  func linear() {
    expect(ColorMatrix.brightness(0.5).apply(color), 0.4, 0.2, 0.1)
    expect(ColorMatrix.brightness(2).apply(color), 1, 0.8, 0.4)
    expect(ColorMatrix.contrast(2).apply(color), 1, 0.3, 0)
    let luma = 0.213 * 0.8 + 0.715 * 0.4 + 0.072 * 0.2
    expect(ColorMatrix.saturation(0).apply(color), luma, luma, luma)
    expect(
      ColorMatrix.saturation(0.5).apply(color), (0.8 + luma) / 2, (0.4 + luma) / 2, (0.2 + luma) / 2)
    #expect(ColorMatrix.contrast(0).apply(color).alpha == 0.5)
  }

  @Test("Hues turn by the published matrix, and keep their luma")
  func hues() {
    expect(ColorMatrix.hue(degrees: 0).apply(color), 0.8, 0.4, 0.2)
    let quarter = ColorMatrix.hue(degrees: 90)
    for (row, exact) in zip(
      [quarter.red, quarter.green, quarter.blue],
      [
        [0.213 - 0.213, 0.715 - 0.715, 0.072 + 0.928], [0.213 + 0.143, 0.715 + 0.140, 0.072 - 0.283],
        [0.213 - 0.787, 0.715 + 0.715, 0.072 + 0.072],
      ])
    { for i in 0..<3 { #expect(abs(row[i] - exact[i]) < 1e-9) } }
    let gray = ColorMatrix.hue(degrees: 137).apply(Color(0.6, 0.6, 0.6))
    for component in [gray.red, gray.green, gray.blue] { #expect(abs(component - 0.6) < 2e-3) }
  }

  @Test("A tint is the luma times a color, mixed in")
  func tints() {
    expect(ColorMatrix.tint(Color(1, 0.5, 0), amount: 1).apply(.white), 1, 0.5, 0)
    expect(ColorMatrix.tint(Color(1, 0.5, 0), amount: 0.5).apply(.white), 1, 0.75, 0.5)
    expect(ColorMatrix.tint(Color(1, 0.5, 0), amount: 0).apply(color), 0.8, 0.4, 0.2)
  }

  @Test("One matrix followed by another is both in turn")
  func concatenation() {
    let (a, b) = (ColorMatrix.saturation(0.7), ColorMatrix.contrast(0.6).followed(by: .hue(degrees: 20)))
    let inTurn = b.apply(a.apply(color))
    expect(a.followed(by: b).apply(color), inTurn.red, inTurn.green, inTurn.blue)
    #expect(ColorMatrix.identity.followed(by: a) == a)
  }
}
