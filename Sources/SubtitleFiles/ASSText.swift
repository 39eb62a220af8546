@_spi(Host) import Coding
import StageKit
@_spi(Host) import TimedText

/// Reads the text of an event: its override tags and line breaks.
struct ASSText {
  private let base: ASSStyle
  private let styles: [String: ASSStyle]
  private let canvas: ScriptCanvas
  private let line: Int
  private(set) var remarks: Remarks
  /// Who speaks.
  var voice: String?

  private var style: ASSStyle
  private var spans = SpanLines()
  private var breaksSoftly: Bool
  private var drawingScale = 0
  /// When the next syllable is sung.
  private var syllable: Double
  private let start: Double
  private var alignment: Int?
  private var place: Point?

  /// - Parameter breaksSoftly: Whether `\n` ends a line.
  init(
    _ style: ASSStyle, _ styles: [String: ASSStyle], start: Double, _ canvas: ScriptCanvas, breaksSoftly: Bool,
    line: Int, _ remarks: Remarks
  ) {
    (base, self.style, self.styles, self.canvas) = (style, style, styles, canvas)
    (self.breaksSoftly, self.line, self.remarks) = (breaksSoftly, line, remarks)
    (self.start, syllable) = (start, start)
  }

  /// The spans of all lines; none where nothing is left but space.
  mutating func lines(of text: Substring) -> [[SubtitleSpan]] {
    setStyle()
    let lastEnd = text.lastIndex(of: "}") ?? text.startIndex
    var rest = text
    while let character = rest.first {
      if character == "{", rest.startIndex < lastEnd, let end = rest.firstIndex(of: "}") {
        override(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        continue
      }
      rest.removeFirst()
      // The text of a drawing is its outline.
      guard drawingScale == 0 else { continue }
      switch (character, rest.first) {
      case ("\\", "N"): spans.newLine()
      case ("\\", "n"): if breaksSoftly { spans.newLine() } else { spans.append(" ") }
      case ("\\", "h"): spans.append("\u{A0}")
      default:
        spans.append(String(character))
        continue
      }
      rest.removeFirst()
    }
    return spans.finish()
  }

  /// The alignment, and the position where the text gives one.
  var position: SubtitlePosition {
    let key = alignment ?? base.alignment
    var position = SubtitlePosition(
      line: key > 6 ? .fraction(0) : key > 3 ? .fraction(0.5) : nil, alignment: [.left, nil, .right][(key - 1) % 3])
    if let place {
      position.position = min(max(place.x / canvas.width, 0), 1)
      position.line = .fraction(min(max(place.y / canvas.height, 0), 1))
    }
    return position
  }

  private mutating func setStyle() {
    var result = SubtitleStyle()
    (result.isBold, result.isItalic, result.isUnderlined) = (style.isBold, style.isItalic, style.isUnderlined)
    result.color = style.color.css
    result.voice = voice
    spans.style = result
    if style.isStruckThrough { remarks.add("strike", line: line, "lines through texts are not kept") }
  }

  // MARK: Tags

  /// The tags of a block, whose other characters are comments.
  private mutating func override(_ block: Substring) {
    var rest = block.drop { $0 != "\\" }
    while rest.popFirst() != nil {
      var depth = 0
      let tag = rest.prefix { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return character != "\\" || depth > 0
      }
      apply(tag)
      rest = rest[tag.endIndex...]
    }
    setStyle()
  }

  /// Names of tags before shorter ones that begin them.
  private static let names = [
    "1a", "2a", "3a", "4a", "1c", "2c", "3c", "4c", "alpha", "an", "a", "blur", "bord", "be", "b", "clip", "c", "fade",
    "fad", "fax", "fay", "fe", "fn", "frx", "fry", "frz", "fr", "fscx", "fscy", "fsc", "fsp", "fs", "iclip", "i", "kf",
    "ko", "kt", "k", "K", "move", "org", "pbo", "pos", "p", "q", "r", "shad", "s", "t", "u", "xbord", "xshad", "ybord",
    "yshad",
  ]

  private static func kind(of name: String) -> String? {
    switch name {
    case "fn", "fs", "fscx", "fscy", "fsc", "fsp", "fe": "fonts and sizes"
    case "bord", "xbord", "ybord", "shad", "xshad", "yshad", "blur", "be", "2c", "3c", "4c", "2a", "3a", "4a":
      "outlines and shadows"
    case "fr", "frx", "fry", "frz", "fax", "fay", "org": "turns and slants"
    case "t", "move", "fad", "fade": "motions"
    case "clip", "iclip": "clips"
    default: nil
    }
  }

  private mutating func apply(_ tag: Substring) {
    guard let name = Self.names.first(where: { tag.hasPrefix($0) }) else {
      let unknown = tag.trimmed
      if !unknown.isEmpty { remarks.add("unknown", line: line, "the tag '\\\(unknown.prefix(20))' is not known") }
      return
    }
    let value = String(tag.dropFirst(name.count).trimmed)
    let arguments = value.drop { $0 == "(" }.prefix { $0 != ")" }
      .split(separator: ",", omittingEmptySubsequences: false).map { Double($0.trimmed) ?? .nan }
    if let kind = Self.kind(of: name) {
      remarks.add(kind, line: line, "\(kind) of texts are not kept, such as '\\\(tag.trimmed.prefix(40))'")
    }
    switch name {
    case "b": style.isBold = Int(value).map { $0 == 1 || $0 > 500 } ?? base.isBold
    case "i": style.isItalic = Int(value).map { $0 != 0 } ?? base.isItalic
    case "u": style.isUnderlined = Int(value).map { $0 != 0 } ?? base.isUnderlined
    case "s": style.isStruckThrough = Int(value).map { $0 != 0 } ?? base.isStruckThrough
    case "c", "1c":
      style.color.value = value.isEmpty ? base.color.value : ScriptColor(value).value
      style.color.isOverride = !value.isEmpty
    case "alpha", "1a":
      style.color.alpha = value.isEmpty ? base.color.alpha : Int(ScriptColor(value).value & 255)
    case "an":
      if alignment == nil, let key = Int(value), (1...9).contains(key) { alignment = key }
    case "a": if alignment == nil { alignment = Int(value).flatMap(ASSStyle.keypad(old:)) }
    case "pos", "move":
      if place == nil, arguments.count >= 2, arguments[0].isFinite, arguments[1].isFinite {
        place = Point(arguments[0], arguments[1])
      }
    case "k", "K", "kf", "ko":
      let duration = Double(value) ?? 0
      spans.start = syllable
      if duration.isFinite { syllable += min(max(duration, 0), 1e7) / 100 }
    case "kt": if let offset = Double(value), offset.isFinite { syllable = start + min(max(offset, 0), 1e7) / 100 }
    case "p":
      drawingScale = max(Int(value) ?? 0, 0)
      if drawingScale > 0 { remarks.add("drawing", line: line, "drawings (\\p) are not shown") }
    case "q": breaksSoftly = value == "2"
    case "r":
      style = styles[value.lowercased()] ?? base
      style.remark(to: &remarks)
    default: break
    }
  }
}
