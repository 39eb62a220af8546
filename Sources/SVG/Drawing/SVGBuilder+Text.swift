import StageKit

extension SVGBuilder {
  /// Text of one style, laid out.
  private struct Run {
    let layout: TextLayout
    let element: SVGElement
    let style: SVGStyle
    /// Where it begins: a new place, or nil to go on, and how far from there.
    var x: Double?
    var y: Double?
    let offset: Point

    var width: Double { layout.lines.first?.width ?? 0 }
  }

  /// Draws text at its places; returns the rectangle around its letters.
  mutating func drawText(_ element: SVGElement, _ context: Context, onto list: inout DisplayList) throws -> Rect? {
    var bounds: Rect?
    for (path, run) in try placedRuns(element, context) {
      guard let box = path.bounds else { continue }
      bounds = bounds?.union(box) ?? box
      var own = context
      own.style = run.style
      try drawShape(path, run.element, own, onto: &list)
    }
    return bounds
  }

  /// The outline of text.
  mutating func outline(ofText element: SVGElement, _ context: Context) throws -> Path {
    let runs = try placedRuns(element, context)
    return Path { builder in for (path, _) in runs { builder.append(path) } }
  }

  private mutating func placedRuns(_ element: SVGElement, _ context: Context) throws -> [(Path, Run)] {
    var runs: [Run] = []
    try collect(element, context, &runs)
    var result: [(Path, Run)] = []
    var pen = Point.zero
    var index = 0
    while index < runs.count {
      // Text up to the next place of its own is aligned as one.
      var end = index + 1
      while end < runs.count, runs[end].x == nil, runs[end].y == nil { end += 1 }
      pen = Point(runs[index].x ?? pen.x, runs[index].y ?? pen.y)
      let width = runs[index..<end].reduce(0) { $0 + $1.width + $1.offset.x }
      switch runs[index].style["text-anchor"] {
      case "middle": pen.x -= width / 2
      case "end": pen.x -= width
      default: break
      }
      for run in runs[index..<end] {
        pen = pen + run.offset
        let baseline = run.layout.lines.first?.baseline ?? 0
        result.append((run.layout.outline.transformed(by: .translation(pen.x, pen.y - baseline)), run))
        pen.x += run.width
      }
      index = end
    }
    return result
  }

  private mutating func collect(_ element: SVGElement, _ context: Context, _ runs: inout [Run]) throws {
    func first(_ name: String, _ whole: Double) -> Double? {
      let words = element[name]?.split { $0.isWhitespace || $0 == "," } ?? []
      return words.first.flatMap { length(String($0), of: whole, context) }
    }
    var (x, y) = (first("x", context.viewport.width), first("y", context.viewport.height))
    var offset = Point(first("dx", context.viewport.width) ?? 0, first("dy", context.viewport.height) ?? 0)
    if ["x", "y", "dx", "dy", "rotate"].contains(where: { (element[$0].map { SVGValues.numbers($0).count } ?? 0) > 1 })
    {
      omit("letters with places of their own are set in a line", at: element)
    }
    for child in element.children {
      switch child {
      case .text(let text):
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let leads = text.first?.isWhitespace == true && !runs.isEmpty && x == nil
        let trails = text.last?.isWhitespace == true && !words.isEmpty
        let shown = (leads ? " " : "") + words + (trails ? " " : "")
        guard !words.isEmpty || (leads && !runs.isEmpty) else { continue }
        runs.append(
          Run(
            layout: try layout(shown, context.style), element: element, style: context.style, x: x, y: y, offset: offset
          ))
        (x, y, offset) = (nil, nil, .zero)
      case .element(let inner):
        guard inner.name == "tspan" || inner.name == "a" else {
          if inner.name != "title", inner.name != "desc" { omit("'\(inner.name)' is not drawn", at: inner) }
          continue
        }
        var own = context
        own.style = SVGStyle(of: inner, in: context.style, document.rules)
        guard own.style["display"] != "none" else { continue }
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
    let weight =
      switch style["font-weight"] ?? "" {
      case "bold", "bolder": 700
      case "lighter": 300
      case let number: Int(number).map { min(max($0, 1), 1000) } ?? 400
      }
    let font = TextStyle(
      families: families ?? ["sans-serif"], weight: weight,
      isItalic: ["italic", "oblique"].contains(style["font-style"] ?? ""), size: max(style.fontSize, 1e-3),
      letterSpacing: style.length("letter-spacing", of: 0) ?? 0)
    return try resources.layout(TextRequest(text, style: font))
  }
}
