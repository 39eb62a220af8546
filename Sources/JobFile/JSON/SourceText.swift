import Reporting
import StageKit

/// The bytes of a job file, or of one that belongs to it, as valid UTF-8.
struct SourceText {
  /// As messages name it; nil for a job file itself.
  let file: String?
  /// Valid UTF-8 without a byte order mark.
  let bytes: [UInt8]

  /// A job file's text that is known to be valid UTF-8 without a byte order mark.
  init(valid bytes: [UInt8]) {
    file = nil
    self.bytes = bytes
  }

  /// Reports what is not UTF-8 and replaces it with U+FFFD; nil where reading the rest makes no sense.
  ///
  /// - Parameter allowsUTF16: Whether UTF-16 with a byte order mark is read, too, as spreadsheets write it.
  init?(_ file: [UInt8], named name: String? = nil, allowsUTF16: Bool = false, log: DiagnosticLog) {
    self.file = name
    let start = SourcePosition(line: 1, column: 1, file: name)
    if file.count > JobLimits.fileSize {
      log.add(
        at: name == nil ? nil : start, "the file has \(file.count) bytes; at most \(JobLimits.fileSize) are allowed")
      return nil
    }
    if allowsUTF16, Self.isMarkedUTF16(file) {
      guard let text = PlainText.utf8(file) else {
        log.add(at: start, "the file is damaged UTF-16", hint: "Save it as UTF-8.")
        return nil
      }
      bytes = text
      return
    }
    if let encoding = Self.wideEncoding(file) {
      log.add(at: start, "the file is in \(encoding)", hint: "Save it as UTF-8.")
      return nil
    }
    let text = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
    guard String(validating: text, as: UTF8.self) == nil else {
      bytes = text
      return
    }
    // Spreadsheets write other encodings, too.
    let hint = allowsUTF16 ? PlainText.utf8Hint(for: text) : "Save the file as UTF-8."
    bytes = Self.repaired(text, name, hint, log: log)
  }

  private static func isMarkedUTF16(_ file: [UInt8]) -> Bool {
    file.starts(with: [0xFE, 0xFF]) || file.starts(with: [0xFF, 0xFE]) && !file.starts(with: [0xFF, 0xFE, 0, 0])
  }

  /// UTF-16 or UTF-32, recognized by a byte order mark or by the positions of the zeros of ASCII characters.
  private static func wideEncoding(_ file: [UInt8]) -> String? {
    let head = Array(file.prefix(4))
    if head == [0xFF, 0xFE, 0, 0] || head == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard head.count >= 2 else { return nil }
    switch head.map({ $0 == 0 }) {
    case [true, true, true, false], [false, true, true, true]: return "UTF-32"
    case [true, false], [false, true], [true, false, true, false], [false, true, false, true]: return "UTF-16"
    default: return nil
    }
  }

  private static func repaired(_ text: [UInt8], _ file: String?, _ hint: String, log: DiagnosticLog) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = text.makeIterator()
    var faults: [(offset: Int, byte: UInt8)] = []
    var consumed = 0
    loop: while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        consumed += scalar.count
        result += scalar
      case .error(let length):
        if faults.count < DiagnosticList.limit { faults.append((result.count, text[consumed])) }
        consumed += length
        result += [0xEF, 0xBF, 0xBD]
      case .emptyInput: break loop
      }
    }
    var locator = SourceLocator(result, file: file)
    for (offset, byte) in faults {
      log.add(at: locator.position(at: offset), "byte 0x\(hex(byte)) is not UTF-8", hint: hint)
    }
    return result
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
