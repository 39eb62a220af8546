@_spi(Host) import Coding

/// Reads a cue's text: its tags, character references and line breaks.
struct SubtitleMarkup {
  private let format: SubtitleFormat
  private let times: ClosedRange<Double>
  private let styles: WebVTTStyles
  private(set) var remarks: Remarks
  /// The number of the line in the file that is read.
  private var line: Int
  private var lines: [[SubtitleSpan]] = [[]]
  private var open: [(tag: String, style: SubtitleStyle)] = []
  private var style = SubtitleStyle()
  private var start: Double?
  private var text = ""
  /// The position that tags of SubRip give the cue.
  private(set) var position = SubtitlePosition()

  /// - Parameters:
  ///   - line: The number of the text's first line in its file, from 1.
  ///   - name: The name of the cue, by which styles find it.
  init(
    _ format: SubtitleFormat, start: Double = 0, end: Double = .infinity, line: Int,
    styles: WebVTTStyles = WebVTTStyles(), name: String? = nil, remarks: Remarks
  ) {
    (self.format, self.line, self.styles, self.remarks) = (format, line, styles, remarks)
    times = start...max(start, end)
    styles.apply(to: &style, of: .init(id: name))
  }

  /// The spans of all lines that show something.
  mutating func lines(of source: String) -> [[SubtitleSpan]] {
    var rest = Substring(source)
    while let character = rest.first {
      if let length = markup(rest) {
        rest = rest.dropFirst(length)
        continue
      }
      rest.removeFirst()
      if character == "\n" {
        line += 1
        newLine()
      } else if open.last?.tag != "rt" {
        text.append(character)
      }
    }
    endSpan()
    return lines.filter { $0.contains { !$0.text.isBlank } }
  }

  /// Takes a tag, a character reference or an escape, and gives the number of its characters; nil at text.
  private mutating func markup(_ rest: Substring) -> Int? {
    switch rest.first {
    case "<": return tag(rest)
    case "&": return reference(rest)
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
    .srt: ["b", "i", "u", "s", "br", "font", "c", "v"],
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
    if name == "br" {
      newLine()
      return length
    }
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
    case "rt": remarks.add("ruby", line: line, "ruby text is not shown")
    case "s": remarks.add("strike", line: line, "lines through texts are not kept")
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "v":
      let voice = String(attributes.drop { !$0.isWhitespace }.trimmed)
      style.voice = voice.isEmpty ? nil : voice
    case "font":
      style.color = Self.fontColor(attributes) ?? style.color
      let lower = attributes.lowercased()
      if lower.contains("face=") || lower.contains("size=") {
        remarks.add("fonts", line: line, "fonts and sizes of texts are not kept")
      }
    default: break
    }
    guard format == .vtt else { return }
    let words = attributes.first == "." ? attributes.dropFirst().prefix { !$0.isWhitespace } : ""
    let classes = words.split(separator: ".").map(String.init)
    if let color = classes.last(where: { Self.colors.contains($0) }) { style.color = color }
    if let background = classes.first(where: { $0.hasPrefix("bg_") && Self.colors.contains(String($0.dropFirst(3))) }) {
      remarks.add("backgrounds", line: line, "backgrounds of texts are not kept, such as '\(background)'")
    }
    styles.apply(to: &style, of: .init(name: name, classes: classes, voice: name == "v" ? style.voice : nil))
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
        guard part.hasPrefix("an"), let key = Int(part.dropFirst(2)), (1...9).contains(key) else {
          remarks.add("tags", line: line, "tags such as '\\\(part.prefix(40))' are not kept")
          continue
        }
        position.line = key > 6 ? .fraction(0) : key > 3 ? .fraction(0.5) : nil
        position.alignment = [.left, nil, .right][(key - 1) % 3]
      }
    }
    return content.count + 2
  }

  // MARK: Character references

  private mutating func reference(_ rest: Substring) -> Int? {
    guard let end = rest.prefix(16).firstIndex(of: ";") else { return nil }
    let name = rest[rest.index(after: rest.startIndex)..<end]
    guard let character = CharacterReference.character(name) else { return nil }
    if open.last?.tag != "rt" { text.append(character) }
    return name.count + 2
  }
}
