import Coding

/// Reads path data from left to right, and draws each command once all its arguments are there.
struct SVGPathParser {
  private(set) var builder = PathBuilder()
  private var scanner: ByteScanner
  /// The last control point of a cubic, or of a quadratic, just drawn: what a smooth curve reflects.
  private var cubicControl: Point?
  private var quadControl: Point?

  init(_ text: String) { scanner = ByteScanner(text) }

  mutating func parse() throws(SVGPathError) {
    scanner.skipSpace()
    while let command = scanner.next {
      guard isASCIILetter(command), Self.commands.contains(command | 0x20) else { throw fault("a command") }
      guard !builder.isEmpty || command | 0x20 == UInt8(ascii: "m") else { throw fault("'M' or 'm'") }
      scanner.offset += 1
      try draw(command | 0x20, isRelative: command & 0x20 != 0)
      scanner.skipSpace()
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
    scanner.skipSpace()
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
    if scanner.take("0") { return false }
    if scanner.take("1") { return true }
    throw fault("a flag, '0' or '1'")
  }

  private mutating func number() throws(SVGPathError) -> Double {
    do {
      return try scanner.number(.svg)
    } catch {
      throw fault(error.problem == .tooLarge ? "a number that is not this large" : "a number")
    }
  }

  /// True if another set of arguments follows; a comma implies one whatever follows it.
  private mutating func hasMoreArguments() -> Bool {
    scanner.skipSpace()
    guard let byte = scanner.next else { return false }
    if byte == UInt8(ascii: ",") {
      skipSeparator()
      return true
    }
    return scanner.isDigit(at: scanner.offset) || ".-+".utf8.contains(byte)
  }

  private mutating func skipSeparator() {
    scanner.skipSpace()
    if scanner.take(",") { scanner.skipSpace() }
  }

  private func fault(_ expected: String) -> SVGPathError {
    SVGPathError(offset: scanner.offset, found: scanner.found, expected: expected)
  }
}
