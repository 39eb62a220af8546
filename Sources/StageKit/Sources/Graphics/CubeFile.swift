import Coding

/// Reads lookup tables in the format of Adobe's Cube LUT Specification 1.0 (`.cube`), with the ranges that DaVinci Resolve
/// writes.
public struct CubeFile: Sendable {
  /// A fault, or something that is not read, in a line of the file.
  public struct Fault: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// In bytes from 1.
    public let column: Int
    public let message: String

    public var description: String { "\(line):\(column): \(message)" }
  }

  /// The greatest size of a table of curves, and of a cube.
  public static let (maxCurveSize, maxCubeSize) = (65_536, 256)
  /// No more faults are listed.
  public static let maxFaults = 20

  /// Nil where the file has faults.
  public private(set) var table: LookupTable?
  /// In the order of the file, at most `maxFaults`; `faultCount` has all.
  public private(set) var faults: [Fault] = []
  public private(set) var faultCount = 0
  /// Lines with a keyword that is not known, in the order of the file; they are passed over.
  public private(set) var remarks: [Fault] = []

  private var scanner: ByteScanner
  private var line = 1
  private var lineStart = 0
  private var kind: (kind: LookupTable.Kind, size: Int)?
  private var kindLine: Int?
  private var lowest = SIMD3(repeating: 0.0)
  private var highest = SIMD3(repeating: 1.0)
  private var rangeLine: Int?
  private var entries: [SIMD3<Float>] = []
  /// The number of lines of entries, with those that have faults.
  private var entryCount = 0

  /// Reads a file to its end.
  public init(_ bytes: [UInt8]) {
    scanner = ByteScanner(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (scanner.offset, lineStart) = (3, 3) }
    while !scanner.isAtEnd {
      readLine()
      endLine()
    }
    finish()
  }

  // MARK: Lines

  private mutating func readLine() {
    skipSpace()
    guard let first = scanner.next, !isEnd(first), first != UInt8(ascii: "#") else { return }
    if isLetter(first) { readKeyword() } else { readEntry() }
  }

  private mutating func readKeyword() {
    let start = scanner.offset
    scanner.skip { isLetter($0) || $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) }
    let name = String(decoding: scanner.bytes[start..<scanner.offset], as: UTF8.self)
    switch name {
    case "TITLE": skipLine()
    case "LUT_1D_SIZE": readSize(.curves, name, Self.maxCurveSize, at: start)
    case "LUT_3D_SIZE": readSize(.cube, name, Self.maxCubeSize, at: start)
    case "DOMAIN_MIN": if let values = numbers(3, of: name) { setRange(values, highest) }
    case "DOMAIN_MAX": if let values = numbers(3, of: name) { setRange(lowest, values) }
    case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
      if let values = numbers(2, of: name) { setRange(SIMD3(repeating: values.x), SIMD3(repeating: values.y)) }
    default:
      remarks.append(Fault(line: line, column: start - lineStart + 1, message: "the keyword '\(name)' is not known"))
      skipLine()
    }
  }

  private mutating func readSize(_ kind: LookupTable.Kind, _ name: String, _ maximum: Int, at start: Int) {
    guard let value = numbers(1, of: name)?.x else { return }
    if let kindLine {
      return add("there is a size already, in line \(kindLine); one table is read from a file", at: start)
    }
    kindLine = line
    guard let size = Int(exactly: value), (2...maximum).contains(size) else {
      return add("\(name) is a whole number from 2 to \(maximum)", at: start)
    }
    if entryCount > 0 { add("\(name) comes after entries; it comes before them", at: start) }
    self.kind = (kind, size)
  }

  private mutating func setRange(_ lowest: SIMD3<Double>, _ highest: SIMD3<Double>) {
    (self.lowest, self.highest, rangeLine) = (lowest, highest, line)
  }

  private mutating func readEntry() {
    entryCount += 1
    guard let values = numbers(3, of: "an entry") else { return }
    // Rows beyond a cube of the greatest size are not kept.
    if entries.count < Self.maxCubeSize * Self.maxCubeSize * Self.maxCubeSize {
      entries.append(
        SIMD3<Float>(values.clamped(lowerBound: SIMD3(repeating: -1e6), upperBound: SIMD3(repeating: 1e6))))
    }
  }

  /// The numbers of the rest of a line; nil, and a fault, where there are others.
  private mutating func numbers(_ count: Int, of name: String) -> SIMD3<Double>? {
    var result = SIMD3(repeating: 0.0)
    for index in 0..<count {
      skipSpace()
      do {
        result[index] = try scanner.number(.svg)
      } catch {
        let expected = count == 1 ? "a number" : "\(count) numbers"
        let found = scanner.next.map(isEnd) ?? true ? "the end of the line" : scanner.found
        add("expected \(expected) of \(name), found \(found)", at: scanner.offset)
        skipLine()
        return nil
      }
      guard let next = scanner.next, !isEnd(next), !isSpace(next) else { continue }
      add("expected a number, found \(scanner.found) in it", at: scanner.offset)
      skipLine()
      return nil
    }
    skipSpace()
    if let next = scanner.next, !isEnd(next), next != UInt8(ascii: "#") {
      add("expected the end of the line after \(count == 1 ? "a number" : "\(count) numbers")", at: scanner.offset)
      skipLine()
      return nil
    }
    skipLine()
    return result
  }

  // MARK: The end

  private mutating func finish() {
    if let rangeLine, (0..<3).contains(where: { lowest[$0] >= highest[$0] }) {
      addWhole("the range's least value is not below its greatest", line: rangeLine)
    }
    if let (kind, size) = kind {
      let expected = kind == .curves ? size : size * size * size
      if entryCount != expected {
        let name = kind == .curves ? "LUT_1D_SIZE" : "LUT_3D_SIZE"
        addWhole("there are \(entryCount) entries; \(name) \(size) has \(expected)", line: kindLine ?? 1)
      }
      if faultCount == 0 {
        table = LookupTable(kind, size: size, lowest: lowest, highest: highest, entries: entries)
      }
    } else if kindLine == nil {
      addWhole("there is neither LUT_1D_SIZE nor LUT_3D_SIZE", line: 1)
    }
    entries = []
  }

  // MARK: Bytes

  private mutating func endLine() {
    skipLine()
    if scanner.take("\r") { _ = scanner.take("\n") } else { _ = scanner.take("\n") }
    line += 1
    lineStart = scanner.offset
  }

  private mutating func skipLine() { scanner.skip { !isEnd($0) } }
  private mutating func skipSpace() { scanner.skip(while: isSpace) }

  private mutating func add(_ message: String, at offset: Int) {
    faultCount += 1
    if faults.count < Self.maxFaults {
      faults.append(Fault(line: line, column: offset - lineStart + 1, message: message))
    }
  }

  private mutating func addWhole(_ message: String, line: Int) {
    faultCount += 1
    if faults.count < Self.maxFaults { faults.append(Fault(line: line, column: 1, message: message)) }
  }
}

private func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}
