import StageKit

extension TextRequest {
  /// The text in boxes; a snowman is missing in the font, and the font "Nowhere" is substituted.
  var squareLetters: TextLayout {
    let size = style.size
    let texts = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrapped($0, to: (maximumWidth ?? .infinity) * 2 / size)
    }
    let widths = texts.map { Double($0.count) * size / 2 }
    let whole = maximumWidth ?? widths.max() ?? 0
    let lines = zip(texts, widths).enumerated().map { index, line in
      let x = alignment == .center ? (whole - line.1) / 2 : 0
      let box = Rect(x: x, y: Double(index) * size, width: line.1, height: size)
      return TextLayout.Line(
        outline: line.0.isEmpty ? .empty : .rect(box), baseline: Double(index + 1) * size, x: x, width: line.1,
        isRightToLeft: direction == .rightToLeft, clusters: separatesClusters ? clusters(line.0, in: box) : [])
    }
    return TextLayout(
      lines: lines, size: Size(whole, Double(texts.count) * size), fontSize: size,
      missing: text.filter { $0 == "☃" }.map { String($0) }, fonts: ["Fake"],
      substitutions: style.families == ["Nowhere"] ? ["there is no font 'Nowhere'"] : [])
  }
}

extension TextRequest {
  /// A box for each letter of a line; from the right where the text reads so.
  fileprivate func clusters(_ text: String, in line: Rect) -> [TextLayout.Cluster] {
    let width = style.size / 2
    var word = 0
    // Spans are those of texts of one line.
    return text.enumerated().map { index, letter in
      let place = direction == .rightToLeft ? line.maxX - width * Double(index + 1) : line.x + width * Double(index)
      defer { if letter == " " { word += 1 } }
      return TextLayout.Cluster(
        text: String(letter),
        outline: letter == " " ? .empty : .rect(Rect(x: place, y: line.y, width: width, height: line.height)),
        x: place, width: width, word: word, span: spans.firstIndex { $0.range.contains(index) })
    }
  }
}

/// Wraps words into lines up to a length.
private func wrapped(_ text: Substring, to length: Double) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    let longer = (lines.last ?? "").isEmpty ? String(word) : "\(lines.last ?? "") \(word)"
    if Double(longer.count) <= length { lines[lines.count - 1] = longer } else { lines.append(String(word)) }
  }
  return lines
}
