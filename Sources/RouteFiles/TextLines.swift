/// The lines of a text file, as bytes without what ends them: a line feed, a carriage return, or both.
struct TextLines: Sequence, IteratorProtocol {
  struct Line {
    /// From 1.
    let number: Int
    let bytes: ArraySlice<UInt8>
    /// False for what follows the last line end.
    let isClosed: Bool

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The end of a file that is cut off in this line.
    func fault(in what: String) -> RouteFileError {
      RouteFileError("the file ends early, in \(what)", at: "\(number):\(bytes.count + 1)")
    }
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var number = 0

  /// Without a byte order mark, and without space at the end that a device reserved and never wrote.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> Line? {
    guard place < bytes.endIndex else { return nil }
    number += 1
    let end = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D }
    let line = Line(number: number, bytes: bytes[place..<(end ?? bytes.endIndex)], isClosed: end != nil)
    place = (end ?? bytes.endIndex) + 1
    if let end, bytes[end] == 0x0D, place < bytes.endIndex, bytes[place] == 0x0A { place += 1 }
    return line
  }
}

/// The number that some decimal digits make; nil for anything else than digits.
func digits(_ bytes: some Collection<UInt8>) -> Int? {
  guard !bytes.isEmpty, bytes.count <= 12, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
}
