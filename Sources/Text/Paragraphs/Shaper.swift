import CText
import StageKit

/// Consecutive characters of one line in one font, one span, one script and one direction, shaped.
struct ShapedRun {
  struct Glyph {
    var number: hb_codepoint_t

    /// The index in the paragraph of its first scalar.
    var cluster: Int

    /// In points: how far the pen moves, and the glyph's position from the pen, y upward.
    var advance: Double
    var offset: Point
  }

  let font: Font

  /// The number of its span, from 1; 0 outside of all.
  let span: Int

  /// The size of its letters, in points.
  let size: Double

  /// The glyphs from left to right.
  var glyphs: [Glyph]

  var width: Double { glyphs.reduce(0) { $0 + $1.advance } }
}

/// A line of shaped text.
struct ShapedLine {
  /// The source of the run, and its scalars in it.
  let paragraph: Paragraph
  let range: Range<Int>

  /// The runs from left to right.
  let runs: [ShapedRun]

  /// In points.
  let width: Double

  /// True if its paragraph reads from the right.
  let isRightToLeft: Bool
}

/// Turns lines of a paragraph into glyphs.
struct Shaper {
  let size: Double
  let letterSpacing: Double

  /// A BCP 47 tag.
  let language: String

  /// The features of the text, and of each of its spans.
  let features: [[FontFeature]]

  /// A whole paragraph as one line.
  func line(of paragraph: Paragraph) -> ShapedLine { line(0..<paragraph.scalars.count, of: paragraph) }

  /// Part of a paragraph as a line.
  /// - Parameter endsWithHyphen: Whether a soft hyphen at the end shows.
  func line(_ range: Range<Int>, of paragraph: Paragraph, endsWithHyphen: Bool = false) -> ShapedLine {
    var codes = paragraph.scalars[range].map(\.value)
    if endsWithHyphen && !codes.isEmpty { codes[codes.count - 1] = 0x2D }
    let bidi = paragraph.bidi.line(range)
    var runs: [ShapedRun] = []
    // Scalars of one run are in visual order, whatever their direction.
    var index = 0
    while index < range.count {
      let first = Int(bidi.visualOrder[index])
      let run = self.run(around: first, in: range, levels: bidi.levels, of: paragraph)
      runs.append(shape(run, level: bidi.levels[first], in: codes, at: range.lowerBound, of: paragraph))
      index += run.count
    }
    return ShapedLine(
      paragraph: paragraph, range: range, runs: runs, width: runs.reduce(0) { $0 + $1.width },
      isRightToLeft: paragraph.bidi.isRightToLeft)
  }

  /// The scalars around one of a line that have its level, script, font and span.
  private func run(
    around index: Int, in range: Range<Int>, levels: [Int8], of paragraph: Paragraph
  ) -> Range<Int> {
    let origin = range.lowerBound
    func isAlike(_ other: Int) -> Bool {
      levels[other - origin] == levels[index]
        && paragraph.scripts[other] == paragraph.scripts[origin + index]
        && paragraph.fontNumbers[other] == paragraph.fontNumbers[origin + index]
        && paragraph.spans[other] == paragraph.spans[origin + index]
    }
    var (start, end) = (origin + index, origin + index + 1)
    while start > range.lowerBound, isAlike(start - 1) { start -= 1 }
    while end < range.upperBound, isAlike(end) { end += 1 }
    return start..<end
  }

  private func shape(
    _ range: Range<Int>, level: Int8, in codes: [UInt32], at origin: Int, of paragraph: Paragraph
  ) -> ShapedRun {
    let font = paragraph.fonts[paragraph.fontNumbers[range.lowerBound]]
    let script = paragraph.scripts[range.lowerBound]
    let span = paragraph.spans[range.lowerBound]
    let size = size * paragraph.scales[span]
    let isSpaced = letterSpacing != 0 && !script.isCursive
    guard let buffer = hb_buffer_create() else { return ShapedRun(font: font, span: span, size: size, glyphs: []) }
    defer { hb_buffer_destroy(buffer) }
    // The whole line is given, so that letters join across runs.
    hb_buffer_add_utf32(
      buffer, codes, Int32(codes.count), UInt32(range.lowerBound - origin), Int32(range.count))
    hb_buffer_set_direction(buffer, level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script.code)
    hb_buffer_set_language(buffer, hb_language_from_string(language, -1))
    let off = isSpaced ? [FontFeature("liga", 0), FontFeature("clig", 0)] : []
    let features = (off + features[span]).map {
      hb_feature_t(tag: tag(of: $0.tag), value: UInt32(clamping: $0.value), start: 0, end: UInt32.max)
    }
    hb_shape(font.font, buffer, features, UInt32(features.count))
    var glyphs = read(buffer, font: font, size: size, origin: origin)
    if isSpaced { addSpacing(to: &glyphs, range, isRightToLeft: level % 2 == 1, paragraph) }
    return ShapedRun(font: font, span: span, size: size, glyphs: glyphs)
  }

  private func read(_ buffer: OpaquePointer, font: Font, size: Double, origin: Int) -> [ShapedRun.Glyph] {
    var count: UInt32 = 0
    var positionCount: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &positionCount)
    else { return [] }
    let scale = size / font.unitsPerEm
    return (0..<Int(min(count, positionCount))).map { index in
      let position = positions[index]
      return ShapedRun.Glyph(
        number: infos[index].codepoint, cluster: origin + Int(infos[index].cluster),
        advance: Double(position.x_advance) * scale,
        offset: Point(Double(position.x_offset) * scale, Double(position.y_offset) * scale))
    }
  }

  /// Adds space after each character, in its direction of reading.
  private func addSpacing(
    to glyphs: inout [ShapedRun.Glyph], _ range: Range<Int>, isRightToLeft: Bool, _ paragraph: Paragraph
  ) {
    var start = 0
    while start < glyphs.count {
      let cluster = glyphs[start].cluster
      var end = start
      while end < glyphs.count, glyphs[end].cluster == cluster { end += 1 }
      let neighbor = isRightToLeft ? start - 1 : end
      let next = glyphs.indices.contains(neighbor) ? glyphs[neighbor].cluster : range.upperBound
      let characters = (cluster..<max(next, cluster)).filter {
        paragraph.isCharacterStart[$0] && paragraph.scalars[$0].isDrawn
      }
      let space = letterSpacing * Double(characters.count)
      glyphs[end - 1].advance += space
      if isRightToLeft { for index in start..<end { glyphs[index].offset.x += space } }
      start = end
    }
  }
}
