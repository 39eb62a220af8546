import Geometry
import Graphics
import Testing

@Suite("Colors in a wide canvas")
struct ColorGamutTests {
  private func distance(_ color: Color, _ other: (Double, Double, Double)) -> Double {
    max(abs(color.red - other.0), abs(color.green - other.1), abs(color.blue - other.2))
  }

  @Test(
    "Colors of sRGB have the components of Display P3 that CSS Color 4 gives",
    arguments: [
      ("#FF0000", (0.917488, 0.200287, 0.138561)), ("#00FF00", (0.458402, 0.985265, 0.298295)),
      ("#0000FF", (0, 0, 0.959588)), ("#FFFFFF", (1, 1, 1)), ("#808080", (0.501961, 0.501961, 0.501961)),
      ("#000000", (0, 0, 0)),
    ])
  func components(text: String, expected: (Double, Double, Double)) throws {
    let color = try #require(Color(css: text, in: .displayP3))
    #expect(color == Color(css: text))
    #expect(distance(color.converted(to: .displayP3), expected) < 2e-6)
  }

  @Test(
    "Colors of Display P3 keep their own components",
    arguments: [(1.0, 0.0, 0.0), (0, 1, 0), (1, 0.2, 0.1), (0.25, 0.5, 0.75), (0, 0, 0.001)])
  func kept(values: (Double, Double, Double)) throws {
    let text = "color(display-p3 \(values.0) \(values.1) \(values.2) / 0.5)"
    let color = try #require(Color(css: text, in: .displayP3)).converted(to: .displayP3)
    #expect(distance(color, values) < 1e-6)
    #expect(color.alpha == 0.5)
  }

  @Test("Colors beyond Display P3 are mapped into it, and less far than into sRGB")
  func mapped() throws {
    let text = "oklch(70% 0.4 150)"
    let wide = try #require(Color(css: text, in: .displayP3)).converted(to: .displayP3)
    let narrow = try #require(Color(css: text)).converted(to: .displayP3)
    #expect([wide.red, wide.green, wide.blue].allSatisfy { (0...1).contains($0) })
    // ColorAide's oklch-chroma in Display P3 keeps the hue; green gains and red goes.
    #expect(wide.green > narrow.green)
    #expect(wide.red < narrow.red)
    #expect(Color(css: "color(srgb-linear 2 2 2)", in: .displayP3) == .white)
  }

  @Test("The CSS of a color beyond sRGB gives it again")
  func text() throws {
    let color = try #require(Color(css: "color(display-p3 1 0 0)", in: .displayP3))
    #expect(color.cssText.hasPrefix("color(srgb 1.09"))
    let again = try #require(Color(css: color.cssText, in: .displayP3))
    #expect(distance(again, (color.red, color.green, color.blue)) < 1e-6)
  }

  @Test(
    "Mixtures of colors beyond sRGB go from the one to the other, in all spaces", arguments: InterpolationSpace.allCases
  )
  func mixtures(space: InterpolationSpace) throws {
    let red = try #require(Color(css: "color(display-p3 1 0 0)", in: .displayP3))
    let green = try #require(Color(css: "color(display-p3 0 1 0)", in: .displayP3))
    for (t, end) in [(0.0, red), (1.0, green)] {
      let mixed = red.interpolated(to: green, at: t, in: space)
      #expect(distance(mixed, (end.red, end.green, end.blue)) < 1e-5, "\(mixed)")
    }
    let stops = [GradientStop(0, red), GradientStop(1, green)].expanded(from: space)
    #expect(stops.first?.color == red)
    #expect(stops.last?.color == green)
  }

  @Test("All colors of a drawing are converted, and pictures that are in its gamut already stay")
  func drawing() throws {
    let red = Color(1, 0, 0)
    let picture = try #require(Image(width: 1, height: 1, premultiplied: [255, 0, 0, 255]))
    let wide = try #require(Image(width: 1, height: 1, premultiplied: [255, 0, 0, 255], gamut: .displayP3))
    let box = Rect(x: 0, y: 0, width: 4, height: 4)
    func list(_ color: Color, _ image: Image) -> DisplayList {
      DisplayList { list in
        list.fill(.rect(box), color)
        list.fill(.rect(box), .linear(from: .zero, to: Point(4, 0), stops: [GradientStop(0, color)]))
        list.group(effects: [.dropShadow(color: color, offset: .zero, sigma: 1)]) { inner in
          inner.stroke(.rect(box), color, width: 1)
          inner.image(image, in: box)
          inner.image(wide, in: box)
        }
      }
    }
    let converted = list(red, picture).converted(to: .displayP3)
    #expect(converted == list(red.converted(to: .displayP3), picture.converted(to: .displayP3)))
    #expect(wide.converted(to: .sRGB).gamut == .sRGB)
    #expect(picture.converted(to: .displayP3).pixels == [234, 51, 35, 255])
    #expect(wide.converted(to: .displayP3) == wide)
    #expect(wide.digest != picture.converted(to: .displayP3).digest)
  }

  @Test("Pictures with alpha are converted as their straight colors are")
  func translucent() throws {
    let picture = try #require(Image(width: 2, height: 1, premultiplied: [128, 0, 0, 128, 0, 0, 0, 0]))
    let pixels = picture.converted(to: .displayP3).pixels
    #expect(zip(pixels, [117, 26, 18, 128, 0, 0, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixels)")
  }
}
