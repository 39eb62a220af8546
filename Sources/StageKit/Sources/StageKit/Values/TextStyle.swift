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
  /// True if lines break between phrases alone: in Japanese after particles, in Korean at spaces.
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
