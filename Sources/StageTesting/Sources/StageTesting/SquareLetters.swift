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
        isRightToLeft: direction == .rightToLeft)
    }
    return TextLayout(
      lines: lines, size: Size(whole, Double(texts.count) * size), fontSize: size,
      missing: text.filter { $0 == "☃" }.map { String($0) }, fonts: ["Fake"],
      substitutions: style.families == ["Nowhere"] ? ["there is no font 'Nowhere'"] : [])
  }
}

/// Words in lines of at most so many letters.
private func wrapped(_ text: Substring, to length: Double) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    let longer = (lines.last ?? "").isEmpty ? String(word) : "\(lines.last ?? "") \(word)"
    if Double(longer.count) <= length { lines[lines.count - 1] = longer } else { lines.append(String(word)) }
  }
  return lines
}
