import CQREncode
import StageKit

/// The share of a code's words that may be unreadable, from about 7 to about 30 percent.
enum Correction: String, CaseIterable, ParameterChoice {
  case low, medium, quartile, high

  fileprivate var level: QRecLevel {
    switch self {
    case .low: QR_ECLEVEL_L
    case .medium: QR_ECLEVEL_M
    case .quartile: QR_ECLEVEL_Q
    case .high: QR_ECLEVEL_H
    }
  }

  /// The share of words that can be restored (ISO/IEC 18004, table 12).
  var capacity: Double {
    switch self {
    case .low: 0.07
    case .medium: 0.15
    case .quartile: 0.25
    case .high: 0.3
    }
  }
}

/// The modules of a QR code, dark or light, in rows from the top.
struct QRMatrix: Sendable {
  /// The number of modules on each side: 21 to 177.
  let side: Int
  private var modules: [Bool]

  /// A small code of a text. One beyond ASCII says that it is in UTF-8, since readers would have to guess. Throws where none has
  /// room for it.
  init(_ text: String, _ correction: Correction) throws {
    guard !text.utf8.contains(0) else { throw StageError("'text' has a character NUL, which a code cannot hold") }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let found =
      isASCII ? QRcode_encodeString(text, 0, correction.level, QR_MODE_8, 1) : Self.code(utf8: text, correction)
    guard let code = found else {
      let most = isASCII ? ("2,953", "1,273") : ("2,952", "1,272")
      throw StageError(
        "'text' has \(text.utf8.count) bytes, more than a code with this correction has room for",
        parameter: "text",
        hint: "A code holds at most \(most.0) bytes with \"correction\": \"low\", \(most.1) with \"high\".")
    }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    self.side = side
  }

  /// A code of bytes after the designator of UTF-8 (ISO/IEC 18004, 7.4.2; number 26 of AIM's ECI assignments).
  private static func code(utf8 text: String, _ correction: Correction) -> UnsafeMutablePointer<QRcode>? {
    guard let input = QRinput_new2(0, correction.level) else { return nil }
    defer { QRinput_free(input) }
    let bytes = Array(text.utf8)
    guard QRinput_appendECIheader(input, 26) == 0,
      QRinput_append(input, QR_MODE_8, Int32(clamping: bytes.count), bytes) == 0
    else { return nil }
    return QRcode_encodeInput(input)
  }

  /// A code with no dark module.
  private init(side: Int) {
    (self.side, modules) = (side, [Bool](repeating: false, count: side * side))
  }

  /// True if a module is dark; those outside are light.
  subscript(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x]
  }

  /// The same code with only those dark modules that pass a test.
  func filtered(_ isKept: (_ x: Int, _ y: Int) -> Bool) -> QRMatrix {
    var result = QRMatrix(side: side)
    for y in 0..<side { for x in 0..<side where self[x, y] && isKept(x, y) { result.modules[y * side + x] = true } }
    return result
  }

  /// True if a module belongs to one of the three squares in the corners, by which readers find the code.
  func isFinder(_ x: Int, _ y: Int) -> Bool {
    (x < 7 && (y < 7 || y >= side - 7)) || (x >= side - 7 && y < 7)
  }
}
