/// A position in a job file, or in a file that belongs to it: line and column, both from 1; columns count Unicode scalars.
public struct SourcePosition: Codable, Hashable, Sendable {
  public var line: Int { Int(storedLine) }
  public var column: Int { Int(storedColumn) }
  /// The file, as messages name it; nil for the job file itself.
  public var file: String?

  // Half as large as two Ints: there is one for every value of a file.
  private let storedLine: Int32
  private let storedColumn: Int32

  public init(line: Int, column: Int, file: String? = nil) {
    storedLine = Int32(clamping: line)
    storedColumn = Int32(clamping: column)
    self.file = file
  }
}

extension SourcePosition: Comparable, CustomStringConvertible {
  /// By file, the job file first, then by line and column.
  public static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    (a.file ?? "", a.line, a.column) < (b.file ?? "", b.line, b.column)
  }

  /// `14:20`, or `data/offers.csv:14:20` in another file than the job's.
  public var description: String { (file.map { "\($0):" } ?? "") + "\(line):\(column)" }
}
