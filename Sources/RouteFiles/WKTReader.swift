@_spi(Host) import Coding
import StageKit

/// Well-known texts of geometries, one after the other: lines and points are ways, and lines of one geometry are parts of a way.
///
/// Source: OGC 06-103r4, 7, and for `SRID=…;` PostGIS.
struct WKTReader {
  private static let lines = ["LINESTRING", "MULTILINESTRING", "POINT", "MULTIPOINT", "GEOMETRYCOLLECTION"]
  private static let areas = ["POLYGON", "MULTIPOLYGON", "TRIANGLE", "TIN", "POLYHEDRALSURFACE"]
  /// The one system of coordinates that is read: degrees on WGS 84.
  private static let system = 4326.0
  /// The deepest nesting of collections.
  private static let maxDepth = 64

  private var scanner: ByteScanner
  private var remarks = RouteRemarks()
  private var counted = (offset: 0, line: 1)
  /// Set where the text ends within the geometry that is read.
  private var fault: RouteFileError?

  /// True for a text that begins with a geometry's name, or with `SRID`.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    var reader = WKTReader(bytes)
    let word = reader.word()
    return word == "SRID" || reader.type(word) != nil
  }

  /// Throws `RouteFileError` where it is no such text, or is in another system of coordinates. A text that is cut off is read up
  /// to there.
  static func contents(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    var reader = WKTReader(bytes)
    var tracks: [RouteTrack] = []
    while reader.hasMore { tracks.append(RouteTrack(parts: try reader.geometryWithSystem())) }
    return (tracks, reader.fault, reader.remarks.texts)
  }

  private init(_ bytes: [UInt8]) { scanner = ByteScanner(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) }

  /// True where a geometry follows, after space and what separates it from the one before.
  private var hasMore: Bool {
    mutating get {
      scanner.skip { ByteScanner.isSpace($0) || $0 == UInt8(ascii: ";") || $0 == 0 }
      return fault == nil && !scanner.isAtEnd
    }
  }

  // MARK: Texts

  private mutating func geometryWithSystem() throws(RouteFileError) -> [[RouteTrack.Place]] {
    let start = scanner
    guard word() == "SRID" else {
      scanner = start
      return try geometry(depth: 0)
    }
    guard take("=") else { return try unexpected("'='") }
    let before = scanner
    guard let number = try number() else { return [] }
    guard number == Self.system else {
      let digits = String(decoding: scanner.bytes[before.offset..<scanner.offset], as: UTF8.self)
      scanner = before
      throw RouteFileError(
        "the system of coordinates is \(digits.trimmed), expected 4326, degrees on WGS 84", at: place(),
        hint: "Transform it, such as with ST_Transform(geometry, 4326).")
    }
    guard take(";") else { return try unexpected("';'") }
    return try geometry(depth: 0)
  }

  /// The lines of a geometry; points are lines of one place.
  private mutating func geometry(depth: Int) throws(RouteFileError) -> [[RouteTrack.Place]] {
    let line = line()
    let start = scanner
    let word = word()
    guard let (type, suffix) = type(word) else {
      if scanner.isAtEnd, !word.isEmpty || depth > 0 { return try unexpected("a geometry") }
      scanner = start
      return try unexpected(Self.lines.joined(separator: ", "))
    }
    guard depth < Self.maxDepth else { return try unexpected("collections that are not so deep") }
    var axes = suffix
    if axes.isEmpty {
      let before = scanner
      let next = self.word()
      if ["Z", "M", "ZM"].contains(next) { axes = next } else { scanner = before }
    }
    let afterAxes = scanner
    if self.word() == "EMPTY" { return [] }
    scanner = afterAxes
    if axes.contains("M") { remarks.add(.measures, line: line) }
    if Self.areas.contains(type) {
      remarks.add(.geometries, line: line)
      try skipGroup()
      return []
    }
    switch type {
    case "LINESTRING": return [try places(axes)]
    case "POINT": return [try places(axes)]
    case "MULTIPOINT":
      return try list { (reader) throws(RouteFileError) in
        reader.scanner.skipSpace()
        if reader.scanner.next == UInt8(ascii: "(") { return [try reader.places(axes)] }
        return [try reader.position(axes).map { [$0] } ?? []]
      }
    case "MULTILINESTRING":
      return try list { (reader) throws(RouteFileError) in
        let before = reader.scanner
        if reader.word() == "EMPTY" { return [] }
        reader.scanner = before
        return [try reader.places(axes)]
      }
    default: return try list { (reader) throws(RouteFileError) in try reader.geometry(depth: depth + 1) }
    }
  }

  /// The name of a geometry, without the axes that may end it.
  private func type(_ word: String) -> (name: String, axes: String)? {
    for axes in ["", "ZM", "Z", "M"] where word.hasSuffix(axes) {
      let name = String(word.dropLast(axes.count))
      if Self.lines.contains(name) || Self.areas.contains(name) { return (name, axes) }
    }
    return nil
  }

  // MARK: Lists

  /// The items between parentheses, with commas between; up to the end of a text that is cut off.
  private mutating func list(
    _ read: (inout WKTReader) throws(RouteFileError) -> [[RouteTrack.Place]]
  ) throws(RouteFileError) -> [[RouteTrack.Place]] {
    guard take("(") else { return try unexpected("'('") }
    var result: [[RouteTrack.Place]] = []
    repeat { result += try read(&self) } while fault == nil && take(",")
    if fault == nil, !take(")") { _ = try unexpected("',' or ')'") }
    return result
  }

  private mutating func places(_ axes: String) throws(RouteFileError) -> [RouteTrack.Place] {
    try list { (reader) throws(RouteFileError) in try reader.position(axes).map { [[$0]] } ?? [] }.flatMap(\.self)
  }

  /// Two to four numbers; nil where they are none on earth, and where the text is cut off in them.
  private mutating func position(_ axes: String) throws(RouteFileError) -> RouteTrack.Place? {
    let line = line()
    let start = scanner
    var numbers: [Double] = []
    repeat {
      guard let number = try number() else { return nil }
      numbers.append(number)
      scanner.skipSpace()
      // The last number may be cut off.
      if scanner.isAtEnd { return try unexpected("a number, ',' or ')'").first?.first }
    } while scanner.next != UInt8(ascii: ",") && scanner.next != UInt8(ascii: ")") && numbers.count < 5
    let count = axes.isEmpty ? 2...4 : 2 + axes.count...2 + axes.count
    guard count.contains(numbers.count) else {
      scanner = start
      throw RouteFileError(
        "found \(numbers.count) \(numbers.count == 1 ? "number" : "numbers") of a position, expected \(axes.isEmpty ? "2 to 4" : "\(2 + axes.count)")",
        at: place())
    }
    guard abs(numbers[0]) <= 360, abs(numbers[1]) <= 90 else {
      remarks.add(.positions, line: line)
      return nil
    }
    var place = RouteTrack.Place(Coordinate(longitude: numbers[0], latitude: numbers[1]))
    if numbers.count > 2, axes != "M", !numbers[2].isNaN {
      if heights.contains(numbers[2]) { place.elevation = numbers[2] } else { remarks.add(.heights, line: line) }
    }
    place.line = line
    return place
  }

  /// Passes over parentheses and all that they hold.
  private mutating func skipGroup() throws(RouteFileError) {
    guard take("(") else {
      _ = try unexpected("'('")
      return
    }
    var depth = 1
    while depth > 0, let byte = scanner.next {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      scanner.offset += 1
    }
    if depth > 0 { _ = try unexpected("')'") }
  }

  // MARK: Tokens

  /// A word in capitals; empty where none comes next.
  private mutating func word() -> String {
    scanner.skipSpace()
    let start = scanner.offset
    scanner.skip { ($0 | 0x20) &- 0x61 < 26 }
    return String(decoding: scanner.bytes[start..<scanner.offset], as: UTF8.self).uppercased()
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    scanner.skipSpace()
    return scanner.take(mark)
  }

  /// Nil where the text is cut off. Programs write heights that they do not know as `NaN`.
  private mutating func number() throws(RouteFileError) -> Double? {
    scanner.skipSpace()
    if let number = try? scanner.number(.svg) { return number }
    let before = scanner
    if word() == "NAN" { return .nan }
    scanner = before
    _ = try unexpected("a number")
    return nil
  }

  private mutating func line() -> Int {
    scanner.skipSpace()
    counted.line += scanner.bytes[counted.offset..<max(scanner.offset, counted.offset)].count { $0 == 0x0A }
    counted.offset = max(scanner.offset, counted.offset)
    return counted.line
  }

  private mutating func place() -> String {
    let line = line()
    let start = scanner.bytes[..<scanner.offset].lastIndex(of: 0x0A) ?? -1
    return "\(line):\(scanner.offset - start)"
  }

  /// A fault at the end of the text, which is cut off; throws any other one.
  private mutating func unexpected(_ expected: String) throws(RouteFileError) -> [[RouteTrack.Place]] {
    let place = place()
    guard scanner.isAtEnd else {
      throw RouteFileError("found \(scanner.found), expected \(expected)", at: place)
    }
    fault = fault ?? RouteFileError("the file ends early, expected \(expected)", at: place)
    return []
  }
}
