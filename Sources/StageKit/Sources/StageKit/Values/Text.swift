import Coding
import Geometry
import Graphics

/// The font of text and its spacing; lengths are in points.
public struct TextStyle: Hashable, Sendable, Digestible {
  /// Tried in order; generic names such as `sans-serif` are fine.
  public var families: [String]
  /// Used instead of `families` where given.
  public var file: FileReference?
  /// The weight, from 100 (thin) over 400 (regular) and 700 (bold) to 900 (black).
  public var weight: Int
  public var isItalic: Bool
  /// The em, in points.
  public var size: Double
  /// Added after every character.
  public var letterSpacing: Double
  /// The distance from baseline to baseline, as a multiple of `size`; nil takes the font's own.
  public var lineHeight: Double?
  /// The text's language as a BCP 47 tag, such as `en`, `zh-Hant` or `ja`: it decides between forms of letters, where
  /// lines break, and between fonts that supply characters that the first one lacks. Empty for the job's locale, or
  /// else English.
  public var language: String
  /// OpenType features, the later ones over the earlier.
  public var features: [FontFeature]
  /// Positions on axes of variable fonts, over the weight and the slope.
  public var variations: [FontVariation]
  public var decoration: TextDecoration
  /// Whether lines break between phrases alone: in Japanese after particles, in Korean at spaces.
  public var keepsPhrases: Bool

  /// Regular sans-serif text unless other values are given.
  public init(
    families: [String] = ["sans-serif"], file: FileReference? = nil, weight: Int = 400, isItalic: Bool = false,
    size: Double, letterSpacing: Double = 0, lineHeight: Double? = nil, language: String = "",
    features: [FontFeature] = [],
    variations: [FontVariation] = [], decoration: TextDecoration = [], keepsPhrases: Bool = false
  ) {
    self.families = families
    self.keepsPhrases = keepsPhrases
    self.features = features
    self.variations = variations
    self.decoration = decoration
    self.file = file
    self.weight = weight
    self.isItalic = isItalic
    self.size = size
    self.letterSpacing = letterSpacing
    self.lineHeight = lineHeight
    self.language = language
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(families.count)
    for family in families { hasher.combine(family) }
    hasher.combine(file)
    hasher.combine(weight)
    hasher.combine(isItalic)
    hasher.combine(size)
    hasher.combine(letterSpacing)
    hasher.combine(lineHeight ?? -1)
    hasher.combine(language)
    hasher.combine(features)
    hasher.combine(variations)
    hasher.combine(decoration.rawValue)
    hasher.combine(keepsPhrases)
  }
}

/// The horizontal alignment of lines in the layout's box.
public enum TextAlignment: String, ParameterChoice, Hashable, Sendable, CaseIterable {
  /// At the side where the line's paragraph starts to be read.
  case start
  case center
  /// At the side where reading ends.
  case end
  case left, right
}

/// The base direction of a text's paragraphs.
public enum TextDirection: String, ParameterChoice, Hashable, Sendable, CaseIterable {
  /// Follows the first strong character. If the language is written from the right, paragraphs with any letter of such
  /// a script, and those without letters, read from the right.
  case automatic
  case leftToRight = "left-to-right"
  case rightToLeft = "right-to-left"
}

/// A part of a text that differs from the rest of it in its font or its size.
public struct TextSpan: Hashable, Sendable, Digestible {
  /// The Unicode scalars of the text that it has.
  public var range: Range<Int>
  /// The font; nil values are those of the rest.
  public var families: [String]?
  public var file: FileReference?
  public var weight: Int?
  public var isItalic: Bool?
  /// The size of its letters, as a multiple of those of the rest.
  public var scale: Double
  /// Further features, positions on axes and lines.
  public var features: [FontFeature]
  public var variations: [FontVariation]
  public var decoration: TextDecoration

  /// Looks like the rest of the text unless other values are given.
  public init(
    _ range: Range<Int>, families: [String]? = nil, file: FileReference? = nil, weight: Int? = nil,
    isItalic: Bool? = nil, scale: Double = 1, features: [FontFeature] = [], variations: [FontVariation] = [],
    decoration: TextDecoration = []
  ) {
    self.features = features
    self.variations = variations
    self.decoration = decoration
    self.range = range
    self.families = families
    self.file = file
    self.weight = weight
    self.isItalic = isItalic
    self.scale = scale
  }

  /// The style of its letters in a text of a style; the size is the text's.
  public func style(in style: TextStyle) -> TextStyle {
    var own = style
    own.families = families ?? style.families
    // A family of its own comes before the text's file.
    own.file = file ?? (families == nil ? style.file : nil)
    own.weight = weight ?? style.weight
    own.isItalic = isItalic ?? style.isItalic
    own.features += features
    // A weight of its own comes before the text's position on the axis of weights.
    if weight != nil { own.variations.removeAll { $0.tag == "wght" } }
    own.variations += variations
    own.decoration.formUnion(decoration)
    return own
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(range.lowerBound)
    hasher.combine(range.upperBound)
    hasher.combine(families?.count ?? -1)
    for family in families ?? [] { hasher.combine(family) }
    hasher.combine(file)
    hasher.combine(weight ?? -1)
    hasher.combine(isItalic.map { $0 ? 1 : 0 } ?? -1)
    hasher.combine(scale)
    hasher.combine(features)
    hasher.combine(variations)
    hasher.combine(decoration.rawValue)
  }
}

/// Text to be laid out.
public struct TextRequest: Hashable, Sendable, Digestible {
  /// The text; a newline starts a new line.
  public var text: String
  public var style: TextStyle
  public var alignment: TextAlignment
  public var direction: TextDirection
  /// Lines break before this width, in points; nil breaks at newlines only.
  public var maximumWidth: Double?
  /// Whether broken lines are made about equally long: at the narrowest width that needs no more of them and breaks no
  /// word. Needs a `maximumWidth`; texts of more than 8 lines stay as they are.
  public var balancesLines: Bool
  /// Whether emoji are drawn in their own colors, as `colorGlyphs`; otherwise they need an outline.
  public var allowsColor: Bool
  /// The fit of text that is too large.
  public var fit: TextFit
  /// Whether lines say which part of them each letter is, as `clusters`.
  public var separatesClusters: Bool
  /// Parts with fonts and sizes of their own, in the order of the text; none overlaps another.
  public var spans: [TextSpan]
  /// Whether quotation marks, commas, full stops and hyphens at the ends of lines lie outside of the edge that lines are
  /// aligned at.
  public var hangsPunctuation: Bool
  /// The shape that lines fill, instead of a `maximumWidth` and the height of the fit; they are not balanced.
  public var shape: TextShape?

  /// Text in one style; lines break at newlines alone unless `maximumWidth` or `shape` is given.
  public init(
    _ text: String, style: TextStyle, alignment: TextAlignment = .start, direction: TextDirection = .automatic,
    maximumWidth: Double? = nil, balancesLines: Bool = false, allowsColor: Bool = false,
    fit: TextFit = TextFit(), separatesClusters: Bool = false, spans: [TextSpan] = [],
    hangsPunctuation: Bool = false, shape: TextShape? = nil
  ) {
    self.hangsPunctuation = hangsPunctuation
    self.shape = shape
    self.spans = spans
    self.text = text
    self.style = style
    self.alignment = alignment
    self.direction = direction
    self.maximumWidth = maximumWidth
    self.balancesLines = balancesLines
    self.allowsColor = allowsColor
    self.fit = fit
    self.separatesClusters = separatesClusters
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(text)
    style.digest(into: &hasher)
    hasher.combine(alignment.rawValue)
    hasher.combine(direction.rawValue)
    hasher.combine(maximumWidth ?? -1)
    hasher.combine(balancesLines)
    hasher.combine(allowsColor)
    fit.digest(into: &hasher)
    hasher.combine(separatesClusters)
    hasher.combine(spans)
    hasher.combine(hangsPunctuation)
    if let shape { shape.digest(into: &hasher) }
  }
}

/// Text as outlines: x from the left edge of the box, y downward from its top, in points.
public struct TextLayout: Hashable, Sendable {
  /// One letter as readers see it, in its position: a letter with its marks, a ligature, or, in scripts whose letters
  /// join, a word.
  public struct Cluster: Hashable, Sendable {
    /// Its part of the text.
    public var text: String
    /// The glyphs' outlines, to be filled nonzero; empty for spaces.
    public var outline: Path
    /// Emoji in their own colors, which belong on top of the outline.
    public var colorGlyphs: DisplayList
    /// The left edge and the advance width.
    public var x: Double
    public var width: Double
    /// The number of its word in the line, in reading order, from 0. Words are what lines may break between.
    public var word: Int
    /// The index of the request's span that it belongs to; nil outside of all.
    public var span: Int?

    /// A letter in the layout's box, in points.
    public init(
      text: String, outline: Path, colorGlyphs: DisplayList = DisplayList(), x: Double, width: Double, word: Int,
      span: Int? = nil
    ) {
      self.span = span
      self.text = text
      self.outline = outline
      self.colorGlyphs = colorGlyphs
      self.x = x
      self.width = width
      self.word = word
    }

    /// Whether it shows nothing.
    public var isEmpty: Bool { outline.isEmpty && colorGlyphs.isEmpty }

    /// The letter, moved.
    public func moved(by offset: Point) -> Cluster {
      var colored = DisplayList()
      colored.group(Group(colorGlyphs, transform: .translation(offset)))
      var moved = self
      (moved.outline, moved.colorGlyphs) = (outline.transformed(by: .translation(offset)), colored)
      moved.x += offset.x
      return moved
    }
  }

  /// A line of text in its position.
  public struct Line: Hashable, Sendable {
    /// The glyphs' outlines, to be filled nonzero.
    public var outline: Path
    /// The distance of the baseline from the top of the box.
    public var baseline: Double
    /// The left edge and the advance width of the line.
    public var x: Double
    public var width: Double
    /// Whether its paragraph reads from right to left.
    public var isRightToLeft: Bool
    /// Emoji in their own colors, which belong on top of the outline.
    public var colorGlyphs: DisplayList
    /// Its letters in reading order, spaces too, where the request asks for them.
    public var clusters: [Cluster]

    /// A line in the layout's box, in points.
    public init(
      outline: Path, baseline: Double, x: Double, width: Double, isRightToLeft: Bool = false,
      colorGlyphs: DisplayList = DisplayList(), clusters: [Cluster] = []
    ) {
      self.clusters = clusters
      self.outline = outline
      self.baseline = baseline
      self.x = x
      self.width = width
      self.isRightToLeft = isRightToLeft
      self.colorGlyphs = colorGlyphs
    }

    /// Whether the line shows nothing.
    public var isEmpty: Bool { outline.isEmpty && colorGlyphs.isEmpty }

    /// The line, moved.
    public func moved(by offset: Point) -> Line {
      var colored = DisplayList()
      colored.group(Group(colorGlyphs, transform: .translation(offset)))
      return Line(
        outline: outline.transformed(by: .translation(offset)), baseline: baseline + offset.y, x: x + offset.x,
        width: width, isRightToLeft: isRightToLeft, colorGlyphs: colored,
        clusters: clusters.map { $0.moved(by: offset) })
    }
  }

  /// The lines from the top down.
  public var lines: [Line]
  /// The box: that of the shape, or else `maximumWidth` or the widest line, by all lines' heights.
  public var size: Size
  /// The size of the letters, in points: the style's, or less where the text was shrunk to fit.
  public var fontSize: Double
  /// Characters that no font could draw.
  public var missing: [String]
  /// The families that were used, in order of first use.
  public var fonts: [String]
  /// The fonts that the style asks for and that are not installed, a sentence each, for `StageContext.warn`.
  public var substitutions: [String]
  /// A warning of text that does not fit, as a sentence for `StageContext.warn`; nil if all fits.
  public var misfit: String?

  /// Lines from the top down.
  public init(
    lines: [Line], size: Size, fontSize: Double, missing: [String], fonts: [String], substitutions: [String] = [],
    misfit: String? = nil
  ) {
    self.lines = lines
    self.size = size
    self.fontSize = fontSize
    self.missing = missing
    self.fonts = fonts
    self.substitutions = substitutions
    self.misfit = misfit
  }

  /// All lines as one outline, to be filled nonzero.
  public var outline: Path { Path { builder in for line in lines { builder.append(line.outline) } } }
}
