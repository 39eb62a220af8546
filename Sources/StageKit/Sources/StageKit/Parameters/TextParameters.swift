import Geometry

/// A piece of text and how it is set, as parameters that many stages share.
public struct TextParameters: Sendable {
  /// The parameter `text`.
  public static let text = Parameter.text("text", "What it says; \\n starts a new line.")
  /// The parameter `family`.
  public static let family = Parameter.text(
    "family", "The font's family, or several to try in order, separated by commas.", default: "sans-serif")
  /// The parameter `font`.
  public static let font = Parameter.file(
    "font", "A font file, instead of a family.", extensions: ["ttf", "otf", "ttc"]
  ).optional
  /// The parameter `weight`.
  public static let weight = Parameter.integer(
    "weight", "How bold it is: 100 is thin, 400 regular, 700 bold, 900 black.", default: 400, .range(1...1000))
  /// The parameter `italic`.
  public static let italic = Parameter.boolean("italic", "Whether it is italic.", default: false)
  /// The parameter `size`.
  public static let size = Parameter.number("size", "The size of its letters.", default: 32, .positive(.points))
  /// The parameter `letterSpacing`.
  public static let letterSpacing = Parameter.number(
    "letterSpacing", "Room added after every letter.", default: 0, .any(.points))
  /// The parameter `lineHeight`.
  public static let lineHeight = Parameter.number(
    "lineHeight", "From line to line, as a multiple of 'size'; without one the font says.", .positive()
  ).optional
  /// The parameter `alignment`.
  public static let alignment = Parameter<TextAlignment>.choice(
    "alignment",
    "Where lines stand: at the side where reading starts, in the middle, where it ends, or at one side in any case.",
    default: .center)
  /// The parameter `direction`.
  public static let direction = Parameter<TextDirection>.choice(
    "direction",
    "Whether it reads from the left or the right; 'automatic' takes that of each paragraph's letters.",
    default: .automatic)

  /// The parameter `language`.
  public static let language = Parameter.text(
    "language",
    "Its language, such as en, ja or zh-Hant: forms of letters, fonts and line breaks differ between languages. "
      + "Without one it is the job's locale."
  ).optional

  /// For a definition's list.
  public static var parameters: [any AnyParameter] {
    [text, family, font, weight, italic, size, letterSpacing, lineHeight, alignment, direction, language]
  }

  /// Without a maximum width, which each stage sets.
  public private(set) var request: TextRequest
  private let parameters: Parameters

  /// From the fields of the parameters; a stage whose definition has no parameter `text` gives the text itself.
  public init(_ parameters: Parameters, text: String? = nil) {
    let families = Self.families(parameters[Self.family])
    let style = TextStyle(
      families: families.isEmpty ? ["sans-serif"] : families, file: parameters[Self.font],
      weight: parameters[Self.weight], isItalic: parameters[Self.italic], size: parameters[Self.size],
      letterSpacing: parameters[Self.letterSpacing], lineHeight: parameters[Self.lineHeight],
      language: parameters[Self.language] ?? "")
    request = TextRequest(
      text ?? parameters[Self.text], style: style, alignment: parameters[Self.alignment],
      direction: parameters[Self.direction])
    self.parameters = parameters
  }

  /// The names in a list of families, which commas separate.
  public static func families(_ list: String) -> [String] {
    list.split(separator: ",").compactMap { part -> String? in
      let name = part.drop { $0 == " " }
      return name.isEmpty ? nil : String(name.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The text, or another one, as outlines; warns of characters that no font could draw, of fonts that are not there, and of text that does
  /// not fit. Throws where the font file cannot be used, and where the text is too long.
  public func layout(
    _ context: any StageContext, text: String? = nil, maximumWidth: Double? = nil, balancesLines: Bool = false,
    allowsColor: Bool = false, fit: TextFit = TextFit(), separatesClusters: Bool = false, spans: [TextSpan] = []
  ) throws -> TextLayout {
    if let language = parameters[Self.language] {
      try parameters.locating(Self.language) { try Self.checkLanguage(language) }
    }
    var request = request
    if let text { request.text = text }
    request.allowsColor = allowsColor
    request.maximumWidth = maximumWidth
    request.balancesLines = balancesLines
    request.fit = fit
    request.separatesClusters = separatesClusters
    request.spans = spans
    let layout =
      request.style.file == nil
      ? try context.layout(request) : try parameters.locating(Self.font) { try context.layout(request) }
    if !layout.missing.isEmpty { context.warn(Self.warning(missing: layout.missing, in: request.text)) }
    for substitution in layout.substitutions { context.warn(substitution) }
    if let misfit = layout.misfit { context.warn(misfit) }
    return layout
  }

  /// A BCP 47 tag consists of parts of letters and digits, the first of two or three letters.
  private static func checkLanguage(_ tag: String) throws {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      (2...3).contains(parts.first?.count ?? 0) && parts.first?.allSatisfy(\.isLetter) == true
      && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    if !isTag {
      throw StageError("'\(tag)' is not a language tag", hint: "Write one such as en, pt-BR or zh-Hant.")
    }
  }

  private static func warning(missing: [String], in text: String) -> String {
    let names = missing.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    let rest = missing.count > 8 ? " and \(missing.count - 8) more" : ""
    let start = text.prefix(24)
    return "no font can draw \(names)\(rest) in \"\(start)\(start.count < text.count ? "…" : "")\""
  }
}
