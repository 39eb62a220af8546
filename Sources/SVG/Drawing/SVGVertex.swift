import StageKit

/// A corner of a path, where a marker may be, and the directions in which the path comes and goes; nil where it does not.
struct SVGVertex {
  var point: Point
  var incoming: Point?
  var outgoing: Point?

  /// The direction of a marker: between both directions, or as the only one.
  var direction: Point {
    guard let a = incoming, let b = outgoing else { return incoming ?? outgoing ?? Point(1, 0) }
    let sum = a + b
    // At a point of reversal, the direction is a quarter turn from both.
    return sum.length > 1e-9 ? sum.normalized : Point(-b.y, b.x)
  }

  /// Those of a path's segments.
  static func all(of path: Path) -> [SVGVertex] {
    var vertices: [SVGVertex] = []
    for subpath in path.subpaths {
      var run = Run(at: subpath.start)
      for segment in subpath.segments {
        run.add(segment.end, segment.tangent(at: 0), segment.tangent(at: 1))
      }
      vertices += run.finished(isClosed: subpath.isClosed)
    }
    return vertices
  }

  /// Those of path data: one for each of its commands, in which an arc is one, though it is drawn as several curves.
  static func all(inData text: String) -> [SVGVertex] {
    let commands = commands(in: text)
    var vertices: [SVGVertex] = []
    var run: Run?
    var control: (command: Character, point: Point)?
    var (current, start) = (Point.zero, Point.zero)
    for (name, n) in commands {
      let base = name.isLowercase ? current : .zero
      func point(_ index: Int) -> Point { base + Point(n[index], n[index + 1]) }
      func reflected(_ kind: Character) -> Point {
        guard let control, control.command == kind else { return current }
        return current * 2 - control.point
      }
      var next: (command: Character, point: Point)?
      switch name.lowercased() {
      case "m":
        vertices += run?.finished(isClosed: false) ?? []
        current = point(0)
        start = current
        run = Run(at: current)
        control = nil
        continue
      case "z":
        if let open = run {
          vertices += open.finished(isClosed: true, closingFrom: current)
          current = start
          run = nil
        }
        control = nil
        continue
      default: break
      }
      if run == nil { run = Run(at: current) }
      let path = Path { builder in
        builder.move(to: current)
        switch name.lowercased() {
        case "l": builder.line(to: point(0))
        case "h": builder.line(to: Point(base.x + n[0], current.y))
        case "v": builder.line(to: Point(current.x, base.y + n[0]))
        case "c":
          builder.cubic(point(0), point(2), to: point(4))
          next = ("c", point(2))
        case "s":
          builder.cubic(reflected("c"), point(0), to: point(2))
          next = ("c", point(0))
        case "q":
          builder.quad(point(0), to: point(2))
          next = ("q", point(0))
        case "t":
          let middle = reflected("q")
          builder.quad(middle, to: point(0))
          next = ("q", middle)
        default:
          builder.arc(
            to: base + Point(n[5], n[6]), radii: Size(n[0], n[1]), rotation: n[2], largeArc: n[3] != 0, sweep: n[4] != 0
          )
        }
      }
      let segments = path.subpaths.first?.segments ?? []
      let end = segments.last?.end ?? current
      run?.add(end, segments.first?.tangent(at: 0) ?? .zero, segments.last?.tangent(at: 1) ?? .zero)
      current = end
      control = next
    }
    return vertices + (run?.finished(isClosed: false) ?? [])
  }

  /// A subpath while it is read.
  private struct Run {
    private var vertices: [SVGVertex]

    init(at point: Point) { vertices = [SVGVertex(point: point)] }

    mutating func add(_ end: Point, _ first: Point, _ last: Point) {
      vertices[vertices.count - 1].outgoing = Self.direction(first)
      vertices.append(SVGVertex(point: end, incoming: Self.direction(last)))
    }

    /// A direction of no length is to the right.
    private static func direction(_ way: Point) -> Point { way.length > 0 ? way.normalized : Point(1, 0) }

    /// The corners.
    func finished(isClosed: Bool, closingFrom end: Point? = nil) -> [SVGVertex] {
      var result = vertices
      if isClosed, let end {
        // A line closes the path, which may have no length.
        let start = result[0].point
        let way = Self.direction(start - end)
        result[result.count - 1].outgoing = way
        result.append(SVGVertex(point: start, incoming: way))
      }
      if isClosed, result.count > 1 {
        result[0].incoming = result[result.count - 1].incoming
        result[result.count - 1].outgoing = result[0].outgoing
      }
      return result
    }
  }

  /// The commands of path data with their numbers, up to the first fault.
  private static func commands(in text: String) -> [(name: Character, numbers: [Double])] {
    let counts: [Character: Int] = ["m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0]
    var commands: [(Character, [Double])] = []
    var scanner = ByteScanner(text)
    scanner.skipSpace()
    while let byte = scanner.next {
      var name = Character(UnicodeScalar(byte))
      guard let count = counts[Character(name.lowercased())], !commands.isEmpty || name.lowercased() == "m" else {
        break
      }
      scanner.offset += 1
      scanner.skipSpace()
      if count == 0 { commands.append((name, [])) }
      while count > 0 {
        var numbers: [Double] = []
        while numbers.count < count {
          scanner.skip { ByteScanner.isSpace($0) || (!numbers.isEmpty && $0 == UInt8(ascii: ",")) }
          // Flags may follow without a space after them.
          if count == 7, numbers.count == 3 || numbers.count == 4 {
            guard scanner.next == UInt8(ascii: "0") || scanner.next == UInt8(ascii: "1") else { return commands }
            numbers.append(scanner.take("1") ? 1 : 0)
            if numbers[numbers.count - 1] == 0 { _ = scanner.take("0") }
          } else {
            guard let number = try? scanner.number(.svg) else { return commands }
            numbers.append(number)
          }
        }
        commands.append((name, numbers))
        if name == "m" { name = "l" } else if name == "M" { name = "L" }
        scanner.skipSpace()
        if scanner.take(",") { continue }
        guard let byte = scanner.next, (0x30...0x39).contains(byte) || ".-+".utf8.contains(byte) else { break }
      }
      scanner.skipSpace()
    }
    return commands
  }
}
