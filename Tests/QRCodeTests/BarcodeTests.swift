import StageKit
import StageTesting
import Testing

@testable import QRCode

@Suite("Barcodes")
struct BarcodeTests {
  private func code(_ parameters: String, _ context: FakeContext = FakeContext(size: Size(400, 200))) throws -> Barcode
  {
    try make(Barcode.self, "{ \(parameters) }", context)
  }

  /// The digits of an EAN or a UPC as ISO/IEC 15420 sets them: seven modules each, by tables of their own.
  private static func modules(ofEAN digits: String) -> String {
    let odd = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    let right = odd.map { String($0.map { $0 == "0" ? "1" : "0" }) }
    let even = right.map { String($0.reversed()) }
    let parities = [
      "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
    ]
    var numbers = digits.compactMap(\.wholeNumberValue)
    if numbers.count == 12 { numbers.insert(0, at: 0) }
    let parity = numbers.count == 13 ? parities[numbers.removeFirst()] : "LLLL"
    let half = numbers.count / 2
    let left = zip(numbers, parity).map { $1 == "L" ? odd[$0] : even[$0] }.joined()
    return "101" + left + "01010" + numbers[half...].map { right[$0] }.joined() + "101"
  }

  @Test(
    "Numbers of goods have the modules that their standard publishes, and the digit that checks them",
    arguments: [
      ("5901234123457", "ean-13", "5901234123457"), ("978014300723", "ean-13", "9780143007234"),
      ("4006381333931", "ean-13", "4006381333931"), ("0000000000000", "ean-13", "0000000000000"),
      ("9638507", "ean-8", "96385074"), ("96385074", "ean-8", "96385074"), ("036000291452", "upc-a", "036000291452"),
      ("03600029145", "upc-a", "036000291452"),
    ])
  func goods(text: String, kind: String, expected: String) throws {
    let pattern = try BarPattern(text, #require(Symbology(rawValue: kind)))
    #expect(pattern.text == expected)
    #expect(String(pattern.modules.map { $0 ? "1" : "0" }) == Self.modules(ofEAN: expected))
  }

  /// The widths of bars and spaces of each symbol, in the order of their values (ISO/IEC 15417, table 1); 105 starts with code set C, and 106
  /// without its last bar stops.
  private static let widths = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
    223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
    112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
    311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
    122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
    214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 233111
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// The text of a barcode in Code 128; nil where its sum is wrong.
  private func text(ofCode128 modules: [Bool]) throws -> String? {
    var runs: [Int] = []
    for (index, isDark) in modules.enumerated() {
      if index > 0, modules[index - 1] == isDark { runs[runs.count - 1] += 1 } else { runs.append(1) }
    }
    var values = try stride(from: 0, to: runs.count - 1, by: 6).map { start in
      let symbol = runs[start..<(start + 6)].map(String.init).joined()
      return try #require(Self.widths.firstIndex(of: symbol))
    }
    #expect(runs.last == 2 && values.removeLast() == 106)
    let sum = values.removeLast()
    guard values.enumerated().reduce(0, { $0 + max($1.offset, 1) * $1.element }) % 103 == sum else { return nil }
    var text = ""
    var set = values.removeFirst()
    for value in values {
      switch (set, value) {
      case (105, 0..<100): text += "\(value / 10)\(value % 10)"
      case (105, 100), (103, 100): set = 104
      case (105, 101), (104, 101): set = 103
      case (104, 99), (103, 99): set = 105
      case (103, 0..<64), (104, 0..<96): text.unicodeScalars.append(Unicode.Scalar(UInt8(value + 32)))
      default: return nil
      }
    }
    return text
  }

  @Test(
    "Code 128 reads as its text by the published table",
    arguments: ["A", "PJJ123C", "ORDER-2026-000471", "12345678", "a1b22c333d4444", "Hello, world!", "~{}|`"])
  func code128(text: String) throws {
    #expect(try self.text(ofCode128: BarPattern(text, .code128).modules) == text)
  }

  @Test("Its bars fill its width but for the margins, and those at the ends reach down between the digits")
  func places() throws {
    let stage = try code(#""text": "5901234123457", "kind": "ean-13", "width": 351, "height": 150"#)
    let fills = DisplayList(flat(try draw(stage, at: 0))).fills
    #expect(fills[0].path.bounds == Rect(x: 24.5, y: 25, width: 351, height: 150))
    let bars = fills[1].path.subpaths.compactMap { subpath in Path { $0.append(subpath) }.bounds }
    #expect(bars.count == 30)
    // 95 modules and twice 11 of margin are 117, of 3 points each.
    #expect(bars[0] == Rect(x: 24.5 + 33, y: 31, width: 3, height: 126))
    #expect(abs((bars.last?.maxX ?? 0) - (24.5 + 33 + 285)) < 1e-9)
    let heights = bars.map(\.height)
    #expect(heights.filter { $0 > 120 }.count == 6)
  }

  @Test("It comes in from the left: nothing at 0, more and more bars, and all at 1")
  func progress() throws {
    func count(_ progress: Double) throws -> Int {
      let stage = try code(#""text": "ORDER-471", "progress": \#(progress)"#)
      return DisplayList(flat(try draw(stage, at: 0))).fills.dropFirst().first?.path.subpaths.count ?? 0
    }
    let counts = try [0, 0.2, 0.5, 1].map(count)
    #expect(counts[0] == 0 && counts == counts.sorted() && Set(counts).count == 4)
  }

  @Test("It says what keeps scanners from reading it")
  func warnings() throws {
    func warnings(_ parameters: String) throws -> [String] {
      let context = FakeContext(size: Size(400, 200))
      _ = try code(parameters, context)
      return context.warnings
    }
    let ean = #""text": "5901234123457", "kind": "ean-13""#
    #expect(try warnings(ean).isEmpty)
    #expect(try warnings("\(ean), \"margin\": 7") == ["has a margin of 7 modules; scanners ask for 11"])
    #expect(try warnings("\(ean), \"width\": 100").map { $0.hasPrefix("has modules of 1.7 pixels") } == [true])
    #expect(try warnings("\(ean), \"color\": \"#999999\"") == ["has a contrast of 2.8 : 1; scanners need 3 : 1"])
  }

  @Test(
    "Texts that a barcode cannot hold are errors",
    arguments: [
      #""text": "5901234123458", "kind": "ean-13""#, #""text": "590123412345x", "kind": "ean-13""#,
      #""text": "123", "kind": "ean-8""#, #""text": """#, #""text": "naïve""#,
      "\"text\": \"\(String(repeating: "a", count: 500))\"",
      #""text": "5901234123457", "kind": "ean-13", "height": 20"#,
    ])
  func faults(parameters: String) {
    #expect(throws: StageError.self) { try code(parameters) }
  }
}
