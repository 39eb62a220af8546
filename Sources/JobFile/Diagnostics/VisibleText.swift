extension String {
  /// The text on one line, with what could steer a terminal or hide from its reader written out, as `\\u{1B}`.
  ///
  /// Written out are control characters, line breaks and tabs among them, and Unicode's line separators, marks and
  /// overrides of direction, and byte order marks.
  public var visible: String {
    guard unicodeScalars.contains(where: \.isHidden) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isHidden {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it could steer a terminal or hide from its reader.
  var isHidden: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
