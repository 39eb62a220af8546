@_spi(Host) import Coding
import StageKit
@_spi(Host) import TimedText

/// A style of a script, as far as cues can hold it.
struct ASSStyle: Hashable {
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  var isStruckThrough = false
  var color = ScriptColor()
  /// As on a keypad: 1 to 3 below, 7 to 9 above.
  var alignment = 2
  /// Fields that ask for what cues cannot hold, by their names in the file.
  var unkept: [String] = []
  /// The line of the file; 0 for a style that is not of it.
  var line = 0

  init() {}

  /// Says what is not kept of it.
  func remark(to remarks: inout Remarks) {
    guard !unkept.isEmpty else { return }
    remarks.add("looks \(line)", line: line, "\(unkept.joined(separator: ", ")) of this style are not kept")
  }

  /// - Parameter isOld: Whether it is of SSA, which numbers alignments in another way.
  init(_ fields: [String: Substring], isOld: Bool, line: Int) {
    self.line = line
    unkept = Self.looks.compactMap { name, usual in
      guard let value = fields[name.lowercased()]?.trimmed, !value.isEmpty else { return nil }
      return usual != nil && Double(value) == usual ? nil : name
    }
    func flag(_ name: String) -> Bool { (fields[name].flatMap { Int($0.trimmed) } ?? 0) != 0 }
    isBold = flag("bold")
    isItalic = flag("italic")
    isUnderlined = flag("underline")
    isStruckThrough = flag("strikeout")
    if let text = fields["primarycolour"] { color = ScriptColor(text) }
    if isOld, let alpha = fields["alphalevel"].flatMap({ Int($0.trimmed) }) { color.alpha = min(max(alpha, 0), 255) }
    guard let key = fields["alignment"].flatMap({ Int($0.trimmed) }) else { return }
    if isOld { alignment = Self.keypad(old: key) ?? 2 } else if (1...9).contains(key) { alignment = key }
  }

  /// Fields that are not kept, with the values that change nothing.
  private static let looks: [(name: String, usual: Double?)] = [
    ("Fontname", nil), ("Fontsize", nil), ("BorderStyle", 1), ("Outline", 0), ("Shadow", 0), ("ScaleX", 100),
    ("ScaleY", 100), ("Spacing", 0), ("Angle", 0), ("MarginL", 0), ("MarginR", 0), ("MarginV", 0),
  ]

  /// The key of an alignment of SSA: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle.
  static func keypad(old key: Int) -> Int? {
    switch key {
    case 1...3: key
    case 5...7: key + 2
    case 9...11: key - 5
    default: nil
    }
  }
}

/// A color with its transparency.
struct ScriptColor: Hashable {
  /// Red in the lowest byte.
  var value: UInt32 = 0xFFFFFF
  /// 0 is opaque, 255 invisible.
  var alpha = 0
  /// True where it was given within a text.
  var isOverride = false

  init() {}

  /// `&HAABBGGRR&`, with or without the signs, or a decimal number.
  init(_ text: some StringProtocol) {
    let text = text.trimmed
    let digits = text.drop { "&Hh".contains($0) }.prefix(while: \.isHexDigit)
    let isHexadecimal = text.hasPrefix("&") || text.lowercased().hasPrefix("h")
    let number =
      isHexadecimal
      ? UInt32(digits.suffix(8), radix: 16)
      : Int(text).map { UInt32(truncatingIfNeeded: $0) } ?? UInt32(digits, radix: 16)
    value = (number ?? 0xFFFFFF) & 0xFFFFFF
    alpha = Int((number ?? 0) >> 24)
  }

  /// As CSS writes it; nil for white that no override asks for, since that is the color that players take for granted.
  var css: String? {
    if value == 0xFFFFFF, alpha == 0, !isOverride { return nil }
    func hex(_ byte: UInt32) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
    let color = "#" + hex(value & 255) + hex(value >> 8 & 255) + hex(value >> 16 & 255)
    return alpha == 0 ? color : color + hex(255 - UInt32(alpha))
  }
}
