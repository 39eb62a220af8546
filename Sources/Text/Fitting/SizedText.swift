import StageKit

/// A request's paragraphs at one size of letters.
struct SizedText {
  /// A line, and the index of its paragraph.
  struct Line {
    let paragraph: Int
    let part: LineBreaker.Line

    var shaped: ShapedLine { part.shaped }
  }

  /// In points.
  let size: Double
  let shaper: Shaper
  let fitters: [LineBreaker]
  private let request: TextRequest
  private let primary: Font

  init(_ paragraphs: [Paragraph], of request: TextRequest, primary: Font, size: Double) {
    self.size = size
    self.request = request
    self.primary = primary
    let spacing = request.style.letterSpacing * size / request.style.size
    shaper = Shaper(
      size: size, letterSpacing: spacing.isFinite ? spacing : 0, language: request.style.language,
      features: [request.style.features] + request.spans.map { $0.style(in: request.style).features })
    fitters = paragraphs.map { [shaper] in LineBreaker($0, shaper) }
  }

  /// The widest stretch without an opportunity to break.
  var widestWord: (text: String, width: Double) {
    fitters.map(\.widestWord).reduce(("", 0)) { $1.width > $0.width ? $1 : $0 }
  }

  // MARK: Breaking

  /// As few lines as there can be; one for each paragraph without a width.
  func lines(within maximumWidth: Double?) -> [Line] {
    zip(0..., fitters).flatMap { index, fitter in
      (maximumWidth.map { fitter.lines(within: $0) } ?? [fitter.line]).map { Line(paragraph: index, part: $0) }
    }
  }

  /// The same number of lines, of about equal length.
  func balanced(_ unbalanced: [Line], within maximumWidth: Double) -> [Line] {
    guard (2...8).contains(unbalanced.count) else { return unbalanced }
    var best = unbalanced
    // Words do not break for balance.
    var (low, high) = (widestWord.width, maximumWidth)
    // Half a point is close enough: breaks hardly change within it.
    while high - low > 0.5 {
      let middle = (low + high) / 2
      let narrower = lines(within: middle)
      if narrower.count <= unbalanced.count { (best, high) = (narrower, middle) } else { low = middle }
    }
    return best
  }

  // MARK: Heights

  /// A line's height, and its baseline from its top.
  func metrics(of line: ShapedLine) -> (height: Double, ascent: Double) {
    // As high as its largest letters, and never lower than one of the text's own size.
    if let lineHeight = request.style.lineHeight, lineHeight.isFinite {
      let size = line.runs.reduce(size) { max($0, $1.size) }
      let height = max(lineHeight, 0)
      return (height * size, ((height - primary.ascent - primary.descent) / 2 + primary.ascent) * size)
    }
    let fonts: [(Font, Double)] = [(primary, 1)] + line.runs.map { ($0.font, $0.size / size) }
    let ascent = fonts.reduce(0) { max($0, $1.0.ascent * $1.1) }
    let descent = fonts.reduce(0) { max($0, $1.0.descent * $1.1) }
    let gap = fonts.reduce(0) { max($0, $1.0.lineGap * $1.1) }
    return ((ascent + descent + gap) * size, (ascent + gap / 2) * size)
  }

  /// The greatest height of any line, and its baseline from its top.
  var tallestLine: (height: Double, ascent: Double) {
    fitters.map { metrics(of: $0.line.shaped) }.reduce((0, 0)) { (max($0.0, $1.height), max($0.1, $1.ascent)) }
  }

  func height(of lines: [Line]) -> Double { lines.reduce(0) { $0 + metrics(of: $1.shaped).height } }
}
