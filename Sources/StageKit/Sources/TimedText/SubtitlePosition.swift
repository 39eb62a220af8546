/// A cue's position. Properties that are nil are left to the player.
public struct SubtitlePosition: Hashable, Sendable {
  /// The vertical position of a cue's lines.
  public enum Line: Hashable, Sendable {
    /// A position from 0 at the top to 1 at the bottom.
    case fraction(Double)
    /// Lines of text from the top, or below 0 from the bottom: -1 is the last.
    case number(Int)
  }

  /// The alignment of lines.
  public enum Alignment: String, Hashable, Sendable, CaseIterable { case start, center, end, left, right }

  public var line: Line?
  /// The horizontal position, from 0 at the left to 1 at the right.
  public var position: Double?
  /// The width of its box, as a part of the picture's width.
  public var size: Double?
  public var alignment: Alignment?

  /// Nothing is given unless it is here.
  public init(
    line: Line? = nil, position: Double? = nil, size: Double? = nil, alignment: Alignment? = nil
  ) {
    self.line = line
    self.position = position
    self.size = size
    self.alignment = alignment
  }
}
