import Geometry

/// Font, size and setting of text, as parameters that many stages share; the text itself is the stage's.
///
/// ```swift
/// // In a stage: @Parameter("The badge's text.") var text: String; @Include var type: TextParameters
/// let layout = try type.layout(text, context)
/// ```
public struct TextParameters: ParameterGroup {
  @Parameter("The font's family, or several to try in order, separated by commas.") public var family = "sans-serif"
  @Parameter(
    "A font file, instead of a family; of a collection or a variable font, 'family' may name a face.",
    as: .file(extensions: FileReference.fontEndings))
  public var font: FileReference?
  @Parameter public var weight: Int
  @Parameter("Whether it is italic.") public var italic = false
  @Parameter public var size: Double
  @Parameter("Room added after every letter.", .any(.points)) public var letterSpacing = 0.0
  @Parameter("The distance from line to line, as a multiple of 'size'; the font's own unless given.", .positive())
  public var lineHeight: Double?
  @Parameter(
    "The side of lines: where reading starts, the middle, where it ends, or one side in any case.")
  public var alignment = TextAlignment.center
  @Parameter("The reading direction; 'automatic' takes that of each paragraph's letters.")
  public var direction = TextDirection.automatic
  @Parameter(
    "Its language, such as en, ja or zh-Hant: forms of letters, fonts and line breaks differ between languages. "
      + "Without one it is the job's locale.")
  public var language: String?
  @Parameter public var features: [String]
  @Parameter("Positions on the axes of a variable font, over 'weight' and 'italic'.") public var axes: [FontAxis] = []
  @Parameter("Whether a line runs below it, which gives way where letters reach down.") public var underline = false
  @Parameter("Whether a line runs through it.") public var strikethrough = false
  @Parameter(
    "Whether quotation marks, commas, full stops and hyphens at the ends of lines hang over the edge, so that letters are "
      + "aligned.")
  public var hangingPunctuation = false
  @Parameter("Whether lines break between phrases alone: in Japanese after particles, in Korean at spaces.")
  public var phraseBreaks = false

  /// Positions on axes of a variable font that a stage sets itself, over those of the job.
  public var variations: [FontVariation] = []

  /// Regular text unless a job says otherwise.
  public init() { self.init(weight: 400) }

  /// Text of a weight, from 1 to 1000, and a size in points, above 0, unless a job says otherwise.
  public init(weight: Int, size: Double = 32) {
    _features = .features
    _size = Parameter(wrappedValue: size, "The size of its letters.", .positive(.points))
    _weight = Parameter(
      wrappedValue: weight, "The weight: 100 is thin, 400 regular, 700 bold, 900 black.", .range(1...1000))
  }

  /// Checks the names of features.
  public func prepare() throws { _ = try $features.parsedFeatures() }

  /// A request for a text, without a maximum width.
  public func request(_ text: String) -> TextRequest {
    let families = Self.families(family)
    let style = TextStyle(
      families: families.isEmpty ? ["sans-serif"] : families, file: font, weight: weight, isItalic: italic, size: size,
      letterSpacing: letterSpacing, lineHeight: lineHeight, language: language ?? "",
      features: features.compactMap(FontFeature.init(parsing:)), variations: axes.map(\.variation) + variations,
      decoration: decoration, keepsPhrases: phraseBreaks)
    return TextRequest(
      text, style: style, alignment: alignment, direction: direction, hangsPunctuation: hangingPunctuation)
  }

  private var decoration: TextDecoration {
    TextDecoration(underline ? [.underline] : []).union(strikethrough ? [.strikethrough] : [])
  }

  /// The names in a list of families, which commas separate.
  public static func families(_ list: String) -> [String] {
    list.split(separator: ",").compactMap { part -> String? in
      let name = part.drop { $0 == " " }
      return name.isEmpty ? nil : String(name.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// A text as outlines; warns of characters that no font could draw, of fonts that are missing, and of text that does
  /// not fit, unless `isQuiet`. Throws where the font file cannot be used, and where the text is too long.
  public func layout(
    _ text: String, _ context: any StageContext, maximumWidth: Double? = nil, balancesLines: Bool = false,
    allowsColor: Bool = false, fit: TextFit = TextFit(), separatesClusters: Bool = false, spans: [TextSpan] = [],
    shape: TextShape? = nil, unitesContours: Bool = false, isQuiet: Bool = false
  ) throws -> TextLayout {
    if let language { try $language.locating { try Self.checkLanguage(language) } }
    var request = request(text)
    request.allowsColor = allowsColor
    request.maximumWidth = maximumWidth
    request.balancesLines = balancesLines
    request.fit = fit
    request.separatesClusters = separatesClusters
    request.spans = spans
    request.shape = shape
    request.unitesContours = unitesContours
    let layout =
      request.style.file == nil
      ? try context.layout(request) : try $font.locating { try context.layout(request) }
    if isQuiet { return layout }
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
