/// A position in a job file: line and column, both from 1; columns count Unicode scalars.
public struct SourcePosition: Codable, Hashable, Sendable {
  public var line: Int { Int(storedLine) }
  public var column: Int { Int(storedColumn) }

  // Half as large as two Ints: there is one for every value of a file.
  private let storedLine: Int32
  private let storedColumn: Int32

  public init(line: Int, column: Int) {
    storedLine = Int32(clamping: line)
    storedColumn = Int32(clamping: column)
  }
}

extension SourcePosition: Comparable, CustomStringConvertible {
  public static func < (a: SourcePosition, b: SourcePosition) -> Bool { (a.line, a.column) < (b.line, b.column) }

  public var description: String { "\(line):\(column)" }
}
