/// Where lines may break: a small part of the Unicode line breaking algorithm (UAX #14).
///
/// Scripts that write words without spaces and need a dictionary for it, such as Thai, have no opportunities inside.
enum LineBreaks {
  /// For each scalar, whether a line may begin with it.
  static func opportunities(_ scalars: [Unicode.Scalar]) -> [Bool] {
    scalars.indices.map { $0 > 0 && isAllowed(scalars, $0) }
  }

  private static func isAllowed(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let before = scalars[index - 1]
    let after = scalars[index]
    if after.isBreakingSpace || isGlue(before) || isGlue(after) { return false }
    if before.isBreakingSpace || before.value == 0x200B { return true }
    if isCloser(after) || isOpener(before) { return false }
    switch before.value {
    case 0x00AD: return true
    case 0x2010, 0x2012, 0x2013, 0x2014: return true
    case 0x2D, 0x2F:
      // Within a word, not as a sign before a number.
      return after.properties.isAlphabetic && index > 1 && !scalars[index - 2].isBreakingSpace
    default: break
    }
    if after.value == 0x2014 { return true }
    return isIdeographic(before) && isText(after) || isText(before) && isIdeographic(after)
  }

  private static func isGlue(_ scalar: Unicode.Scalar) -> Bool {
    [0x00A0, 0x202F, 0x2007, 0x2011, 0x2060, 0xFEFF, 0x200D].contains(scalar.value)
  }

  /// What must not begin a line.
  private static func isCloser(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .nonspacingMark, .enclosingMark, .spacingMark: true
    default: closers.contains(scalar)
    }
  }

  /// What must not end a line.
  private static func isOpener(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .currencySymbol: true
    default: false
    }
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    Script(of: scalar).isIdeographic || scalar.properties.isEmojiPresentation
      || (0x3000...0x303F).contains(scalar.value) || (0xFF01...0xFF60).contains(scalar.value)
  }

  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    !["\"", "'", "%", "°"].contains(scalar)
  }

  private static let closers = Set(
    ("!,.:;?/|" + "、。，．：；！？・…‥ー々〻ゝゞヽヾ" + "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ" + "،؛؟۔").unicodeScalars)
}

extension Unicode.Scalar {
  /// Whether it is a space at which a line may end.
  var isBreakingSpace: Bool {
    value == 0x20 || value == 0x3000 || value == 0x1680 || value == 0x205F
      || ((0x2000...0x200A).contains(value) && value != 0x2007)
  }
}
