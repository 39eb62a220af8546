@_spi(Host) import Coding
import StageKit

extension SVGBuilder {
  /// Draws text at its places; returns the rectangle around its letters.
  mutating func drawText(_ element: SVGElement, _ context: Context, onto list: inout DisplayList) throws -> Rect? {
    let text = text(element, context)
    let glyphs = try glyphs(of: text, context)
    let bounds = bounds(of: glyphs, text)
    try draw(glyphs[...], text, bounds, context, inLayer: 0, onto: &list)
    return bounds
  }

  /// Draws letters within a number of layers around them: those of a run as one, and those of a layer more as a whole.
  private mutating func draw(
    _ glyphs: ArraySlice<SVGGlyph>, _ text: SVGText, _ bounds: Rect?, _ context: Context, inLayer depth: Int,
    onto list: inout DisplayList
  ) throws {
    var start = glyphs.startIndex
    while start < glyphs.endIndex {
      let run = text.runs[glyphs[start].run]
      let layer = depth < run.layers.count ? run.layers[depth] : nil
      let end =
        glyphs[start...].firstIndex { glyph in
          guard let layer else { return glyph.run != glyphs[start].run }
          let others = text.runs[glyph.run].layers
          return depth >= others.count || others[depth].element !== layer.element
        } ?? glyphs.endIndex
      if let layer {
        var content = DisplayList()
        try draw(glyphs[start..<end], text, bounds, context, inLayer: depth + 1, onto: &content)
        var own = context
        own.style = layer.style
        try add(content, bounds: bounds, of: layer.element, own, transform: .identity, onto: &list)
      } else {
        try draw(glyphs[start..<end], text, bounds, context, onto: &list)
      }
      start = end
    }
  }

  /// The outline of text.
  mutating func outline(ofText element: SVGElement, _ context: Context) throws -> Path {
    let glyphs = try glyphs(of: text(element, context), context)
    return Path { builder in
      for glyph in glyphs {
        if let place = glyph.place { builder.append(glyph.outline.transformed(by: place)) }
      }
    }
  }

  /// The rectangle around the cells of letters, which are as high as their fonts.
  private mutating func bounds(of glyphs: [SVGGlyph], _ text: SVGText) -> Rect? {
    var bounds: Rect?
    for glyph in glyphs {
      guard let place = glyph.place else { continue }
      let font = metrics(text.runs[glyph.run].style)
      let width = glyph.stretch > 0 ? glyph.advance / glyph.stretch : 0
      let cell = Rect(x: 0, y: -font.ascent, width: width, height: font.ascent + font.descent)
      guard let box = Rect(around: cell.corners.map(place.apply)) else { continue }
      bounds = bounds?.union(box) ?? box
    }
    return bounds
  }

  private mutating func draw(
    _ glyphs: ArraySlice<SVGGlyph>, _ text: SVGText, _ bounds: Rect?, _ context: Context, onto list: inout DisplayList
  ) throws {
    guard let first = glyphs.first else { return }
    let run = text.runs[first.run]
    var own = context
    own.style = run.style
    for decoration in run.decorations where decoration.kind != "line-through" {
      try draw(decoration, along: glyphs, bounds, context, onto: &list)
    }
    let path = Path { builder in
      for glyph in glyphs {
        if let place = glyph.place { builder.append(glyph.outline.transformed(by: place)) }
      }
    }
    try drawShape(path, box: bounds, run.element, own, onto: &list)
    if !["hidden", "collapse"].contains(run.style["visibility"] ?? "") {
      for glyph in glyphs where !glyph.colors.isEmpty {
        guard let place = glyph.place else { continue }
        list.group(transform: place) { $0.append(glyph.colors) }
      }
    }
    for decoration in run.decorations where decoration.kind == "line-through" {
      try draw(decoration, along: glyphs, bounds, context, onto: &list)
    }
  }

  /// Draws a line along letters, in pieces where they turn.
  private mutating func draw(
    _ decoration: SVGText.Decoration, along glyphs: ArraySlice<SVGGlyph>, _ bounds: Rect?, _ context: Context,
    onto list: inout DisplayList
  ) throws {
    let line = try self.line(of: decoration)
    var pieces: [(place: Transform, width: Double)] = []
    for glyph in glyphs {
      guard let place = glyph.place, glyph.stretch > 0 else { continue }
      let width = glyph.advance / glyph.stretch
      if let last = pieces.last, let inverse = last.place.inverse {
        let start = inverse.apply(place.apply(.zero))
        let end = inverse.apply(place.apply(Point(width, 0)))
        // Letters on one line have one piece.
        if abs(start.y) < 1e-6, abs(end.y) < 1e-6, abs(start.x - last.width) < 1e-3, end.x > start.x {
          pieces[pieces.count - 1].width = end.x
          continue
        }
      }
      pieces.append((place, width))
    }
    let path = Path { builder in
      for piece in pieces {
        let rect = Rect(x: 0, y: line.y, width: piece.width, height: line.height)
        builder.append(Path.rect(rect).transformed(by: piece.place))
      }
    }
    var own = context
    own.style = decoration.style
    try drawShape(path, box: bounds, decoration.element, own, onto: &list)
  }

  /// The place of a decoration's line, from the baseline, in the size of the element that has it.
  private mutating func line(of decoration: SVGText.Decoration) throws -> (y: Double, height: Double) {
    var font = Self.font(decoration.style)
    font.decoration = decoration.kind == "line-through" ? .strikethrough : .underline
    let layout = try resources.layout(TextRequest("\u{A0}", style: font, direction: .leftToRight))
    guard let line = layout.lines.first, let box = line.outline.bounds else { return (0, 0) }
    if decoration.kind == "overline" { return (-metrics(decoration.style).ascent, box.height) }
    return (box.y - line.baseline, box.height)
  }

  /// The heights of a style's font.
  mutating func metrics(_ style: SVGStyle) -> SVGFontMetrics {
    let font = Self.font(style)
    if let known = fonts[font] { return known }
    var metrics = SVGFontMetrics()
    if let layout = try? resources.layout(TextRequest("x", style: font, direction: .leftToRight)),
      let line = layout.lines.first
    {
      metrics.ascent = line.baseline
      metrics.descent = layout.size.height - line.baseline
      metrics.xHeight = line.outline.bounds.map { line.baseline - $0.minY } ?? 0
    }
    fonts[font] = metrics
    return metrics
  }

  func layout(_ text: SVGText, _ range: Range<Int>) throws -> TextLayout {
    var fonts: [(style: TextStyle, end: Int)] = []
    var last: Int?
    for (place, character) in text.characters[range].enumerated() {
      if character.run != last {
        let font = Self.font(text.runs[character.run].style)
        // Letters of one font are shaped together.
        if fonts.last?.style == font { fonts[fonts.count - 1].end = place + 1 } else { fonts.append((font, place + 1)) }
        last = character.run
      } else {
        fonts[fonts.count - 1].end = place + 1
      }
    }
    var spans: [TextSpan] = []
    var start = 0
    for font in fonts {
      spans.append(
        TextSpan(
          start..<font.end, families: font.style.families, weight: font.style.weight, isItalic: font.style.isItalic,
          scale: font.style.size / fonts[0].style.size, features: font.style.features))
      start = font.end
    }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.characters[range].map(\.scalar))
    let first = text.runs[text.characters[range.lowerBound].run]
    let isReversed = first.style["direction"] == "rtl"
    var own = fonts[0].style
    own.language = first.element.inherited("lang") ?? ""
    return try resources.layout(
      TextRequest(
        String(scalars), style: own, direction: isReversed ? .rightToLeft : .leftToRight, allowsColor: true,
        separatesClusters: true, spans: spans.count == 1 ? [] : spans))
  }

  /// The generic family of a font's family, by its name; that of none is unknown.
  private static func generic(of family: String) -> [String] {
    let name = family.lowercased()
    if name.contains("mono") || name.hasPrefix("courier") { return ["monospace"] }
    let isSans = name.contains("sans") || ["arial", "helvetica", "tahoma", "verdana"].contains { name.hasPrefix($0) }
    return isSans ? ["sans-serif"] : []
  }

  private static func font(_ style: SVGStyle) -> TextStyle {
    let families = style["font-family"]?.split(separator: ",").map { String($0.trimmed.filter { !"\"'".contains($0) }) }
    let weight = style["font-weight"].flatMap { Double($0) } ?? 400
    // Where no font of them is there, letters have serifs, as in browsers, unless a name says otherwise.
    let named = families ?? []
    return TextStyle(
      families: named + named.flatMap(generic) + ["serif"], weight: Int(weight),
      isItalic: ["italic", "oblique"].contains(style["font-style"] ?? ""), size: max(style.fontSize.own, 1e-3),
      features: SVGFontFeatures.all(style))
  }
}
