import Coding

/// The position of an error in path data, and the reason.
public struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The UTF-8 byte at which it does, from 0; the length of the text where more was expected.
  public let offset: Int
  /// The text at the position, for a message.
  public let found: String
  /// The text expected there, for a message.
  public let expected: String

  /// An error at an offset in bytes from the text's start, with the found and the expected text.
  public init(offset: Int, found: String, expected: String) {
    self.offset = offset
    self.found = found
    self.expected = expected
  }

  public var description: String { "path data, byte \(offset): found \(found), expected \(expected)" }
}

/// The path data of SVG: all commands, absolute and relative.
public enum SVGPath {
  /// Reads path data; on an error the path holds all that was complete before it, as SVG asks.
  ///
  /// Grammar: SVG 1.1, 8.3.9, so numbers may end in a point, and radii may be negative, which counts as positive.
  /// Empty text is an empty path. Elliptic arcs become cubics of at most 45°.
  public static func parse(_ text: String) -> (path: Path, error: SVGPathError?) {
    var parser = SVGPathParser(text)
    do {
      try parser.parse()
      return (parser.builder.path, nil)
    } catch {
      return (parser.builder.path, error)
    }
  }
}

extension Path {
  /// SVG path data that parses to exactly this path: absolute commands and the shortest numbers that keep every bit.
  ///
  /// Numbers that are not finite, which the format lacks, are written as 0.
  public var svgData: String {
    var text = ""
    func numeral(_ value: Double) -> String { value.isFinite ? value.shortText : "0" }
    func write(_ command: Character, _ points: Point...) {
      text.append(command)
      for (index, p) in points.enumerated() {
        if index > 0 { text.append(" ") }
        text += numeral(p.x) + " " + numeral(p.y)
      }
    }
    for element in elements {
      switch element {
      case .move(let p): write("M", p)
      case .line(let p): write("L", p)
      case .quad(let c, let p): write("Q", c, p)
      case .cubic(let c1, let c2, let p): write("C", c1, c2, p)
      case .close: text.append("Z")
      }
    }
    return text
  }
}
