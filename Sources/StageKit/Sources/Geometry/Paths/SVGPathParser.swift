import Coding

/// Reads path data from left to right, and draws each command once all its arguments are there.
struct SVGPathParser {
  private(set) var builder = PathBuilder()
  private let bytes: [UInt8]
  private var offset = 0
  /// The last control point of a cubic, or of a quadratic, just drawn: what a smooth curve reflects.
  private var cubicControl: Point?
  private var quadControl: Point?

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func parse() throws(SVGPathError) {
    skipSpace()
    while offset < bytes.count {
      let command = bytes[offset]
      guard isASCIILetter(command), Self.commands.contains(command | 0x20) else { throw fault("a command") }
      guard !builder.isEmpty || command | 0x20 == UInt8(ascii: "m") else { throw fault("'M' or 'm'") }
      offset += 1
      try draw(command | 0x20, isRelative: command & 0x20 != 0)
      skipSpace()
    }
  }

  private static let commands = Array("mlhvcsqtaz".utf8)

  /// Draws a command, and again for every further set of arguments.
  private mutating func draw(_ name: UInt8, isRelative: Bool) throws(SVGPathError) {
    var name = name
    if name == UInt8(ascii: "z") {
      builder.close()
      (cubicControl, quadControl) = (nil, nil)
      return
    }
    skipSpace()
    repeat {
      try drawOnce(name, from: isRelative ? builder.current : .zero, isRelative: isRelative)
      if name == UInt8(ascii: "m") { name = UInt8(ascii: "l") }
    } while hasMoreArguments()
  }

  private mutating func drawOnce(_ name: UInt8, from base: Point, isRelative: Bool) throws(SVGPathError) {
    let current = builder.current
    let (oldCubic, oldQuad) = (cubicControl, quadControl)
    var newCubic: Point?
    var newQuad: Point?
    switch UnicodeScalar(name) {
    case "m": builder.move(to: try point(base, isFirst: true))
    case "l": builder.line(to: try point(base, isFirst: true))
    case "h": builder.line(to: Point(try number() + base.x, current.y))
    case "v": builder.line(to: Point(current.x, try number() + base.y))
    case "c":
      let control1 = try point(base, isFirst: true)
      let control2 = try point(base)
      builder.cubic(control1, control2, to: try point(base))
      newCubic = control2
    case "s":
      let control2 = try point(base, isFirst: true)
      builder.cubic(reflection(of: oldCubic, in: current), control2, to: try point(base))
      newCubic = control2
    case "q":
      let control = try point(base, isFirst: true)
      builder.quad(control, to: try point(base))
      newQuad = control
    case "t":
      let control = reflection(of: oldQuad, in: current)
      builder.quad(control, to: try point(base, isFirst: true))
      newQuad = control
    default:
      let radii = try point(.zero, isFirst: true)
      let rotation = try nextNumber()
      let largeArc = try flag()
      let sweep = try flag()
      let end = try point(base)
      builder.arc(
        to: end, radii: Size(radii.x, radii.y), rotation: rotation, largeArc: largeArc, sweep: sweep)
    }
    (cubicControl, quadControl) = (newCubic, newQuad)
  }

  private func reflection(of control: Point?, in current: Point) -> Point {
    guard let control else { return current }
    return current * 2 - control
  }

  private mutating func point(_ base: Point, isFirst: Bool = false) throws(SVGPathError) -> Point {
    let x = isFirst ? try number() : try nextNumber()
    return Point(base.x + x, base.y + (try nextNumber()))
  }

  private mutating func nextNumber() throws(SVGPathError) -> Double {
    skipSeparator()
    return try number()
  }

  private mutating func flag() throws(SVGPathError) -> Bool {
    skipSeparator()
    guard let byte = byte(at: offset), byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw fault("a flag, '0' or '1'")
    }
    offset += 1
    return byte == UInt8(ascii: "1")
  }

  private mutating func number() throws(SVGPathError) -> Double {
    let start = offset
    var end = offset
    var digits = DecimalDigits()
    let isNegative = byte(at: end) == UInt8(ascii: "-")
    if isNegative || byte(at: end) == UInt8(ascii: "+") { end += 1 }
    let whole = end
    while bytes.isDigit(at: end) {
      digits.append(bytes[end] - 0x30, isFraction: false)
      end += 1
    }
    let hasWhole = end > whole
    if byte(at: end) == UInt8(ascii: "."), hasWhole || bytes.isDigit(at: end + 1) {
      end += 1
      while bytes.isDigit(at: end) {
        digits.append(bytes[end] - 0x30, isFraction: true)
        end += 1
      }
    }
    guard end > whole else { throw fault("a number") }
    end = exponentEnd(at: end, into: &digits)
    let value = digits.value(isNegative: isNegative, in: bytes, start..<end)
    guard value.isFinite else { throw fault("a number that is not this large") }
    offset = end
    return value
  }

  /// Where the exponent that may stand at `start` ends; a letter without digits after it is none.
  private func exponentEnd(at start: Int, into digits: inout DecimalDigits) -> Int {
    guard let letter = byte(at: start), letter | 0x20 == UInt8(ascii: "e") else { return start }
    var end = start + 1
    let isNegative = byte(at: end) == UInt8(ascii: "-")
    if isNegative || byte(at: end) == UInt8(ascii: "+") { end += 1 }
    guard bytes.isDigit(at: end) else { return start }
    var power = 0
    while bytes.isDigit(at: end) {
      power = min(power * 10 + Int(bytes[end] - 0x30), 99_999)
      end += 1
    }
    digits.shift(by: isNegative ? -power : power)
    return end
  }

  /// Whether another set of arguments follows; a comma says so whatever stands behind it.
  private mutating func hasMoreArguments() -> Bool {
    skipSpace()
    guard let byte = byte(at: offset) else { return false }
    if byte == UInt8(ascii: ",") {
      skipSeparator()
      return true
    }
    return bytes.isDigit(at: offset) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }

  private mutating func skipSeparator() {
    skipSpace()
    if byte(at: offset) == UInt8(ascii: ",") {
      offset += 1
      skipSpace()
    }
  }

  private mutating func skipSpace() {
    while let byte = byte(at: offset), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C {
      offset += 1
    }
  }

  private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func fault(_ expected: String) -> SVGPathError {
    SVGPathError(offset: offset, found: bytes.description(at: offset), expected: expected)
  }
}
