import Coding

extension SubtitleTrack {
  /// Reads a file in UTF-8, or in UTF-16 with a byte order mark. A text that begins with `WEBVTT` is read as WebVTT
  /// whatever its format is said to be.
  public init(_ bytes: [UInt8], format: SubtitleFormat) throws(SubtitleError) {
    self = try Self.reading(bytes, format: format).track
  }

  /// Reads a file as `init(_:format:)` does, with remarks on what of it is not kept.
  @_spi(Host) public static func reading(
    _ bytes: [UInt8], format: SubtitleFormat
  ) throws(SubtitleError) -> (track: SubtitleTrack, remarks: [SubtitleError.Fault]) {
    var reader = SubtitleReader(lines: try SubtitleReader.lines(of: bytes))
    if format == .vtt || reader.isWebVTT { reader.readWebVTT() } else { reader.readSubRip() }
    if !reader.faults.isEmpty { throw SubtitleError(faults: reader.faults) }
    return (SubtitleTrack(cues: reader.cues), reader.remarks.texts)
  }
}

/// The common part of the readers of both formats.
struct SubtitleReader {
  let lines: [String]
  var cues: [SubtitleCue] = []
  var faults: [SubtitleError.Fault] = []
  var remarks = Remarks()

  init(lines: [String]) { self.lines = lines }

  /// The lines of a text, which end with a line feed, a carriage return, or both.
  static func lines(of bytes: [UInt8]) throws(SubtitleError) -> [String] {
    guard let content = PlainText.utf8(bytes) else {
      throw SubtitleError(faults: [
        SubtitleError.Fault(line: nil, message: "found bytes that are not UTF-16", hint: "Save the file as UTF-8.")
      ])
    }
    guard var text = String(validating: content, as: UTF8.self) else { throw .notUTF8(content) }
    // A Character holds "\r\n" as one. Other control characters show nothing.
    text.removeAll {
      $0 != "\t" && !["\n", "\r", "\r\n"].contains($0) && $0.unicodeScalars.allSatisfy { $0.value < 32 }
    }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
  }

  mutating func fault(_ line: Int, _ message: String, hint: String? = nil) {
    faults.append(SubtitleError.Fault(line: line + 1, message: message, hint: hint))
  }

  /// The times of a line such as `00:01.000 --> 00:02.500`, and what follows them; records a fault if there is one.
  mutating func times(at index: Int) -> (start: Double, end: Double, rest: String)? {
    var scanner = ByteScanner(lines[index])
    scanner.skipSpace()
    guard let start = SubtitleTime.read(&scanner) else { return badTime(scanner, at: index, "a time such as") }
    scanner.skipSpace()
    guard scanner.take("-"), scanner.take("-"), scanner.take(">") else {
      return badTime(scanner, at: index, "' --> ' between two times, such as")
    }
    scanner.skipSpace()
    guard let end = SubtitleTime.read(&scanner) else { return badTime(scanner, at: index, "a time such as") }
    if let next = scanner.next, !ByteScanner.isSpace(next) {
      return badTime(scanner, at: index, "a time such as")
    }
    guard end >= start else {
      fault(
        index,
        "the end \(SubtitleTime.text(end, separator: ".")) is before the start "
          + SubtitleTime.text(start, separator: "."))
      return nil
    }
    return (start, end, String(decoding: scanner.bytes[scanner.offset...], as: UTF8.self))
  }

  private mutating func badTime(
    _ scanner: ByteScanner, at index: Int, _ expected: String
  ) -> (start: Double, end: Double, rest: String)? {
    let line = lines[index].prefix(60)
    fault(index, "found \"\(line)\", expected \(expected) 00:00:01.000 --> 00:00:02.500")
    return nil
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
