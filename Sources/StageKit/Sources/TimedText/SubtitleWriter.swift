extension SubtitleTrack {
  /// The track as a file in UTF-8, with a line feed after each line. Times are rounded to milliseconds. WebVTT has styles for
  /// colors that it has no classes for.
  public func text(_ format: SubtitleFormat) -> String {
    var result = format == .vtt ? "WEBVTT\n" + styles : ""
    for (index, cue) in cues.enumerated() {
      if format == .vtt || index > 0 { result += "\n" }
      if format == .srt { result += "\(index + 1)\n" }
      let separator = format == .srt ? "," : "."
      result += SubtitleTime.text(cue.start, separator: separator) + " --> "
      result += SubtitleTime.text(cue.end, separator: separator)
      let settings = format == .vtt ? cue.position.settings : ""
      result += (settings.isEmpty ? "" : " " + settings) + "\n" + cue.text(format) + "\n"
    }
    return result
  }

  /// A block with a rule for each color that WebVTT has no class for; empty without any.
  private var styles: String {
    var rules: [String: String] = [:]
    for span in cues.lazy.flatMap(\.lines).joined() {
      guard let color = span.styledColor, let name = SubtitleSpan.colorClass(color) else { continue }
      rules[name] = "::cue(.\(name)) { color: \(color) }\n"
    }
    return rules.isEmpty ? "" : "\nSTYLE\n" + rules.sorted { $0.key < $1.key }.map(\.value).joined()
  }
}

extension SubtitleCue {
  /// Its lines with tags, as a file has them below its times. Colors that WebVTT has no class for are classes, for which
  /// `SubtitleTrack.text(_:)` writes styles.
  public func text(_ format: SubtitleFormat) -> String {
    // A blank line would end the cue.
    let shown = lines.filter { $0.contains { !$0.text.isBlank } }
    let text = shown.map { $0.map { $0.text(format) }.joined() }.joined(separator: "\n")
    return format == .srt ? position.overrideTag + text : text
  }
}

extension SubtitleSpan {
  /// The colors for which WebVTT has classes.
  private static let colors = [
    "#FFFFFF": "white", "#00FF00": "lime", "#00FFFF": "cyan", "#FF0000": "red", "#FFFF00": "yellow",
    "#FF00FF": "magenta", "#0000FF": "blue", "#000000": "black",
  ]

  fileprivate static func isPlain(_ name: String) -> Bool { colors.values.contains(name) }

  /// Its color if WebVTT has no class for it, so that a file needs a style.
  @_spi(Host) public var styledColor: String? {
    guard let color = style.color, let name = Self.colorClass(color), !Self.isPlain(name) else { return nil }
    return color
  }

  /// The class of a color: its own where WebVTT has one, else one for which the file has a style; nil for what is no color.
  fileprivate static func colorClass(_ color: String) -> String? {
    if let name = colors[color.uppercased()] { return name }
    let isSafe = color.utf8.allSatisfy { byte in
      let character = Character(Unicode.Scalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "#(),.%/+- ".contains(character))
    }
    guard isSafe, !color.isEmpty else { return nil }
    let lower = color.lowercased()
    if isPlain(lower) { return lower }
    let words = lower.split { !$0.isLetter && !$0.isNumber && $0 != "." }
    return (["color"] + words.map { $0.replacing(".", with: "_") }).joined(separator: "-")
  }

  fileprivate func text(_ format: SubtitleFormat) -> String {
    var result = text
    if format == .vtt {
      result = result.flatMap { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }
        .reduce(into: "") { $0.append($1) }
    }
    if style.isUnderlined { result = "<u>\(result)</u>" }
    if style.isItalic { result = "<i>\(result)</i>" }
    if style.isBold { result = "<b>\(result)</b>" }
    switch format {
    case .srt:
      if let color = style.color { result = "<font color=\"\(color)\">\(result)</font>" }
    case .vtt:
      if let name = style.color.flatMap(Self.colorClass) { result = "<c.\(name)>\(result)</c>" }
      if let voice = style.voice { result = "<v \(voice)>\(result)</v>" }
      if let start { result = "<\(SubtitleTime.text(start, separator: "."))>\(result)" }
    }
    return result
  }
}

extension SubtitlePosition {
  /// True where its text is not at the bottom in the middle, or may not be.
  @_spi(Host) public var isElsewhere: Bool {
    line != nil || position != nil || !(alignment == nil || alignment == .center)
  }

  /// As WebVTT writes it; empty without any property.
  @_spi(Host) public var settings: String {
    var parts: [String] = []
    switch line {
    case .fraction(let value): parts.append("line:\(Self.percentage(value))")
    case .number(let number): parts.append("line:\(number)")
    case nil: break
    }
    if let position { parts.append("position:\(Self.percentage(position))") }
    if let size { parts.append("size:\(Self.percentage(size))") }
    if let alignment { parts.append("align:\(alignment.rawValue)") }
    return parts.joined(separator: " ")
  }

  private static func percentage(_ value: Double) -> String {
    let hundredths = (value * 10000).rounded()
    let isWhole = hundredths.truncatingRemainder(dividingBy: 100) == 0
    return isWhole ? "\(Int(hundredths / 100))%" : "\(hundredths / 100)%"
  }

  /// A tag such as `{\an8}`, which SubRip's players know; empty for text at the bottom in the middle.
  fileprivate var overrideTag: String {
    let row =
      switch line {
      case .fraction(let value): value < 1.0 / 3 ? 6 : value < 2.0 / 3 ? 3 : 0
      case .number(let number): number >= 0 ? 6 : 0
      case nil: 0
      }
    let column =
      switch alignment {
      case .start, .left: 1
      case .end, .right: 3
      case .center, nil: 2
      }
    return row + column == 2 ? "" : "{\\an\(row + column)}"
  }
}
