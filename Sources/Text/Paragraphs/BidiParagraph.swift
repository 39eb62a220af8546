import CICU
import StageKit

/// A paragraph's directions by the Unicode bidirectional algorithm (UAX #9).
struct BidiParagraph {
  /// Scalars of one line.
  struct Line {
    /// The embedding level of each scalar, in the order of the text; odd levels read from right to left.
    let levels: [Int8]

    /// The scalars' indices in the line, from left to right.
    let visualOrder: [Int32]
  }

  private let base: BidiBase
  private let classes: [UInt32]
  private let levels: [Int8]

  /// - Parameter language: A BCP 47 tag.
  init(_ scalars: [Unicode.Scalar], direction: TextDirection, language: String = "en") {
    let requested =
      switch direction {
      case .automatic: is_right_to_left(language) ? BidiBaseMostlyRightToLeft : BidiBaseAutomatic
      case .leftToRight: BidiBaseLeftToRight
      case .rightToLeft: BidiBaseRightToLeft
      }
    let count = scalars.count
    var classes = [UInt32](repeating: 0, count: count)
    var levels = [Int8](repeating: 0, count: count)
    base = bidi_resolve(scalars.map(\.value), Int32(count), requested, &classes, &levels)
    self.classes = classes
    self.levels = levels
  }

  /// The paragraph's base direction.
  var isRightToLeft: Bool { base == BidiBaseRightToLeft }

  /// Levels and order of a line of the paragraph; white space at its end takes the base direction.
  func line(_ range: Range<Int>) -> Line {
    var levels = Array(self.levels[range])
    var order = [Int32](repeating: 0, count: range.count)
    bidi_reorder_line(Array(classes[range]), Int32(range.count), base, &levels, &order)
    return Line(levels: levels, visualOrder: order)
  }
}
