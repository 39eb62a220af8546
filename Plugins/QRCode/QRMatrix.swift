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

  /// The smallest code of a text, in UTF-8. Throws where none has room for it.
  init(_ text: String, _ correction: Correction) throws {
    guard !text.utf8.contains(0) else { throw StageError("'text' has a character NUL, which a code cannot hold") }
    guard let code = QRcode_encodeString(text, 0, correction.level, QR_MODE_8, 1) else {
      throw StageError(
        "'text' has \(text.utf8.count) bytes, more than a code with this correction has room for",
        parameter: "text", hint: "A code holds at most 2,953 bytes with \"correction\": \"low\", 1,273 with \"high\".")
    }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    self.side = side
  }

  /// A code with no dark module.
  private init(side: Int) {
    (self.side, modules) = (side, [Bool](repeating: false, count: side * side))
  }

  /// Whether a module is dark; those outside are light.
  subscript(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x]
  }

  /// The same code with only those dark modules that pass a test.
  func filtered(_ isKept: (_ x: Int, _ y: Int) -> Bool) -> QRMatrix {
    var result = QRMatrix(side: side)
    for y in 0..<side { for x in 0..<side where self[x, y] && isKept(x, y) { result.modules[y * side + x] = true } }
    return result
  }

  /// Whether a module belongs to one of the three squares in the corners, by which readers find the code.
  func isFinder(_ x: Int, _ y: Int) -> Bool {
    (x < 7 && (y < 7 || y >= side - 7)) || (x >= side - 7 && y < 7)
  }
}
