import CText

/// What a character means to the bidirectional algorithm; derived from its category and script, as Unicode assigns it
/// to all but a few.
enum BidiClass {
  case left, right, arabicLetter
  case europeanNumber, europeanSeparator, europeanTerminator, arabicNumber, commonSeparator
  case nonspacingMark, boundaryNeutral, whitespace, neutral

  init(of scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x200E: self = .left
    case 0x200F, 0x05BE: self = .right
    case 0x061C: self = .arabicLetter
    case 0x30...0x39, 0xB2, 0xB3, 0xB9, 0x06F0...0x06F9, 0x2070, 0x2074...0x2079, 0x2080...0x2089, 0xFF10...0xFF19,
      0x1D7CE...0x1D7FF:
      self = .europeanNumber
    case 0x0600...0x0605, 0x0660...0x0669, 0x066B, 0x066C, 0x06DD, 0x08E2, 0x10D30...0x10D39, 0x10E60...0x10E7E:
      self = .arabicNumber
    case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFB29, 0xFE62, 0xFE63, 0xFF0B, 0xFF0D:
      self = .europeanSeparator
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x060C, 0x202F, 0x2044, 0xFE50, 0xFE52, 0xFE55, 0xFF0C, 0xFF0E, 0xFF0F, 0xFF1A:
      self = .commonSeparator
    case 0x23, 0x25, 0xB0, 0xB1, 0x0609, 0x060A, 0x066A, 0x2030...0x2034, 0x212E, 0x2213, 0xFE5F, 0xFE6A, 0xFF03,
      0xFF05:
      self = .europeanTerminator
    default: self = Self.byCategory(scalar)
    }
  }

  private static func byCategory(_ scalar: Unicode.Scalar) -> BidiClass {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: .nonspacingMark
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: .whitespace
    case .control: scalar.value == 0x09 ? .whitespace : .boundaryNeutral
    case .format, .surrogate: .boundaryNeutral
    case .currencySymbol: .europeanTerminator
    case .mathSymbol, .modifierSymbol, .otherSymbol, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .dashPunctuation, .connectorPunctuation:
      .neutral
    case .otherPunctuation: rightToLeftBlock(scalar) ?? .neutral
    default: letter(of: Script(of: scalar))
    }
  }

  private static func letter(of script: Script) -> BidiClass {
    guard script.isRightToLeft else { return .left }
    return script.isArabicLike ? .arabicLetter : .right
  }

  /// The direction of punctuation in a block of right-to-left script.
  private static func rightToLeftBlock(_ scalar: Unicode.Scalar) -> BidiClass? {
    switch scalar.value {
    case 0x0600...0x07BF, 0x08A0...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: .arabicLetter
    case 0x0590...0x05FF, 0x07C0...0x089F, 0xFB1D...0xFB4F, 0x10800...0x10FFF, 0x1E800...0x1EFFF: .right
    default: nil
    }
  }
}
