@_spi(Host) import Geography
import StageKit

/// A JSON file with ways, read value by value.
struct RouteJSON {
  var json: JSONReader
  var remarks = RouteRemarks()
  /// The last offset whose line was asked for, and that line.
  private var counted = (offset: 0, line: 1)

  /// Reads a file; a fault in it is one of `RouteFileError`.
  static func read<Result>(
    _ bytes: [UInt8], _ body: (inout RouteJSON) throws(JSONFault) -> Result
  ) throws(RouteFileError) -> Result {
    var reader = RouteJSON(json: JSONReader(bytes))
    do throws(JSONFault) {
      return try body(&reader)
    } catch {
      let error = GeoJSONError(error, in: bytes)
      throw RouteFileError(error.message, at: "\(error.line):\(error.column)")
    }
  }

  private init(json: JSONReader) { self.json = json }

  /// The line of the value that comes next, from 1.
  mutating func line() -> Int {
    _ = json.peek()
    return line(at: json.offset)
  }

  private mutating func line(at offset: Int) -> Int {
    if offset < counted.offset { counted = (0, 1) }
    let passed = json.bytes[counted.offset..<offset].count { $0 == 0x0A }
    counted = (offset, counted.line + passed)
    return counted.line
  }

  // MARK: Containers

  /// Calls `read` with the name of each member of an object; it reads the value, or passes over it.
  mutating func members(_ read: (inout RouteJSON, String) throws(JSONFault) -> Void) throws(JSONFault) {
    try json.beginObject()
    var isFirst = true
    while let name = try json.nextMember(isFirst: &isFirst) { try read(&self, name) }
  }

  /// The same of an object, where another value may stand; that is passed over.
  mutating func membersIfObject(_ read: (inout RouteJSON, String) throws(JSONFault) -> Void) throws(JSONFault) {
    if json.peek() == UInt8(ascii: "{") { try members(read) } else { try json.skipValue() }
  }

  /// Calls `read` at each element of an array; it reads the value, or passes over it.
  mutating func elements(_ read: (inout RouteJSON) throws(JSONFault) -> Void) throws(JSONFault) {
    try json.beginArray()
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) { try read(&self) }
  }

  /// The same of an array, where another value may stand; that is passed over.
  mutating func elementsIfArray(_ read: (inout RouteJSON) throws(JSONFault) -> Void) throws(JSONFault) {
    if json.peek() == UInt8(ascii: "[") { try elements(read) } else { try json.skipValue() }
  }

  // MARK: Values

  /// A number, also one that is written as a string; nil for any other value.
  mutating func number() throws(JSONFault) -> Double? {
    switch json.peek() {
    case UInt8(ascii: "\""): return RouteFiles.number(try json.string())
    case UInt8(ascii: "-"), 0x30...0x39: return try json.number()
    default:
      try json.skipValue()
      return nil
    }
  }

  /// A string; nil for any other value.
  mutating func text() throws(JSONFault) -> String? {
    guard json.peek() == UInt8(ascii: "\"") else {
      try json.skipValue()
      return nil
    }
    return try json.string()
  }

  /// An instant as XML Schema writes it; nil for any other value, which is remarked.
  mutating func instant() throws(JSONFault) -> Double? {
    let line = line()
    guard let text = try text() else { return nil }
    guard let result = RouteFiles.instant(text) else {
      remarks.add(.times, line: line)
      return nil
    }
    if !result.hasZone { remarks.add(.zones, line: line) }
    return result.seconds
  }
}
