import Reporting
import StageKit

/// Items that go into the list of another item, and out of it.
extension TextLayout {
  /// The change that puts neighboring stages into a group, with the comments above them and behind them.
  func grouping(_ places: Range<Int>, of container: SourceContainer, id: String) -> Change {
    let (first, last) = (container.items[places.lowerBound], container.items[places.upperBound - 1])
    var reader = SourceReader(bytes: bytes)
    let like = reader.container(at: first.value.lowerBound)?.items.first
    let head = [("id", id), ("stage", "group")].map { name, value in
      "\(key(name, like: like)): \(JSONValue.string(value).text)"
    }.joined(separator: ", ")
    let list = key("stages", like: like) + ": ["
    guard isFirstOnLine(first.start) else {
      let body = String(decoding: bytes[first.start..<last.value.upperBound], as: UTF8.self)
      return (first.start..<last.value.upperBound, "{ \(head), \(list)\(body)] }")
    }
    var units: [Range<Int>] = []
    for item in container.items[..<places.upperBound] {
      units.append(unit(item, from: units.last?.upperBound ?? container.start + 1, to: container.close))
    }
    let range = units[places.lowerBound].lowerBound..<units[places.upperBound - 1].upperBound
    let indent = indent(at: first.start)
    let inner = indent + Self.unit
    // The comma behind the last one goes behind the group.
    let body = shifted(range, without: last.comma) { $0 ? Self.unit + Self.unit : "" }
    return (
      range,
      "{" + lineEnd + inner + head + "," + lineEnd + inner + list + lineEnd + inner + Self.unit + body + lineEnd + inner
        + "]" + lineEnd + indent + "}" + (last.comma == nil ? "" : ",")
    )
  }

  /// The change that puts the stages of a group into its place. All comments in it stay.
  func ungrouping(_ place: Int, of container: SourceContainer, stages: SourceContainer) -> Change {
    let group = container.items[place]
    guard let first = stages.items.first, let last = stages.items.last else {
      return removal(of: place, in: container)[0]
    }
    let isSpace: (UInt8) -> Bool = { isBlank($0) || isLineEnd($0) }
    let inside = (stages.start + 1)..<stages.close
    let start = bytes[inside].firstIndex { !isSpace($0) } ?? inside.lowerBound
    let end = (bytes[inside].lastIndex { !isSpace($0) } ?? inside.lowerBound) + 1
    let (own, inner) = (indent(at: group.start), indent(at: first.start))
    let isDeeper = isFirstOnLine(first.start) && isFirstOnLine(group.start) && inner.hasPrefix(own)
    let surplus = isDeeper ? inner.utf8.count - own.utf8.count : 0
    // It has a comma behind it if the group has one.
    let comma = group.comma == nil ? last.comma : nil
    let added: Change? =
      group.comma != nil && last.comma == nil ? (last.value.upperBound..<last.value.upperBound, ",") : nil
    var body = shifted(start..<end, without: comma, adding: added, cutting: surplus) { _ in "" }
    let around = [group.start..<stages.start, (stages.close + 1)..<group.end].flatMap(comments)
    if !around.isEmpty { body = around.map { $0 + lineEnd + own }.joined() + body }
    if let comment = comments(last.value.upperBound..<end).last, comment.hasPrefix("//"), body.hasSuffix(comment),
      blanksEnd(group.end) < bytes.count, !isLineEnd(bytes[blanksEnd(group.end)])
    {
      body += lineEnd + own
    }
    return (group.start..<group.end, body)
  }

  /// The text of a range without a byte, with something added, and with other indents: `indent` gives what comes before each of
  /// its lines but the first, by whether the line has anything, and so many blanks are cut there. Texts in quotes that go over
  /// several lines stay.
  private func shifted(
    _ range: Range<Int>, without cut: Int?, adding added: Change? = nil, cutting surplus: Int = 0,
    indent: (Bool) -> String
  ) -> String {
    var result: [UInt8] = []
    var index = range.lowerBound
    var quote: UInt8?
    var comment = Comment.none
    while index < range.upperBound {
      if let added, added.range.lowerBound == index { result += added.text.utf8 }
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if index != cut { result.append(byte) }
      index += 1
      if let open = quote {
        if byte == UInt8(ascii: "\\"), index < range.upperBound {
          result.append(bytes[index])
          index += 1
        } else if byte == open {
          quote = nil
        }
        continue
      }
      switch comment {
      case .none:
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        if byte == UInt8(ascii: "/") { comment = Comment(next) }
        // The star that opens a comment does not close it, as in /*/.
        if comment == .block, index < range.upperBound {
          result.append(next)
          index += 1
          continue
        }
      case .line: if isLineEnd(byte) { comment = .none }
      case .block:
        if byte == UInt8(ascii: "/"), bytes[index - 2] == UInt8(ascii: "*") { comment = .none }
      }
      guard isLineEnd(byte), !(byte == 0x0D && next == 0x0A) else { continue }
      let text = blanksEnd(index)
      let isFilled = text < range.upperBound && !isLineEnd(bytes[text])
      result += indent(isFilled).utf8
      index = min(index + surplus, max(index, text))
    }
    if let added, added.range.lowerBound == range.upperBound { result += added.text.utf8 }
    return String(decoding: result, as: UTF8.self)
  }

  private enum Comment {
    case none, line, block

    /// By the byte behind a slash.
    init(_ next: UInt8) {
      self = next == UInt8(ascii: "/") ? .line : next == UInt8(ascii: "*") ? .block : .none
    }
  }

  /// The comments in a range.
  private func comments(_ range: Range<Int>) -> [String] {
    var found: [String] = []
    var index = range.lowerBound
    var quote: UInt8?
    while index < range.upperBound {
      let byte = bytes[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "/"), index + 1 < range.upperBound {
        let start = index
        switch Comment(bytes[index + 1]) {
        case .line: index = bytes[start...].firstIndex(where: isLineEnd) ?? range.upperBound
        case .block:
          index += 2
          while index < range.upperBound,
            !(bytes[index] == UInt8(ascii: "*") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"))
          {
            index += 1
          }
          index += 2
        case .none: break
        }
        if index > start {
          found.append(String(decoding: bytes[start..<min(index, range.upperBound)], as: UTF8.self))
          continue
        }
      }
      index += 1
    }
    return found
  }
}
