import CText
import StageKit

/// A stretch of one line in one font, one script and one direction, shaped.
struct ShapedRun {
  struct Glyph {
    var number: hb_codepoint_t

    /// The first scalar, in the paragraph, of what it stands for.
    var cluster: Int

    /// In points: how far the pen moves, and where the glyph stands from the pen, y upward.
    var advance: Double
    var offset: Point
  }

  let font: Font
  let level: UInt8

  /// From left to right.
  var glyphs: [Glyph]

  var width: Double { glyphs.reduce(0) { $0 + $1.advance } }
}

/// Turns stretches of a paragraph into glyphs.
struct Shaper {
  let size: Double
  let letterSpacing: Double

  /// The runs of a line, in order of reading.
  /// - Parameter endsWithHyphen: Whether a soft hyphen at the end shows.
  func runs(_ range: Range<Int>, of paragraph: Paragraph, endsWithHyphen: Bool = false) -> [ShapedRun] {
    var codes = paragraph.scalars[range].map(\.value)
    if endsWithHyphen && !codes.isEmpty { codes[codes.count - 1] = 0x2D }
    // Spaces at the end of a line take the paragraph's direction (rule L1).
    let visibleEnd = paragraph.visibleEnd(of: range)
    func level(_ index: Int) -> UInt8 { index < visibleEnd ? paragraph.bidi.levels[index] : paragraph.bidi.base }
    var result: [ShapedRun] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, level(end) == level(start), paragraph.scripts[end] == paragraph.scripts[start],
        paragraph.fontNumbers[end] == paragraph.fontNumbers[start]
      {
        end += 1
      }
      result.append(shape(start..<end, level: level(start), in: codes, at: range.lowerBound, of: paragraph))
      start = end
    }
    return result
  }

  private func shape(
    _ range: Range<Int>, level: UInt8, in codes: [UInt32], at origin: Int, of paragraph: Paragraph
  ) -> ShapedRun {
    let font = paragraph.fonts[paragraph.fontNumbers[range.lowerBound]]
    let script = paragraph.scripts[range.lowerBound]
    let isSpaced = letterSpacing != 0 && !script.isCursive
    guard let buffer = hb_buffer_create() else { return ShapedRun(font: font, level: level, glyphs: []) }
    defer { hb_buffer_destroy(buffer) }
    // The whole line is given, so that letters join across runs.
    hb_buffer_add_utf32(
      buffer, codes, Int32(codes.count), UInt32(range.lowerBound - origin), Int32(range.count))
    hb_buffer_set_direction(buffer, level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script.code)
    let names: [StaticString] = isSpaced ? ["liga", "clig"] : []
    let features = names.map { hb_feature_t(tag: tag($0), value: 0, start: 0, end: UInt32.max) }
    hb_shape(font.font, buffer, features, UInt32(features.count))
    var glyphs = read(buffer, font: font, origin: origin)
    if isSpaced { addSpacing(to: &glyphs, range, isRightToLeft: level % 2 == 1, paragraph) }
    return ShapedRun(font: font, level: level, glyphs: glyphs)
  }

  private func read(_ buffer: OpaquePointer, font: Font, origin: Int) -> [ShapedRun.Glyph] {
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
