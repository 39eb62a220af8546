import Reporting
import StageKit

/// Reads JSON5 into values with their positions.
///
/// After an error inside an array or an object it continues after the next comma at that level, to find further errors.
/// Bounded by `JobLimits.depth`.
struct SourceReader {
  var lexer: JSONLexer
  let log: DiagnosticLog
  private var locator: SourceLocator
  /// Set where reading the rest would only report errors that follow from the last one.
  private(set) var isStopped = false
  /// The positions of repeated keys, which cost nothing but their members.
  private(set) var repeatedKeys: Set<SourcePosition> = []
  private var count = 0

  init(_ text: SourceText, log: DiagnosticLog) {
    lexer = JSONLexer(text.bytes, .json5)
    locator = SourceLocator(text.bytes, file: text.file)
    self.log = log
  }

  /// The file's one value; nil where there is none.
  mutating func read() -> SourceValue? {
    skipSpace()
    if isStopped { return nil }
    guard let byte = next else {
      report(at: 0, "the file is empty")
      return nil
    }
    guard startsValue(byte) else {
      report(at: index, "expected '{', found \(found)")
      return nil
    }
    let value = readValue(depth: 1)
    if isStopped { return value }
    if case .invalid = value.kind { return value }
    skipSpace()
    if !isStopped && index < bytes.count { report(at: index, "expected the end of the file, found \(found)") }
    return value
  }

  /// All values of a file with one after the other, as JSON Lines has them.
  mutating func readAll() -> [SourceValue] {
    var values: [SourceValue] = []
    skipSpace()
    while !isStopped, let byte = next {
      guard startsValue(byte) else {
        report(at: index, "expected '{', found \(found)")
        break
      }
      values.append(readValue(depth: 1))
      skipSpace()
    }
    return values
  }

  // MARK: Values

  mutating func readValue(depth: Int) -> SourceValue {
    let start = index
    let position = locate(start)
    let kind: SourceValue.Kind
    count += 1
    guard count <= JobLimits.values else {
      report(at: start, "more than \(JobLimits.values) values", hint: "Large data goes into files of their own.")
      isStopped = true
      return SourceValue(.invalid, at: position, offset: start)
    }
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth > JobLimits.depth {
        report(at: start, "nested more than \(JobLimits.depth) deep")
        isStopped = true
        kind = .invalid
      } else if bytes[index] == UInt8(ascii: "{") {
        kind = .object(readObject(opened: position, depth: depth))
      } else {
        kind = .array(readArray(opened: position, depth: depth))
      }
    case UInt8(ascii: "\""), UInt8(ascii: "'"): kind = readText()
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      kind = readNumber().map { .number($0) } ?? .invalid
    default: kind = readWord()
    }
    return SourceValue(kind, at: position, offset: start)
  }

  private mutating func readArray(opened: SourcePosition, depth: Int) -> SourceArray {
    var array = SourceArray()
    index += 1
    while true {
      skipSpace()
      guard continues("[", opened: opened) else {
        array.isDamaged = true
        return array
      }
      if take("]") { return array }
      if startsValue(bytes[index]) {
        let item = readValue(depth: depth + 1)
        array.items.append(item)
        if !finishItem(item, inObject: false) { array.isDamaged = true }
      } else {
        report(at: index, "expected a value or ']', found \(found)")
        array.isDamaged = true
        skipItem()
      }
    }
  }

  private mutating func readObject(opened: SourcePosition, depth: Int) -> SourceObject {
    var object = SourceObject()
    var keys: [String: SourcePosition] = [:]
    index += 1
    while true {
      skipSpace()
      guard continues("{", opened: opened) else {
        object.isDamaged = true
        return object
      }
      if take("}") { return object }
      let start = index
      guard startsKey(bytes[index]) else {
        report(at: index, "expected a key or '}', found \(found)")
        object.isDamaged = true
        skipItem()
        continue
      }
      guard let key = isQuote(bytes[index]) ? readString() : readIdentifier() else {
        object.isDamaged = true
        skipItem()
        continue
      }
      let keyPosition = locate(start)
      if key.utf8.count > JobLimits.keyLength {
        log.add(at: keyPosition, "a key has \(key.utf8.count) bytes, more than \(JobLimits.keyLength)")
        object.isDamaged = true
        skipItem()
        continue
      }
      guard let value = readMember(key, depth: depth) else {
        object.isDamaged = true
        return object
      }
      if let first = keys[key] {
        repeatedKeys.insert(keyPosition)
        log.add(
          at: keyPosition, "the key '\(key)' is given twice", code: .syntax, hint: "It was given at \(first) before.")
      } else {
        keys[key] = keyPosition
        object.members.append(SourceObject.Member(key: key, keyPosition: keyPosition, value: value.under(key)))
      }
      if !finishItem(value, inObject: true) { object.isDamaged = true }
    }
  }

  /// The colon and the value after a key; nil where nothing more can be read.
  private mutating func readMember(_ key: String, depth: Int) -> SourceValue? {
    skipSpace()
    if isStopped { return nil }
    let hasColon = take(":")
    if !hasColon { report(at: index, "expected ':' after the key '\(key)', found \(found)") }
    skipSpace()
    if isStopped { return nil }
    if let byte = next, startsValue(byte) { return readValue(depth: depth + 1) }
    if hasColon { report(at: index, "expected a value for '\(key)', found \(found)") }
    return SourceValue(.invalid, at: locate(index), offset: index)
  }

  /// Takes the comma after an item, or reports what it found and skips to where reading can continue; false where something was skipped.
  private mutating func finishItem(_ item: SourceValue, inObject: Bool) -> Bool {
    if isStopped { return false }
    skipSpace()
    if isStopped { return false }
    guard let byte = next else { return true }
    if take(",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { return true }
    let isNext = inObject ? startsKey(byte) : startsValue(byte)
    if case .invalid = item.kind {
      if isNext && isOnNewLine { return true }
    } else {
      report(at: index, "expected ',' or '\(inObject ? "}" : "]")', found \(found)")
      if isNext { return true }
    }
    skipItem()
    return false
  }

  /// True if the container has more to read: false at the end of the file, and at a closing bracket of another kind.
  private mutating func continues(_ opener: Character, opened: SourcePosition) -> Bool {
    if isStopped { return false }
    let closer = opener == "[" ? "]" : "}"
    let wrongCloser = opener == "[" ? UInt8(ascii: "}") : UInt8(ascii: "]")
    if next == nil {
      log.add(
        at: opened, "this '\(opener)' is never closed", code: .syntax, hint: "The file ends without its '\(closer)'.")
    } else if next == wrongCloser {
      report(at: index, "expected '\(closer)' for the '\(opener)' at \(opened), found \(found)")
    } else {
      return true
    }
    isStopped = true
    return false
  }

  // MARK: Parts

  var bytes: [UInt8] { lexer.scanner.bytes }

  /// The position in bytes from the start of the file.
  var index: Int {
    get { lexer.scanner.offset }
    set { lexer.scanner.offset = newValue }
  }

  var next: UInt8? { lexer.scanner.next }

  mutating func take(_ character: Unicode.Scalar) -> Bool { lexer.scanner.take(character) }

  mutating func locate(_ offset: Int) -> SourcePosition { locator.position(at: offset) }

  mutating func report(at offset: Int, _ message: String, hint: String? = nil) {
    log.add(at: locate(offset), message, code: .syntax, hint: hint)
  }

  mutating func stop() { isStopped = true }

  /// A string that is not directly followed by a letter, as the rest of its line is where a quote is missing.
  private mutating func readText() -> SourceValue.Kind {
    guard let string = readString() else { return .invalid }
    guard let byte = next, isLetter(byte) || isDigit(byte) else { return .string(string) }
    report(at: index, "expected ',' after the string, found \(found)", hint: "A quote may be missing.")
    while let byte = next, byte != UInt8(ascii: "\n") {
      if "{}[]".utf8.contains(byte) { isStopped = true }
      index += 1
    }
    return .invalid
  }
}
