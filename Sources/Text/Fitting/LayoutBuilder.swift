import CText
import StageKit

/// Lays out one request.
struct LayoutBuilder {
  let request: TextRequest
  private let fonts: [FontFallback]
  private let paragraphs: [Paragraph]
  private let breakFinder: BreakFinder

  /// With the fonts of the text, and of each of its spans.
  init(_ request: TextRequest, fonts: [FontFallback], breakFinder: BreakFinder) {
    self.request = request
    self.breakFinder = breakFinder
    self.fonts = fonts
    paragraphs = request.text.split(omittingEmptySubsequences: false) { $0.isNewline }.map {
      let start = request.text.unicodeScalars.distance(from: request.text.startIndex, to: $0.startIndex)
      return Paragraph($0, from: start, of: request, fonts: fonts, breakFinder: breakFinder)
    }
  }

  func layout() -> TextLayout {
    let maximumWidth =
      request.shape?.outline.bounds?.width ?? request.maximumWidth.flatMap { $0.isFinite ? max($0, 0) : nil }
    let fitter = TextFitter(
      request: request, paragraphs: paragraphs, fonts: fonts, breakFinder: breakFinder, maximumWidth: maximumWidth)
    let fitted = fitter.fitted()
    let text = fitted.text
    let width = maximumWidth ?? fitted.lines.reduce(0) { max($0, $1.width) }
    var top = 0.0
    var positioned: [TextLayout.Line] = []
    // The rows of a shape are equally high.
    let tallest = fitted.rows == nil ? nil : text.tallestLine
    for (index, line) in fitted.lines.enumerated() {
      let row = fitted.rows?[index]
      let (height, ascent) = tallest ?? text.metrics(of: line)
      if let row { top = row.top }
      let baseline = top + ascent
      let x = (row?.x ?? 0) + x(of: line, in: row?.width ?? width)
      let marks = decorations(of: line, from: Point(x, baseline))
      positioned.append(
        TextLayout.Line(
          outline: outline(of: line, from: Point(x, baseline), marks), baseline: baseline, x: x,
          width: line.width, isRightToLeft: line.isRightToLeft,
          colorGlyphs: colorGlyphs(of: line, from: Point(x, baseline)),
          clusters: clusters(of: line, from: Point(x, baseline), marks)))
      top += height
    }
    return TextLayout(
      lines: positioned, size: request.shape?.outline.bounds?.size ?? Size(width, top), fontSize: text.size,
      missing: uniqued(paragraphs.flatMap(\.missing)),
      fonts: uniqued(paragraphs.flatMap { $0.fonts.map(\.family) }),
      substitutions: uniqued(fonts.flatMap(\.substitutions) + missingSettings),
      misfit: fitted.misfit)
  }

  /// Each once, in order of first use.
  var fontsInUse: [FontUse] {
    var seen: Set<FontUse> = []
    return paragraphs.flatMap { $0.fonts.map(\.use) }.filter { seen.insert($0).inserted }
  }

  private func uniqued(_ names: [String]) -> [String] {
    var seen = Set<String>()
    return names.filter { seen.insert($0).inserted }
  }

  /// The features and axes that a style asks for and its font lacks, a sentence each.
  private var missingSettings: [String] {
    let styles = [request.style] + request.spans.map { $0.style(in: request.style) }
    return zip(styles, fonts).flatMap { style, list in
      let font = list.primary
      return style.features.filter { $0.value > 0 && !font.hasFeature($0.tag) }.map {
        "'\(font.family)' has no feature '\($0.tag)'."
      }
        + style.variations.filter { !font.hasAxis($0.tag) }.map { "'\(font.family)' has no axis '\($0.tag)'." }
    }
  }

  /// The font and the size by which lines along the text of a span are drawn: those of the text, unless the span alone has
  /// the line.
  func decorationFont(_ decoration: TextDecoration, of run: ShapedRun) -> (font: Font, size: Double) {
    request.style.decoration.contains(decoration)
      ? (fonts[0].primary, run.size / scale(of: run.span)) : (fonts[run.span].primary, run.size)
  }

  private func scale(of span: Int) -> Double {
    guard span > 0, request.spans[span - 1].scale.isFinite, request.spans[span - 1].scale > 0 else { return 1 }
    return request.spans[span - 1].scale
  }

  // MARK: Positions

  /// The left edge of a line in a box.
  private func x(of line: ShapedLine, in width: Double) -> Double {
    let (left, right) = request.hangsPunctuation ? line.hanging : (0, 0)
    return switch (request.alignment, line.isRightToLeft) {
    case (.center, _): (width - line.width - left + right) / 2
    case (.start, false), (.end, true), (.left, _): -left
    case (.start, true), (.end, false), (.right, _): width - line.width + right
    }
  }

  private func outline(of line: ShapedLine, from origin: Point, _ marks: [Rect]) -> Path {
    Path { builder in
      for mark in marks { builder.rect(mark) }
      forEachGlyph(of: line, from: origin) { glyph, run, position in
        if request.allowsColor, let color = run.font.colorGlyphs, !color.drawing(of: glyph).isEmpty { return }
        append(glyph, run.font, size: run.size, at: position, to: &builder)
      }
    }
  }

  /// Adds a glyph's outline, in points.
  func append(_ glyph: hb_codepoint_t, _ font: Font, size: Double, at position: Point, to builder: inout PathBuilder) {
    let scale = size / font.unitsPerEm
    let onLine = { (p: Point) in
      Point(position.x + (p.x + font.slant * p.y) * scale, position.y - p.y * scale)
    }
    for element in font.outline(of: glyph) { builder.append(element.mapped(onLine)) }
  }

  private func colorGlyphs(of line: ShapedLine, from origin: Point) -> DisplayList {
    var list = DisplayList()
    guard request.allowsColor else { return list }
    forEachGlyph(of: line, from: origin) { glyph, run, position in
      list.append(colorDrawing(of: glyph, run.font, size: run.size, at: position))
    }
    return list
  }

  /// A glyph in its own colors; empty where it has none.
  func colorDrawing(of glyph: hb_codepoint_t, _ font: Font, size: Double, at position: Point) -> DisplayList {
    var list = DisplayList()
    guard request.allowsColor, let drawing = font.colorGlyphs?.drawing(of: glyph) else { return list }
    list.group(Group(drawing, transform: .translation(position) * .scale(size)))
    return list
  }

  /// Calls `body` with each glyph's number, run and position on the baseline, from left to right.
  func forEachGlyph(
    of line: ShapedLine, from origin: Point, _ body: (hb_codepoint_t, ShapedRun, Point) -> Void
  ) {
    var pen = origin.x
    for run in line.runs {
      for glyph in run.glyphs {
        body(glyph.number, run, Point(pen + glyph.offset.x, origin.y - glyph.offset.y))
        pen += glyph.advance
      }
    }
  }
}

extension Path.Element {
  fileprivate func mapped(_ map: (Point) -> Point) -> Path.Element {
    switch self {
    case .move(let p): .move(map(p))
    case .line(let p): .line(map(p))
    case .quad(let c, let p): .quad(map(c), map(p))
    case .cubic(let a, let b, let p): .cubic(map(a), map(b), map(p))
    case .close: .close
    }
  }
}

extension ShapedLine {
  /// The widths of punctuation at its left and its right end that may hang over the edge.
  fileprivate var hanging: (left: Double, right: Double) {
    func width(_ glyph: ShapedRun.Glyph?) -> Double {
      guard let glyph, paragraph.scalars.indices.contains(glyph.cluster) else { return 0 }
      return paragraph.scalars[glyph.cluster].hangs ? glyph.advance : 0
    }
    return (width(runs.first?.glyphs.first), width(runs.last?.glyphs.last))
  }
}

extension Unicode.Scalar {
  /// Quotation marks, commas, full stops and hyphens.
  fileprivate var hangs: Bool {
    switch properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .dashPunctuation: true
    default: "\"'.,،。、，．·".unicodeScalars.contains(self) || "「」『』„‚".unicodeScalars.contains(self)
    }
  }
}
