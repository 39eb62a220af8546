/// The form of a table of text: what separates its cells, and where its rows begin.
public struct TableText: Hashable, Sendable {
  /// The byte between two cells.
  public let separator: UInt8
  /// The offset of the first row: that of the text, unless a line such as `sep=;`, as spreadsheets read it, comes first.
  public let start: Int

  /// The form of a text in UTF-8: separated by tabs where its name says so or its first line has any, else by commas, else by
  /// semicolons. Those in quotes do not count.
  public init(_ bytes: [UInt8], separatedByTabs: Bool) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    if line.count == 5, String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep=" {
      separator = line[4]
      start = 5 + (bytes[5...].starts(with: [0x0D, 0x0A]) ? 2 : min(1, bytes.count - 5))
      return
    }
    var isQuoted = false
    var marks: Set<UInt8> = []
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { marks.insert(byte) }
    }
    let found = "\t,;".utf8.first { marks.contains($0) }
    separator = separatedByTabs ? UInt8(ascii: "\t") : found ?? UInt8(ascii: ",")
    start = 0
  }
}
