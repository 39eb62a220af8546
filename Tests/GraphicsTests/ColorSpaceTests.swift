import Graphics
import Testing

@Suite("Colors of other spaces than sRGB")
struct ColorSpaceTests {
  private func distance(_ color: Color, _ other: (Double, Double, Double)) -> Double {
    max(abs(color.red - other.0), abs(color.green - other.1), abs(color.blue - other.2))
  }

  @Test(
    "Colors within sRGB are those of the tests of CSS Color 4",
    arguments: [
      ("oklch(50% 0.2 0)", (70.492, 2.351, 37.073)), ("oklch(50% 0.2 270)", (23.056, 31.73, 82.628)),
      ("oklch(80% 0.15 160)", (32.022, 85.805, 61.147)), ("oklch(55% 0.15 345)", (67.293, 27.791, 52.28)),
      ("oklch(51.975% 0.17686 142.495)", (0, 50.196, 0)), ("oklab(51.975% -0.1403 0.10768)", (0, 50.196, 0)),
      ("lab(46.2775% -47.5621 48.5837)", (0, 50.196, 0)), ("lch(46.2775% 67.9892 134.3912)", (0, 50.196, 0)),
      ("color(display-p3 0.21604 0.49418 0.13151)", (0, 50.196, 0)), ("oklch(0% 0 0)", (0, 0, 0)),
      ("oklch(100% 0 0)", (100, 100, 100)),
    ])
  func published(text: String, percents: (Double, Double, Double)) throws {
    let color = try #require(Color(css: text))
    #expect(distance(color, (percents.0 / 100, percents.1 / 100, percents.2 / 100)) < 4e-4, "\(color)")
  }

  @Test(
    "Colors within sRGB are those of a browser",
    // Chromium 156, drawn on a canvas.
    arguments: [
      ("oklch(0.7 0.1 0.5turn)", (75, 179, 161)), ("oklab(55% 0.1 0.1)", (178, 81, 28)),
      ("oklab(65% 0 0.1)", (167, 140, 65)), ("oklab(40% 25% -25%)", (99, 40, 123)), ("lab(50% 50 0)", (193, 78, 121)),
      ("lab(70% -45 0)", (27, 193, 169)), ("lab(86.6146% -30% 40%)", (166, 235, 116)),
      ("lch(50% 50 0)", (193, 78, 121)), ("lch(70% 45 -180)", (27, 193, 169)), ("lch(55 40% 270deg)", (33, 135, 237)),
      ("color(display-p3 0.5 0.3 0.2)", (136, 73, 45)), ("color(display-p3 50% 70% 60%)", (112, 180, 151)),
      ("color(srgb-linear 0.2 0.5 0.8)", (124, 188, 231)), ("color(srgb 25% 50% 75%)", (64, 128, 191)),
      ("color(xyz 0.3 0.3 0.3)", (162, 145, 143)), ("color(xyz-d65 0.2 0.25 0.3)", (95, 146, 144)),
    ])
  func browser(text: String, bytes: (Int, Int, Int)) throws {
    let color = try #require(Color(css: text))
    let found = [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) }
    #expect(zip(found, [bytes.0, bytes.1, bytes.2]).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
  }

  @Test(
    "Colors beyond sRGB keep their lightness and hue, as CSS Color 4 maps them",
    // ColorAide 8.13, its method oklch-chroma.
    arguments: [
      ("color(display-p3 1 0 0)", (255, 11.37, 11.71)), ("color(display-p3 0 1 0)", (0, 251.37, 40.73)),
      ("color(display-p3 1 0.5 0)", (255, 125.07, 0)), ("oklch(70% 0.3 150)", (0, 193.96, 71.66)),
      ("oklch(60% 0.3 270)", (77.39, 105.14, 255)), ("oklch(95% 0.2 100)", (255, 239.99, 40.32)),
      ("lch(50% 120 30)", (244.36, 0, 57.64)), ("oklab(70% 0.3 0.1)", (255, 82.79, 103.91)),
      ("color(srgb-linear 2 2 2)", (255, 255, 255)), ("color(srgb-linear -1 -1 -1)", (0, 0, 0)),
    ])
  func mapped(text: String, bytes: (Double, Double, Double)) throws {
    let color = try #require(Color(css: text))
    #expect(distance(color, (bytes.0 / 255, bytes.1 / 255, bytes.2 / 255)) < 0.5 / 255, "\(color)")
  }

  @Test("Alpha follows a slash, and none counts as 0")
  func alpha() {
    #expect(Color(css: "oklch(0% 0 none / .25)") == Color(0, 0, 0, 0.25))
    #expect(Color(css: "OKLCH(100% 0 0 / 50%)")?.alpha == 0.5)
    #expect(Color(css: "color(srgb 1 0.5 0 / none)")?.alpha == 0)
  }

  @Test(
    "What is no color says where and why",
    arguments: [
      ("oklch(1 2)", 9, "expected a hue"), ("lab(1%, 2, 3)", 6, "expected a number or a percentage"),
      ("color(rec 1 1 1)", 6, "unknown color space 'rec'"), ("oklch(1 1 1 1)", 12, "expected ')', found '1'"),
    ])
  func faults(text: String, offset: Int, message: String) {
    do throws(ColorError) {
      _ = try Color(parsingCSS: text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.message.hasPrefix(message), "\(error.message)")
      #expect(error.offset == offset)
    }
  }
}
