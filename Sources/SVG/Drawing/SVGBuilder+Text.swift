import StageKit

extension SVGBuilder {
  /// Text of one style, laid out.
  private struct Run {
    var text: String
    let element: SVGElement
    let style: SVGStyle
    /// Where it begins: a new place, or nil to go on, and how far from there.
    var x: Double?
    var y: Double?
    let offset: Point
    var layout = TextLayout(lines: [], size: Size(0, 0), fontSize: 0, missing: [], fonts: [])

    var width: Double { layout.lines.first?.width ?? 0 }
  }

  /// Draws text at its places; returns the rectangle around its letters.
  mutating func drawText(_ element: SVGElement, _ context: Context, onto list: inout DisplayList) throws -> Rect? {
    let runs = try placedRuns(element, context)
    // Of the letters' cells, which are as high as their font, and of all parts together.
    let bounds = runs.map(\.box).reduce(nil as Rect?) { $0?.union($1) ?? $1 }
    for (path, _, run) in runs {
      var own = context
      own.style = run.style
      try drawShape(path, box: bounds, run.element, own, onto: &list)
    }
    return bounds
  }

  /// The outline of text.
  mutating func outline(ofText element: SVGElement, _ context: Context) throws -> Path {
    let runs = try placedRuns(element, context)
    return Path { builder in for (path, _, _) in runs { builder.append(path) } }
  }

  private mutating func placedRuns(_ element: SVGElement, _ context: Context) throws -> [(
    path: Path, box: Rect, run: Run
  )] {
    var runs: [Run] = []
    try collect(element, context, &runs)
    // No space ends a text.
    while let last = runs.last, last.text.last == " ", last.element.inherited("space") != "preserve" {
      runs[runs.count - 1].text.removeLast()
      if last.text == " " { runs.removeLast() }
    }
    for index in runs.indices {
      runs[index].layout = try layout(runs[index].text, runs[index].style)
      let missing = runs[index].layout.missing
      if !missing.isEmpty { omit("no font draws '\(missing.joined())'", at: runs[index].element) }
    }
    var result: [(path: Path, box: Rect, run: Run)] = []
    var pen = Point.zero
    var index = 0
    while index < runs.count {
      // Text up to the next place of its own is aligned as one.
      var end = index + 1
      while end < runs.count, runs[end].x == nil, runs[end].y == nil { end += 1 }
      pen = Point(runs[index].x ?? pen.x, runs[index].y ?? pen.y)
      // Where the first of it is moved to counts as its place.
      let width = runs[index..<end].reduce(-runs[index].offset.x) { $0 + $1.width + $1.offset.x }
      switch runs[index].style["text-anchor"] {
      case "middle": pen.x -= width / 2
      case "end": pen.x -= width
      default: break
      }
      for run in runs[index..<end] {
        pen = pen + run.offset
        let baseline = run.layout.lines.first?.baseline ?? 0
        let box = Rect(x: pen.x, y: pen.y - baseline, width: run.width, height: run.layout.size.height)
        result.append((run.layout.outline.transformed(by: .translation(box.origin)), box, run))
        pen.x += run.width
      }
      index = end
    }
    return result
  }

  private mutating func collect(_ element: SVGElement, _ context: Context, _ runs: inout [Run]) throws {
    func first(_ name: String, _ whole: Double) -> Double? {
      guard let text = element[name] else { return nil }
      guard let lengths = SVGProperty.lengths(text) else {
        if !text.trimmed.isEmpty { omit("the \(name) '\(text)' is not understood", at: element) }
        return nil
      }
      if lengths.count > 1 { omit("letters with places of their own are set in a line", at: element) }
      return lengths[0].value(of: whole, context.style.fontSize)
    }
    var (x, y) = (first("x", context.viewport.width), first("y", context.viewport.height))
    var offset = Point(first("dx", context.viewport.width) ?? 0, first("dy", context.viewport.height) ?? 0)
    if let text = element["rotate"], SVGValues.list(text).numbers.contains(where: { $0 != 0 }) {
      omit("letters are not turned each by itself", at: element)
    }
    if element.name != "text" {
      let layered = ["clip-path", "filter", "mask"].filter { !["none", nil].contains(context.style[$0]) }
      for name in layered + (context.style.share("opacity") < 1 ? ["opacity"] : []) {
        omit("'\(name)' of a part of a text is not drawn", at: element)
      }
    }
    let keepsSpace = element.inherited("space") == "preserve"
    for child in element.children {
      switch child {
      case .text(let text):
        func isSpace(_ character: Character) -> Bool {
          character.asciiValue.map(ByteScanner.isSpace) ?? (character == "\r\n")
        }
        let shown: String
        if keepsSpace {
          shown = String(text.map { isSpace($0) ? " " : $0 })
        } else {
          let words = text.split(whereSeparator: isSpace).joined(separator: " ")
          // Spaces that follow one another are one, in whatever part of the text they are.
          let leads = text.first.map(isSpace) == true && !runs.isEmpty && x == nil && runs.last?.text.last != " "
          let trails = text.last.map(isSpace) == true && !words.isEmpty
          shown = (leads ? " " : "") + words + (trails ? " " : "")
        }
        guard !shown.isEmpty else { continue }
        runs.append(Run(text: shown, element: element, style: context.style, x: x, y: y, offset: offset))
        (x, y, offset) = (nil, nil, .zero)
      case .element(let inner):
        guard inner.name == "tspan" || inner.name == "a" else {
          if inner.name != "title", inner.name != "desc" { omit("'\(inner.name)' is not drawn", at: inner) }
          continue
        }
        var own = context
        own.style = style(of: inner, in: context.style)
        guard own.style["display"] != "none", Self.isMeant(inner) else { continue }
        let count = runs.count
        try collect(inner, own, &runs)
        if runs.count > count {
          runs[count].x = runs[count].x ?? x
          runs[count].y = runs[count].y ?? y
          (x, y) = (nil, nil)
        }
      }
    }
  }

  private func layout(_ text: String, _ style: SVGStyle) throws -> TextLayout {
    let families = style["font-family"]?.split(separator: ",").map { String($0.trimmed.filter { !"\"'".contains($0) }) }
    let weight = style["font-weight"].flatMap { Double($0) } ?? 400
    let font = TextStyle(
      families: families ?? ["sans-serif"], weight: Int(weight),
      isItalic: ["italic", "oblique"].contains(style["font-style"] ?? ""), size: max(style.fontSize.own, 1e-3),
      letterSpacing: style.length("letter-spacing", of: 0) ?? 0)
    return try resources.layout(TextRequest(text, style: font, direction: .leftToRight))
  }
}
