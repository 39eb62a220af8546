/// Changes of the order of items.
extension TextLayout {
  /// An item with the comments that belong to it: those above it, without an empty line between, and those behind it on
  /// its line.
  func unit(_ item: SourceItem, from low: Int, to high: Int) -> Range<Int> {
    var start = item.start
    if isFirstOnLine(start) {
      var line = lineStart(start)
      while line > low, let above = commentLine(before: line), above >= low {
        line = above
        start = blanksEnd(line)
      }
    }
    let (end, isWholeLine) = commentsEnd(item.end)
    let isLast = isWholeLine || blanksEnd(end) == bytes.count || isLineEnd(bytes[blanksEnd(end)])
    return start..<(isLast ? max(end, item.end) : item.end)
  }

  /// The start of the line before another, if that has nothing but a comment.
  private func commentLine(before line: Int) -> Int? {
    guard line > 0 else { return nil }
    var end = line - 1
    if bytes[end] == 0x0A, end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    let start = lineStart(end)
    let text = bytes[blanksEnd(start)..<max(end, blanksEnd(start))]
    if text.starts(with: "//".utf8) { return start }
    let isBlock = text.starts(with: "/*".utf8) && text.count >= 4 && text.suffix(2).elementsEqual("*/".utf8)
    return isBlock ? start : nil
  }

  /// The items of a container in another order. What is between them stays where it is.
  func reordering(_ container: SourceContainer, as order: [Int]) -> Change {
    var units: [Range<Int>] = []
    for item in container.items {
      units.append(unit(item, from: units.last?.upperBound ?? container.start + 1, to: container.close))
    }
    let hasLastComma = container.items.last?.comma != nil
    var text: [UInt8] = []
    for (place, index) in order.enumerated() {
      let isLast = place == order.count - 1
      let (unit, item) = (units[index], container.items[index])
      text += bytes[unit.lowerBound..<item.value.upperBound]
      switch (item.comma, !isLast || hasLastComma) {
      case (let comma?, true):
        text += bytes[item.value.upperBound...comma] + bytes[(comma + 1)..<unit.upperBound]
      case (let comma?, false):
        text += bytes[item.value.upperBound..<comma] + bytes[(comma + 1)..<unit.upperBound]
      case (nil, true): text += [UInt8(ascii: ",")] + bytes[item.value.upperBound..<unit.upperBound]
      case (nil, false): text += bytes[item.value.upperBound..<unit.upperBound]
      }
      let gap = isLast ? unit.upperBound..<unit.upperBound : units[place].upperBound..<units[place + 1].lowerBound
      let next = isLast ? bytes[blanksEnd(units[place].upperBound)] : bytes[gap].first { !isBlank($0) } ?? 0x20
      // A comment to the end of a line takes what follows it to the next line.
      if endsWithLineComment(unit, item), !isLineEnd(next) {
        text += Array((lineEnd + indent(at: item.start)).utf8)
        text += bytes[gap].drop(while: isBlank)
      } else {
        text += bytes[gap]
      }
    }
    let range = (units.first?.lowerBound ?? 0)..<(units.last?.upperBound ?? 0)
    return (range, String(decoding: text, as: UTF8.self))
  }

  private func endsWithLineComment(_ unit: Range<Int>, _ item: SourceItem) -> Bool {
    unit.upperBound > item.end && commentsEnd(item.end) == (unit.upperBound, true)
  }

  /// The changes that add a copy of an item behind it, without the comments around it.
  func duplication(of place: Int, in container: SourceContainer) -> [Change] {
    let item = container.items[place]
    let own = unit(item, from: container.start + 1, to: container.close)
    let value = String(decoding: bytes[item.value], as: UTF8.self)
    let space = isFirstOnLine(item.start) || endsWithLineComment(own, item) ? lineEnd + indent(at: item.start) : " "
    let added: Change = (own.upperBound..<own.upperBound, space + value + (item.comma == nil ? "" : ","))
    guard item.comma == nil else { return [added] }
    let end = item.value.upperBound
    return end == own.upperBound ? [(end..<end, "," + added.text)] : [(end..<end, ","), added]
  }
}
