import StageKit
import StageTesting
import Testing

@testable import QRCode

@Suite("QR codes")
struct QRCodeTests {
  private func code(_ parameters: String, _ context: FakeContext = FakeContext(size: Size(300, 300))) throws -> QRCode {
    try make(QRCode.self, "{ \"text\": \"https://example.com/app\", \(parameters) }", context)
  }

  /// The area inside of a path of straight lines; holes run the other way around.
  private func area(_ path: Path) -> Double {
    path.subpaths.map { subpath in
      var (sum, last) = (0.0, subpath.start)
      for segment in subpath.segments {
        sum += last.cross(segment.end)
        last = segment.end
      }
      return (sum + last.cross(subpath.start)) / 2
    }.reduce(0, +)
  }

  private func darkCount(_ matrix: QRMatrix) -> Int {
    (0..<matrix.side * matrix.side).count { matrix[$0 % matrix.side, $0 / matrix.side] }
  }

  @Test(
    "A code has its three squares, its timing lines and its dark module",
    arguments: ["A", "12345", "https://example.com"])
  func patterns(text: String) throws {
    let matrix = try QRMatrix(text, .medium)
    let last = matrix.side - 1
    for (x, y) in [(0, 0), (last - 6, 0), (0, last - 6)] {
      for dy in 0..<7 {
        for dx in 0..<7 {
          let ring = max(abs(dx - 3), abs(dy - 3))
          #expect(matrix[x + dx, y + dy] == (ring != 2))
        }
      }
    }
    for place in 8..<matrix.side - 8 {
      #expect(matrix[place, 6] == (place % 2 == 0) && matrix[6, place] == (place % 2 == 0))
    }
    #expect(matrix[8, matrix.side - 8])
  }

  /// The first bits of a code of the smallest version: those of the two columns at its right end, from below.
  private func firstBits(_ matrix: QRMatrix) -> String {
    // The number of its mask (ISO/IEC 18004, 7.9).
    let format = [2, 3, 4].map { matrix[$0, 8] ? 1 : 0 }
    let number = (format[0] << 2 | format[1] << 1 | format[2]) ^ 0b101
    func isMasked(_ i: Int, _ j: Int) -> Bool {
      switch number {
      case 0: (i + j) % 2 == 0
      case 1: i % 2 == 0
      case 2: j % 3 == 0
      case 3: (i + j) % 3 == 0
      case 4: (i / 2 + j / 3) % 2 == 0
      case 5: i * j % 2 + i * j % 3 == 0
      case 6: (i * j % 2 + i * j % 3) % 2 == 0
      default: ((i + j) % 2 + i * j % 3) % 2 == 0
      }
    }
    let places = (0..<10).flatMap { [(20, 20 - $0), (19, 20 - $0)] }
    return places.map { x, y in matrix[x, y] != isMasked(y, x) ? "1" : "0" }.joined()
  }

  @Test("Texts beyond ASCII say that they are in UTF-8")
  func designator() throws {
    // The designator 26, then bytes; or bytes alone, by their count of 8 bits.
    #expect(firstBits(try QRMatrix("é", .low)) == "0111" + "00011010" + "0100" + "0000")
    #expect(firstBits(try QRMatrix("a", .low)).hasPrefix("0100" + "00000001" + "01100001"))
    let full = String(repeating: "a", count: 2950)
    #expect(try QRMatrix(full + "é", .low).side == 177)
    let error = #expect(throws: StageError.self) { _ = try QRMatrix(full + "aé", .low) }
    #expect(error?.hint == "A code holds at most 2,952 bytes with \"correction\": \"low\", 1,272 with \"high\".")
  }

  @Test(
    "Outlines cover the dark modules and nothing else", arguments: ["A", "https://example.com/a?b=c", "naïve → 東京"])
  func outlines(text: String) throws {
    let matrix = try QRMatrix(text, .high)
    #expect(abs(area(ModuleOutline(matrix, outer: 0, inner: 0).path) - Double(darkCount(matrix))) < 1e-9)
  }

  @Test("Its modules fill its size but for the margin, and a hole leaves the middle free")
  func places() throws {
    let fills = DisplayList(flat(try draw(try code("\"size\": 250, \"hole\": 0.3, \"correction\": \"high\""), at: 0)))
      .fills
    let side = Double(try QRMatrix("https://example.com/app", .high).side)
    let module = 250 / (side + 8)
    #expect(fills.count == 2 && fills[0].path.bounds == Rect(x: 25, y: 25, width: 250, height: 250))
    let bounds = try #require(fills[1].path.bounds)
    #expect(abs(bounds.minX - 25 - 4 * module) < 1e-9 && abs(bounds.width - side * module) < 1e-9)
    let reach = 0.3 * side / 2 * module - module
    for point in fills[1].path.subpaths.flatMap(\.segments).map(\.end) {
      #expect(abs(point.x - 150) >= reach || abs(point.y - 150) >= reach)
    }
  }

  @Test("It builds up: nothing at 0, more and more modules, and all at 1", arguments: ["square", "rounded", "dots"])
  func progress(style: String) throws {
    func path(_ progress: Double) throws -> Path? {
      DisplayList(flat(try draw(try code("\"modules\": \"\(style)\", \"progress\": \(progress)"), at: 0))).fills
        .dropFirst().first?
        .path
    }
    #expect(try path(0)?.isEmpty ?? true)
    let widths = try [0.2, 0.5, 0.9].map { try path($0)?.bounds?.width ?? 0 }
    #expect(widths == widths.sorted() && widths[0] < widths[2] && widths[0] > 0)
    let (end, usual) = (try path(1), try path(1.0))
    #expect(end == usual && end?.isEmpty == false)
  }

  @Test("It says what keeps scanners from reading it")
  func warnings() throws {
    func warnings(_ parameters: String, text: String = "a") throws -> [String] {
      let context = FakeContext(size: Size(300, 300))
      _ = try make(QRCode.self, "{ \"text\": \"\(text)\", \(parameters) }", context)
      return context.warnings
    }
    #expect(try warnings("\"size\": 240").isEmpty)
    #expect(try warnings("\"margin\": 2").map { $0.hasPrefix("has a margin of 2 modules") } == [true])
    #expect(
      try warnings("\"color\": \"white\", \"background\": \"black\"") == [
        "is light on dark, which many scanners do not read"
      ])
    #expect(try warnings("\"color\": \"#999999\"") == ["has a contrast of 2.8 : 1; scanners need 3 : 1"])
    #expect(try warnings("\"size\": 29").map { $0.hasPrefix("has modules of ") } == [true])
  }

  @Test("A text without room, one with NUL and a hole that hides too much are errors")
  func faults() {
    let long = String(repeating: "a", count: 3000)
    #expect(throws: StageError.self) {
      try make(QRCode.self, "{ \"text\": \"\(long)\" }", FakeContext(size: Size(300, 300)))
    }
    #expect(throws: StageError.self) {
      try make(QRCode.self, #"{ "text": "a\u0000b" }"#, FakeContext(size: Size(300, 300)))
    }
    #expect(throws: StageError.self) { try code("\"hole\": 0.3") }
  }
}
