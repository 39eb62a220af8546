import StageKit

/// A booklet's colors.
struct Palette: Hashable, Sendable {
  var cover: Color
  /// The paper while the booklet is closed, and while it is open.
  var card: Color
  var sheet: Color
  var text: Color
  /// What is printed on the cover.
  var foil: Color
  /// The stamps, and the fine lines on the pages.
  var accent: Color

  private static let cover = ParameterKey.color("cover", "The cover.", default: Color(hex: 0x6B2737))
  private static let card = ParameterKey.color(
    "card", "The paper while the booklet is closed.", default: Color(hex: 0xECECEC))
  private static let sheet = ParameterKey.color(
    "sheet", "The paper while it is open.", default: Color(hex: 0xF0EFEA))
  private static let text = ParameterKey.color("text", "Text on the pages.", default: Color(hex: 0x222222))
  private static let foil = ParameterKey.color("foil", "What is printed on the cover.", default: Color(hex: 0xE4C998))
  private static let accent = ParameterKey.color(
    "accent", "Stamps, and the fine lines on the pages.", default: Color(hex: 0xA8324A))
  static let parameter = ParameterKey.object(
    "colors", "The booklet's colors.", [cover, card, sheet, text, foil, accent])

  init(_ fields: ParameterValues) {
    cover = fields[Self.cover]
    card = fields[Self.card]
    sheet = fields[Self.sheet]
    text = fields[Self.text]
    foil = fields[Self.foil]
    accent = fields[Self.accent]
  }
}
