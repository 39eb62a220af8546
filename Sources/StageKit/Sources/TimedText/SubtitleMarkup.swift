@_spi(Host) import Coding

/// Reads a cue's text: its tags, entities and line breaks.
struct SubtitleMarkup {
  private let format: SubtitleFormat
  private let times: ClosedRange<Double>
  private var lines: [[SubtitleSpan]] = [[]]
  private var open: [(tag: String, style: SubtitleStyle)] = []
  private var style = SubtitleStyle()
  private var start: Double?
  private var text = ""
  /// The position that tags of SubRip give the cue.
  private(set) var position = SubtitlePosition()

  init(_ format: SubtitleFormat, start: Double = 0, end: Double = .infinity) {
    self.format = format
    times = start...max(start, end)
  }

  /// The spans of all lines; none where nothing is left but space.
  mutating func lines(of source: String) -> [[SubtitleSpan]] {
    var rest = Substring(source)
    while let character = rest.first {
      if let length = markup(rest) {
        rest = rest.dropFirst(length)
        continue
      }
      rest.removeFirst()
      if character == "\n" {
        newLine()
      } else if open.last?.tag != "rt" {
        text.append(character)
      }
    }
    newLine()
    lines.removeLast()
    let hasText = lines.contains { $0.contains { !$0.text.isBlank } }
    return hasText ? lines : []
  }

  /// Takes a tag, an entity or an escape, and gives the number of its characters; nil at text.
  private mutating func markup(_ rest: Substring) -> Int? {
    switch rest.first {
    case "<": return tag(rest)
    case "&": return entity(rest)
    case "{" where format == .srt: return override(rest)
    case "\\" where format == .srt:
      switch rest.dropFirst().first {
      case "N", "n": newLine()
      case "h": text += "\u{A0}"
      default: return nil
      }
      return 2
    default: return nil
    }
  }

  private mutating func newLine() {
    endSpan()
    lines.append([])
  }

  private mutating func endSpan() {
    guard !text.isEmpty else { return }
    lines[lines.count - 1].append(SubtitleSpan(text, style: style, start: start))
    text = ""
  }

  // MARK: Tags

  private static let known: [SubtitleFormat: Set<String>] = [
    .srt: ["b", "i", "u", "s", "font", "c", "v"],
    .vtt: ["b", "i", "u", "c", "v", "lang", "ruby", "rt"],
  ]
  /// The classes that every player of WebVTT knows.
  private static let colors: Set<String> = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]

  private mutating func tag(_ rest: Substring) -> Int? {
    // A sign that opens no tag of SubRip is text, and so is what follows up to the next one.
    let close = rest.dropFirst().firstIndex { $0 == ">" || (format == .srt && $0 == "<") }
    guard let close, rest[close] == ">" else { return format == .vtt ? rest.count : nil }
    let content = rest[rest.index(after: rest.startIndex)..<close]
    let length = content.count + 2
    if format == .vtt, content.first?.isNumber == true {
      var scanner = ByteScanner(String(content))
      if let time = SubtitleTime.read(&scanner), scanner.isAtEnd, times.contains(time) {
        endSpan()
        start = time
      }
      return length
    }
    let isEnd = content.first == "/"
    let name = content.drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
    guard Self.known[format]?.contains(name) == true else { return format == .vtt ? length : nil }
    endSpan()
    if isEnd {
      if let index = open.lastIndex(where: { $0.tag == name }) {
        style = open[index].style
        open.removeSubrange(index...)
      }
    } else {
      open.append((name, style))
      apply(name, attributes: content.dropFirst(name.count))
    }
    return length
  }

  private mutating func apply(_ name: String, attributes: Substring) {
    switch name {
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "v":
      let voice = String(attributes.drop { !$0.isWhitespace }.trimmed)
      style.voice = voice.isEmpty ? nil : voice
    case "font": style.color = Self.fontColor(attributes) ?? style.color
    default: break
    }
    guard format == .vtt, attributes.first == "." else { return }
    let classes = attributes.dropFirst().prefix { !$0.isWhitespace }.split(separator: ".")
    if let color = classes.last(where: { Self.colors.contains(String($0)) }) { style.color = String(color) }
  }

  /// The color of `<font color="#FFCC00">`, whose quotes and number sign may be missing.
  private static func fontColor(_ attributes: Substring) -> String? {
    let bytes = Array(attributes.utf8)
    let key = Array("color=".utf8)
    let lower = bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }
    guard lower.count > key.count,
      let at = lower.indices.first(where: { lower[$0...].starts(with: key) })
    else { return nil }
    let value = String(decoding: bytes[(at + key.count)...], as: UTF8.self)
      .drop { $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" && !$0.isWhitespace }
    let isBareHex = value.count == 6 && value.allSatisfy(\.isHexDigit)
    return value.isEmpty ? nil : isBareHex ? "#\(value)" : String(value)
  }

  /// A tag of Advanced SubStation such as `{\an8}`, of which the alignment and the styles count.
  private mutating func override(_ rest: Substring) -> Int? {
    guard rest.dropFirst().first == "\\", let close = rest.dropFirst().firstIndex(where: { "{}".contains($0) }),
      rest[close] == "}"
    else { return nil }
    let content = rest[rest.index(after: rest.startIndex)..<close]
    endSpan()
    for part in content.split(separator: "\\") {
      switch part {
      case "i1": style.isItalic = true
      case "i0": style.isItalic = false
      case "b1": style.isBold = true
      case "b0": style.isBold = false
      case "u1": style.isUnderlined = true
      case "u0": style.isUnderlined = false
      default:
        // As on a keypad: 1 to 3 below, 7 to 9 above.
        guard part.hasPrefix("an"), let key = Int(part.dropFirst(2)), (1...9).contains(key) else { continue }
        position.line = key > 6 ? .fraction(0) : key > 3 ? .fraction(0.5) : nil
        position.alignment = [.left, nil, .right][(key - 1) % 3]
      }
    }
    return content.count + 2
  }

  // MARK: Entities

  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
    "rlm": "\u{200F}",
  ]

  private mutating func entity(_ rest: Substring) -> Int? {
    guard let end = rest.prefix(10).firstIndex(of: ";") else { return nil }
    let name = rest[rest.index(after: rest.startIndex)..<end]
    if let value = Self.entities[String(name)] ?? Self.character(numbered: name) {
      text += value
      return name.count + 2
    }
    return nil
  }

  private static func character(numbered name: Substring) -> String? {
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    guard let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
      let scalar = Unicode.Scalar(number), scalar.value >= 0x20
    else { return nil }
    return String(Character(scalar))
  }
}
