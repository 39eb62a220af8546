import StageKit

/// A booklet's colors.
struct Palette: ParameterGroup {
  @Parameter("The cover.") var cover: Color = Color(hex: 0x6B2737)
  @Parameter("The paper while the booklet is closed.") var card: Color = Color(hex: 0xECECEC)
  @Parameter("The paper while it is open.") var sheet: Color = Color(hex: 0xF0EFEA)
  @Parameter("Text on the pages.") var text: Color = Color(hex: 0x222222)
  @Parameter("The color of the print on the cover.") var foil: Color = Color(hex: 0xE4C998)
  @Parameter("Stamps, and the fine lines on the pages.") var accent: Color = Color(hex: 0xA8324A)
}
