import Coding
import Geometry
import Graphics

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

    /// True where it shows nothing.
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
    /// True where its paragraph reads from right to left.
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

    /// True if the line shows nothing.
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
