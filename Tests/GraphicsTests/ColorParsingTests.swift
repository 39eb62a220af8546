import Graphics
import Testing

@Suite("CSS colors")
struct ColorParsingTests {
  private static func bytes(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Color {
    Color(red / 255, green / 255, blue / 255, alpha)
  }

  @Test(
    "Colors are what CSS says",
    arguments: [
      ("#f80", bytes(255, 136, 0)), ("#F808", bytes(255, 136, 0, 136 / 255)), ("#12aBcD", bytes(18, 171, 205)),
      ("#12abcd80", bytes(18, 171, 205, 128 / 255)), (" ReD ", bytes(255, 0, 0)), ("transparent", .clear),
      ("rebeccapurple", bytes(102, 51, 153)), ("lightgoldenrodyellow", bytes(250, 250, 210)),
      ("rgb(1, 2, 3)", bytes(1, 2, 3)), ("rgba(1,2,3,.5)", bytes(1, 2, 3, 0.5)),
      ("rgb(10%, 20%, 30%, 40%)", Color(0.1, 0.2, 0.3, 0.4)), ("RGB(1 2 3 / 50%)", bytes(1, 2, 3, 0.5)),
      ("rgb(51 50% none)", Color(0.2, 0.5, 0)), ("rgb(300 -5 0 / 2)", bytes(255, 0, 0)),
      ("rgb( 1e1  +2.5 0 / none )", bytes(10, 2.5, 0, 0)),
    ])
  func colors(text: String, color: Color) {
    #expect(Color(css: text) == color)
  }

  @Test(
    "Hues are what CSS says",
    arguments: [
      ("hsl(0, 100%, 50%)", "red"), ("hsl(120, 100%, 25%)", "#008000"), ("hsl(120deg 100% 25%)", "#008000"),
      ("hsl(-240 100 25)", "#008000"), ("hsla(0.5turn, 100%, 50%, 0.4)", "rgb(0 255 255 / 0.4)"),
      ("hsl(200grad 100% 50%)", "aqua"), ("hsl(3.14159265358979rad 100% 50%)", "aqua"),
      ("hsl(0 0% 50%)", "rgb(50% 50% 50%)"),
      ("hsl(270 60% 70%)", "#b285e0"), ("hwb(90 10% 10%)", "rgb(50% 90% 10%)"), ("hwb(0 0% 0%)", "red"),
      ("hwb(45 40% 80%)", "rgb(33.33333333% 33.33333333% 33.33333333%)"),
      ("hwb(none 50 0 / 50%)", "rgb(100% 50% 50% / .5)"),
    ])
  func hues(text: String, same: String) throws {
    let color = try #require(Color(css: text))
    let other = try #require(Color(css: same))
    for (a, b) in [
      (color.red, other.red), (color.green, other.green), (color.blue, other.blue), (color.alpha, other.alpha),
    ] {
      #expect(abs(a - b) < (same.hasPrefix("#") ? 0.5 / 255 : 1e-9))
    }
  }

  @Test("All 148 names are known, in order")
  func names() {
    #expect(Color.cssNames.count == 149)
    #expect(Color.cssNames.dropLast() == Color.cssNames.dropLast().sorted()[...])
    #expect(Color.cssNames.allSatisfy { Color(css: $0) != nil })
  }

  @Test(
    "What is no color says where and why",
    arguments: [
      ("", 0, "a color is empty"), ("#12345", 0, "a color has 3, 4, 6 or 8 hexadecimal digits, found 5"),
      ("#12g", 3, "'g' is no hexadecimal digit"), ("grun", 0, "unknown color 'grun'"),
      ("rbg(1,2,3)", 0, "unknown color function 'rbg()'"), ("rgb(1, 2 3)", 9, "expected ',', found '3'"),
      ("rgb(1 2 3", 9, "expected ')'"), ("rgb(1, 2%, 3)", 0, "numbers and percentages do not mix with commas"),
      ("rgb(1, none, 3)", 0, "'none' does not go with commas"),
      ("hsl(1, 2, 3%)", 0, "saturation and lightness are percentages"),
      ("hsl(1em 2% 3%)", 5, "unknown unit 'em' of a hue"), ("hwb(1, 2%, 3%)", 5, "expected a number or a percentage"),
      ("rgb(1 2 3 / )", 12, "expected a number or a percentage"), ("red blue", 4, "unexpected 'b' after the color"),
      ("rgb(1e999 0 0)", 4, "this number is too large"), ("🔴", 0, "unknown color '🔴'"),
      ("(", 0, "expected a color, found '('"),
      ("rgb(5. 0 0)", 5, "expected a number or a percentage"),
    ])
  func faults(text: String, offset: Int, message: String) {
    do throws(ColorError) {
      _ = try Color(parsingCSS: text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.message == message)
      #expect(error.offset == offset)
    }
  }

  @Test(
    "Colors written as CSS read back equal", arguments: ["red", "#12345678", "rgb(12.5% 0% 100%)", "rgb(1 2 3 / 0.3)"])
  func roundTrip(text: String) throws {
    let color = try #require(Color(css: text))
    let back = try #require(Color(css: color.cssText))
    #expect(abs(back.red - color.red) < 1e-12 && abs(back.alpha - color.alpha) < 1e-12)
    #expect(Color.white.cssText == "#FFFFFF")
    #expect(Color.clear.cssText == "#00000000")
  }
}
