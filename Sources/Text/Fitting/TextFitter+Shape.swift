import StageKit

/// Text that fills a shape.
extension TextFitter {
  /// Lines in the rows of a shape.
  private struct Filling {
    var lines: [SizedText.Line] = []
    var rows: [ShapeRows.Row] = []
    /// The paragraph and the scalar with which what has no room begins; nil if all is there.
    var rest: (paragraph: Int, scalar: Int)? = (0, 0)
  }

  /// Text of the largest size that fills a shape without a word that breaks, or else of the smallest, cut or going on below.
  func filled(_ shape: TextShape) -> Result {
    let rows = ShapeRows(shape.outline)
    let text = sized { filling(of: $0, rows, shape.alignment).rest == nil }
    let whole = filling(of: text, rows, shape.alignment)
    if whole.rest == nil { return result(whole, text, misfit: nil) }
    var broken = filling(of: text, rows, shape.alignment, breaksWords: true)
    let size = text.size < request.style.size ? " at size \(Self.number(text.size))" : ""
    guard let rest = broken.rest else {
      return result(broken, text, misfit: "a word is wider than the shape that the text fills\(size), and breaks")
    }
    let misfit = "the text does not fit into its shape\(size)"
    guard fit.overflow == .ellipsis, let last = broken.lines.last, let row = broken.rows.last else {
      addBelow(rest, of: text, rows, to: &broken)
      return result(broken, text, misfit: misfit)
    }
    let cutter = LineCutter(
      request: request, paragraphs: paragraphs, fonts: fonts, breakFinder: breakFinder, text: text)
    let cut = cutter.cut(last, within: row.width)
    var result = result(
      broken, text, misfit: misfit + "; it is cut" + (cut.lastWords.isEmpty ? "" : " after '\(cut.lastWords)'"))
    result.lines[result.lines.count - 1] = cut.line
    return result
  }

  private func result(_ filling: Filling, _ text: SizedText, misfit: String?) -> Result {
    Result(text: text, lines: filling.lines.map(\.shaped), misfit: misfit, rows: filling.rows)
  }

  /// Text in the least number of rows that hold it, at their side of the shape; in all rows where none do.
  private func filling(
    of text: SizedText, _ rows: ShapeRows, _ alignment: TextShape.Alignment, breaksWords: Bool = false
  ) -> Filling {
    let height = text.tallestLine.height
    let most = Int(min(max((rows.bounds.height / height + 1e-9).rounded(.down), 0), 1000))
    let greatest = min(most, fit.maximumLines ?? most)
    guard greatest > 0 else { return Filling() }
    func filling(_ count: Int) -> Filling {
      let room = rows.bounds.height - Double(count) * height
      let share =
        switch alignment {
        case .top: 0.0
        case .middle: 0.5
        case .bottom: 1.0
        }
      let top = rows.bounds.y + room * share
      return fill((0..<count).map { rows.row(top: top + Double($0) * height, height: height) }, with: text, breaksWords)
    }
    if alignment == .top { return filling(greatest) }
    for count in 1..<greatest {
      let found = filling(count)
      if found.rest == nil { return found }
    }
    return filling(greatest)
  }

  /// Lines in rows, without those that are too narrow for the next word.
  private func fill(_ rows: [ShapeRows.Row?], with text: SizedText, _ breaksWords: Bool) -> Filling {
    var result = Filling()
    var next = rows[...]
    for (index, breaker) in text.fitters.enumerated() {
      var start = 0
      repeat {
        var line: LineBreaker.Line?
        while line == nil {
          guard let row = next.popFirst() else {
            result.rest = (index, start)
            return result
          }
          guard let row else { continue }
          let found = breaker.line(from: start, within: row.width)
          guard found.shaped.width <= row.width + 1e-9, breaksWords || !breaker.breaksWord(found) else { continue }
          line = found
          result.lines.append(SizedText.Line(paragraph: index, part: found))
          result.rows.append(row)
          start = found.range.upperBound
        }
      } while start < breaker.count
    }
    result.rest = nil
    return result
  }

  /// Lines as wide as the shape below it, for what has no room in it.
  private func addBelow(
    _ rest: (paragraph: Int, scalar: Int), of text: SizedText, _ rows: ShapeRows, to filling: inout Filling
  ) {
    let height = text.tallestLine.height
    var top = filling.rows.last.map { $0.top + height } ?? rows.bounds.y
    for index in rest.paragraph..<text.fitters.count {
      let breaker = text.fitters[index]
      var start = index == rest.paragraph ? rest.scalar : 0
      repeat {
        let line = breaker.line(from: start, within: rows.bounds.width)
        filling.lines.append(SizedText.Line(paragraph: index, part: line))
        filling.rows.append(ShapeRows.Row(top: top, x: rows.bounds.x, width: rows.bounds.width))
        start = line.range.upperBound
        top += height
      } while start < breaker.count
    }
  }
}
