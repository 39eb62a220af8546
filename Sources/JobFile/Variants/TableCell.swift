import Reporting

/// A cell of a table of text.
struct TableCell {
  let text: String
  let position: SourcePosition
  /// True where quotes enclose it, even if it is empty.
  let isQuoted: Bool
}
