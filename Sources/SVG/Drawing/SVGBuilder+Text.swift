@_spi(Host) import Coding
import StageKit

extension SVGBuilder {
  /// Text of one style.
  private struct Run {
    var text: String
    let element: SVGElement
    let style: SVGStyle
    /// The start of the text: a new place, or nil to go on, and the offset from there.
    var x: Double?
    var y: Double?
    let offset: Point
  }

  /// Text that is laid out as one, so that letters fit each other across its styles.
  private struct Part {
    var runs: [Run]
    var layout = TextLayout(lines: [], size: Size(0, 0), fontSize: 0, missing: [], fonts: [])

    var width: Double { layout.lines.first?.width ?? 0 }
    var offset: Point { runs[0].offset }

    /// The outline of each run, and the rectangle around its letters' cells, from where the line begins.
    var outlines: [(path: Path, box: Rect)] {
      guard let line = layout.lines.first else { return runs.map { _ in (.empty, .zero) } }
      func cell(_ x: Double, _ width: Double) -> Rect {
        Rect(x: x, y: -line.baseline, width: width, height: layout.size.height)
      }
      let up = Transform.translation(0, -line.baseline)
      if runs.count == 1 { return [(layout.outline.transformed(by: up), cell(0, width))] }
      // A letter belongs to the run that its first character is of.
      var letters = line.clusters[...]
      var (place, end) = (0, 0)
      return runs.map { run in
        end += run.text.unicodeScalars.count
        var own: [TextLayout.Cluster] = []
        while place < end, let letter = letters.popFirst() {
          own.append(letter)
          place += letter.text.unicodeScalars.count
        }
        let letters = own
        let path = Path { builder in for letter in letters { builder.append(letter.outline) } }
        let box = letters.map { cell($0.x, $0.width) }.reduce(nil as Rect?) { $0?.union($1) ?? $1 }
        return (path.transformed(by: up), box ?? .zero)
      }
    }
  }

  /// Draws text at its places; returns the rectangle around its letters.
  mutating func drawText(_ element: SVGElement, _ context: Context, onto list: inout DisplayList) throws -> Rect? {
    let runs = try placedRuns(element, context)
    // The bounds of the letters' cells, which are as high as their font, over all parts.
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
    var parts: [Part] = []
    for run in runs {
      if run.text.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation }) {
        omit("emoji are drawn in one color", at: run.element)
      }
      let last = parts.last?.runs.last
      let goesOn = run.x == nil && run.y == nil && run.offset == .zero
      if let last, goesOn, run.style.length("letter-spacing", of: 0) == last.style.length("letter-spacing", of: 0) {
        parts[parts.count - 1].runs.append(run)
      } else {
        parts.append(Part(runs: [run]))
      }
    }
    for index in parts.indices {
      parts[index].layout = try layout(parts[index].runs)
      let missing = parts[index].layout.missing
      if !missing.isEmpty { omit("no font draws '\(missing.joined())'", at: parts[index].runs[0].element) }
    }
    var result: [(path: Path, box: Rect, run: Run)] = []
    var pen = Point.zero
    var index = 0
    while index < parts.count {
      // Text up to the next place of its own is aligned as one.
      var end = index + 1
      while end < parts.count, parts[end].runs[0].x == nil, parts[end].runs[0].y == nil { end += 1 }
      let first = parts[index].runs[0]
      pen = Point(first.x ?? pen.x, first.y ?? pen.y)
      // The offset of the first part counts as a part of its place.
      let width = parts[index..<end].reduce(-first.offset.x) { $0 + $1.width + $1.offset.x }
      switch first.style["text-anchor"] {
      case "middle": pen.x -= width / 2
      case "end": pen.x -= width
      default: break
      }
      for part in parts[index..<end] {
        pen = pen + part.offset
        let place = Transform.translation(pen)
        for (run, (path, box)) in zip(part.runs, part.outlines) {
          let moved = Rect(x: box.x + pen.x, y: box.y + pen.y, width: box.width, height: box.height)
          result.append((path.transformed(by: place), moved, run))
        }
        pen.x += part.width
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

  private func layout(_ runs: [Run]) throws -> TextLayout {
    let fonts = runs.map { Self.font($0.style) }
    var spans: [TextSpan] = []
    var (start, end) = (0, 0)
    for (index, font) in fonts.enumerated() {
      end += runs[index].text.unicodeScalars.count
      // Letters of one font are shaped together.
      if index + 1 < fonts.count, fonts[index + 1] == font { continue }
      spans.append(
        TextSpan(
          start..<end, families: font.families, weight: font.weight, isItalic: font.isItalic,
          scale: font.size / fonts[0].size))
      start = end
    }
    if spans.count == 1 { spans = [] }
    return try resources.layout(
      TextRequest(
        runs.map(\.text).joined(), style: fonts[0], direction: .leftToRight, separatesClusters: runs.count > 1,
        spans: spans))
  }

  private static func font(_ style: SVGStyle) -> TextStyle {
    let families = style["font-family"]?.split(separator: ",").map { String($0.trimmed.filter { !"\"'".contains($0) }) }
    let weight = style["font-weight"].flatMap { Double($0) } ?? 400
    return TextStyle(
      families: families ?? ["sans-serif"], weight: Int(weight),
      isItalic: ["italic", "oblique"].contains(style["font-style"] ?? ""), size: max(style.fontSize.own, 1e-3),
      letterSpacing: style.length("letter-spacing", of: 0) ?? 0)
  }
}
