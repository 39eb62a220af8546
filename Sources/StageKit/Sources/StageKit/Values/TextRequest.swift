import Coding
import Geometry
import Graphics

/// Text to be laid out.
public struct TextRequest: Hashable, Sendable, Digestible {
  /// The text; a newline starts a new line.
  public var text: String
  public var style: TextStyle
  public var alignment: TextAlignment
  public var direction: TextDirection
  /// Lines break before this width, in points; nil breaks at newlines only.
  public var maximumWidth: Double?
  /// True if broken lines are made about equally long: at the narrowest width that needs no more of them and breaks no
  /// word. Needs a `maximumWidth`; texts of more than 8 lines stay as they are.
  public var balancesLines: Bool
  /// True if emoji are drawn in their own colors, as `colorGlyphs`; otherwise they need an outline.
  public var allowsColor: Bool
  /// The fit of text that is too large.
  public var fit: TextFit
  /// True if lines say which part of them each letter is, as `clusters`.
  public var separatesClusters: Bool
  /// Parts with fonts and sizes of their own, in the order of the text; none overlaps another.
  public var spans: [TextSpan]
  /// True if quotation marks, commas, full stops and hyphens at the ends of lines lie outside of the edge that lines are
  /// aligned at.
  public var hangsPunctuation: Bool
  /// True if contours of letters that overlap, as those of variable fonts, become one outline, of straight lines: for letters that
  /// are stroked.
  public var unitesContours = false
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
    if unitesContours { hasher.combine("united") }
  }
}
