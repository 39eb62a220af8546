import StageKit

/// Shrinks and cuts text so that it fits its room.
struct TextFitter {
  /// Lines of text, and what does not fit of them.
  struct Result {
    var text: SizedText
    var lines: [ShapedLine]
    var misfit: String?
    /// The parts of a shape in which the lines are.
    var rows: [ShapeRows.Row]?
  }

  let request: TextRequest
  let paragraphs: [Paragraph]
  let fonts: [FontFallback]
  let breakFinder: BreakFinder
  /// Finite and not below 0.
  let maximumWidth: Double?

  var fit: TextFit { request.fit }

  /// Rounding does not make text too large.
  private static let tolerance = 1e-6
  /// In points.
  private static let sizeStep = 0.25

  func fitted() -> Result {
    if let shape = request.shape { return filled(shape) }
    let text = sized { misfit(of: $0.lines(within: maximumWidth), in: $0) == nil }
    let lines = text.lines(within: maximumWidth)
    let allowed = allowedCount(of: lines, in: text)
    if allowed < lines.count, fit.overflow == .ellipsis {
      let cutter = LineCutter(
        request: request, paragraphs: paragraphs, fonts: fonts, breakFinder: breakFinder, text: text)
      let cut = cutter.cut(lines[allowed - 1], within: maximumWidth)
      let place = cut.lastWords.isEmpty ? "it is cut" : "it is cut after '\(cut.lastWords)'"
      return Result(
        text: text, lines: lines.prefix(allowed - 1).map(\.shaped) + [cut.line],
        misfit: misfit(of: lines, in: text).map { "\($0); \(place)" })
    }
    let balanced =
      maximumWidth.flatMap { request.balancesLines ? text.balanced(lines, within: $0) : nil } ?? lines
    return Result(text: text, lines: balanced.map(\.shaped), misfit: misfit(of: lines, in: text))
  }

  // MARK: Shrinking

  /// The text at the largest size that fits, or else at the smallest.
  func sized(_ fits: (SizedText) -> Bool) -> SizedText {
    let largest = request.style.size
    guard let minimum = fit.minimumSize, minimum < largest else { return sized(to: largest) }
    let smallest = max(minimum, Self.sizeStep)
    func text(_ step: Int) -> SizedText { sized(to: max(largest - Self.sizeStep * Double(step), smallest)) }
    var (low, high) = (0, Int(((largest - smallest) / Self.sizeStep).rounded(.up)))
    while low < high {
      let middle = (low + high) / 2
      if fits(text(middle)) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return text(low)
  }

  private func sized(to size: Double) -> SizedText {
    SizedText(paragraphs, of: request, primary: fonts[0].primary, size: size)
  }

  // MARK: Limits

  /// The number of lines that fit; at least one.
  private func allowedCount(of lines: [SizedText.Line], in text: SizedText) -> Int {
    var allowed = min(lines.count, fit.maximumLines ?? .max)
    if let maximum = fit.maximumHeight {
      while allowed > 1, text.height(of: Array(lines.prefix(allowed))) > maximum + Self.tolerance { allowed -= 1 }
    }
    return max(allowed, 1)
  }

  /// The part that does not fit, or nil.
  private func misfit(of lines: [SizedText.Line], in text: SizedText) -> String? {
    let size = text.size < request.style.size ? " at size \(Self.number(text.size))" : ""
    if let maximum = fit.maximumLines, lines.count > maximum {
      return "the text needs \(lines.count) lines\(size), \(maximum) \(maximum == 1 ? "is" : "are") allowed"
    }
    let height = text.height(of: lines)
    if let maximum = fit.maximumHeight, height > maximum + Self.tolerance {
      return "the text is \(Self.number(height)) points high\(size), \(Self.number(maximum)) are allowed"
    }
    let breaksWord = lines.contains { text.fitters[$0.paragraph].breaksWord($0.part) }
    guard breaksWord, let maximumWidth else { return nil }
    let word = text.widestWord
    return "the word '\(word.text)' is \(Self.number(word.width)) points wide\(size) and breaks, "
      + "\(Self.number(maximumWidth)) are allowed"
  }

  /// With up to two decimals.
  static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    let text = "\(hundredths / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
