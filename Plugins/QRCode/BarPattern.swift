import CZint
import StageKit

/// The kinds of barcodes.
enum Symbology: String, CaseIterable, ParameterChoice {
  case code128 = "code-128"
  case ean13 = "ean-13"
  case ean8 = "ean-8"
  case upcA = "upc-a"

  /// Zint's number of the kind; of an EAN whose last digit checks the others, another.
  fileprivate func number(of text: String) -> Int32 {
    switch self {
    case .code128: BARCODE_CODE128
    case .ean13, .ean8: text.utf8.count == digits ? BARCODE_EANX_CHK : BARCODE_EANX
    case .upcA: BARCODE_UPCA
    }
  }

  /// The free margin that scanners ask for on each side, in modules: the larger of both (GS1 General Specifications 5.2.3, 5.4).
  var margin: Int {
    switch self {
    case .code128: 10
    case .ean13: 11
    case .ean8: 7
    case .upcA: 9
    }
  }

  /// The number of digits with the one that checks them; nil where letters are taken, too.
  fileprivate var digits: Int? {
    switch self {
    case .code128: nil
    case .ean13: 13
    case .ean8: 8
    case .upcA: 12
    }
  }
}

/// The bars of a barcode.
struct BarPattern: Sendable {
  /// The modules from the left, true for dark ones.
  let modules: [Bool]
  /// The text that it holds, with the digit that checks it.
  let text: String

  /// The barcode of a text. Throws for texts that it cannot hold, and for a wrong check digit.
  init(_ text: String, _ symbology: Symbology) throws {
    try Self.check(text, symbology)
    guard let symbol = ZBarcode_Create() else { throw StageError("the barcode has no memory") }
    defer { ZBarcode_Delete(symbol) }
    symbol.pointee.symbology = symbology.number(of: text)
    symbol.pointee.input_mode = UNICODE_MODE
    let bytes = Array(text.utf8)
    let code = ZBarcode_Encode(symbol, bytes, Int32(bytes.count))
    guard code < ZINT_ERROR, symbol.pointee.rows == 1 else {
      if code == ZINT_ERROR_INVALID_CHECK {
        throw StageError(
          "the last digit of '\(text)' does not match the others", parameter: "text",
          hint: "Leave it out, and the right one is added.")
      }
      throw StageError("'\(text)' is more than a barcode has room for", parameter: "text")
    }
    modules = (0..<symbol.pointee.width).map { pipeline_zint_module(symbol, $0) == 1 }
    self.text = symbology == .code128 ? text : String(cString: pipeline_zint_text(symbol))
  }

  private static func check(_ text: String, _ symbology: Symbology) throws {
    guard let count = symbology.digits else {
      guard !text.isEmpty, text.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) else {
        throw StageError(
          text.isEmpty ? "'text' is empty" : "'\(text)' has characters that a barcode cannot hold", parameter: "text",
          hint: "It holds Latin letters without accents, digits and signs of ASCII.")
      }
      return
    }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), [count - 1, count].contains(text.utf8.count) else {
      throw StageError(
        "'\(text)' is not \(count) digits, or \(count - 1) without the one that checks them", parameter: "text")
    }
  }

  /// The bars between two modules, as ranges of modules.
  func bars(_ range: Range<Int>) -> [Range<Int>] {
    var bars: [Range<Int>] = []
    for index in range where modules[index] {
      if let last = bars.last, last.upperBound == index {
        bars[bars.count - 1] = last.lowerBound..<(index + 1)
      } else {
        bars.append(index..<(index + 1))
      }
    }
    return bars
  }
}

/// The places of a barcode's long bars and of its characters, in modules from its first bar.
struct BarLayout {
  /// The modules whose bars reach down between the characters.
  let guards: [Range<Int>]
  /// The middle of each character; empty where the text is set as a whole.
  let places: [Double]

  init(_ symbology: Symbology) {
    func row(_ start: Double, _ count: Int) -> [Double] { (0..<count).map { start + 3.5 + 7 * Double($0) } }
    switch symbology {
    case .code128: (guards, places) = ([], [])
    case .ean13: (guards, places) = ([0..<3, 45..<50, 92..<95], [-6] + row(3, 6) + row(50, 6))
    case .ean8: (guards, places) = ([0..<3, 31..<36, 64..<67], row(3, 4) + row(36, 4))
    case .upcA: (guards, places) = ([0..<10, 45..<50, 85..<95], [-5] + row(10, 5) + row(50, 5) + [100])
    }
  }
}
