import Coding
import Geometry
import Graphics

/// The fit of text that is larger than its room.
///
/// Letters shrink first, then lines are cut. Without any limit text takes the room that it needs.
public struct TextFit: Hashable, Sendable, Digestible {
  /// The treatment of text that does not fit at the smallest size of its letters.
  public enum Overflow: String, ParameterChoice, Hashable, Sendable, CaseIterable {
    /// All of it is drawn.
    case visible
    /// The last line that fits ends with an ellipsis: after a word, or within one where less than half of the line would
    /// be left. The first line stays in any case.
    case ellipsis
  }

  /// In points; nil for any height.
  public var maximumHeight: Double?
  /// At least 1; nil for any number.
  public var maximumLines: Int?
  /// The smallest size of letters, in points, to which text shrinks so that it fits and no word breaks; nil keeps the
  /// size. The largest size that fits is taken, in steps of a quarter point, found by bisection; letter spacing shrinks
  /// with it.
  public var minimumSize: Double?
  public var overflow: Overflow

  /// Without limits unless other values are given.
  public init(
    maximumHeight: Double? = nil, maximumLines: Int? = nil, minimumSize: Double? = nil, overflow: Overflow = .visible
  ) {
    self.maximumHeight = maximumHeight
    self.maximumLines = maximumLines
    self.minimumSize = minimumSize
    self.overflow = overflow
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(maximumHeight ?? -1)
    hasher.combine(maximumLines ?? -1)
    hasher.combine(minimumSize ?? -1)
    hasher.combine(overflow.rawValue)
  }
}

/// A shape whose inside text fills: each line is as wide as the shape is at the line's height.
public struct TextShape: Hashable, Sendable, Digestible {
  /// The side of the shape at which lines stand.
  public enum Alignment: String, ParameterChoice, Hashable, Sendable, CaseIterable { case top, middle, bottom }

  /// The outline, filled nonzero, in points from the top left of the layout's box. Where it has several parts at a height the
  /// widest is taken.
  public var outline: Path
  public var alignment: Alignment

  /// A shape with the lines in its middle unless another side is given.
  public init(_ outline: Path, alignment: Alignment = .middle) {
    self.outline = outline
    self.alignment = alignment
  }

  public func digest(into hasher: inout DigestHasher) {
    outline.digest(into: &hasher)
    hasher.combine(alignment.rawValue)
  }
}
