@_spi(Host) import Coding
import StageKit

/// A letter of a text in its place.
struct SVGGlyph {
  /// The first of its characters.
  let character: Int
  let count: Int
  let run: Int
  /// From the start of its baseline on.
  let outline: Path
  let colors: DisplayList
  var advance: Double
  /// The space behind it that is not its own.
  var gap = 0.0
  /// Its width as a multiple of its own.
  var stretch = 1.0
  /// Takes its outline to the text's space; nil where it is not drawn.
  var place: Transform?
}

extension SVGStyle {
  /// True if lines run from the top down.
  var isVertical: Bool { ["tb", "tb-rl", "vertical-rl", "vertical-lr"].contains(self["writing-mode"] ?? "") }
}

/// The heights of a font, in pixels.
struct SVGFontMetrics {
  var ascent = 0.0
  var descent = 0.0
  var xHeight = 0.0
}

extension SVGBuilder {
  /// The letters of a text, in their places, and the space that each has.
  mutating func glyphs(of text: SVGText, _ context: Context) throws -> [SVGGlyph] {
    var glyphs: [SVGGlyph] = []
    var starts: [Int] = []
    for (start, end) in Self.chunks(of: text) {
      starts.append(glyphs.count)
      glyphs += try self.glyphs(of: text, start..<end)
    }
    for index in text.stretches.indices { Self.stretch(&glyphs, index, text) }
    var pen = Point.zero
    for (start, end) in zip(starts, starts.dropFirst() + [glyphs.count]) where start < end {
      place(&glyphs[start..<end], text, &pen)
    }
    return glyphs
  }

  /// Parts of a text that begin at a place of their own, each of which is aligned by itself.
  private static func chunks(of text: SVGText) -> [(start: Int, end: Int)] {
    var starts: [Int] = []
    for (index, character) in text.characters.enumerated() {
      let previous = index > 0 ? text.runs[text.characters[index - 1].run].path : nil
      let isOther = text.runs[character.run].path != previous
      // Along a path a place moves the text there, and is no new beginning.
      let isPlaced = (character.x != nil || character.y != nil) && text.runs[character.run].path == nil
      guard index == 0 || isPlaced || isOther || character.isFirstOfPath else { continue }
      // Controls before a place hold for it.
      let start = text.characters[..<index].lastIndex { !$0.isControl }.map { $0 + 1 } ?? 0
      if starts.last != start { starts.append(start) }
    }
    return zip(starts, starts.dropFirst() + [text.characters.count]).map { ($0, $1) }
  }

  /// Shapes a part of a text.
  private mutating func glyphs(of text: SVGText, _ range: Range<Int>) throws -> [SVGGlyph] {
    let characters = text.characters[range]
    guard let first = characters.first else { return [] }
    let layout = try layout(text, range)
    if !layout.missing.isEmpty {
      omit("no font draws '\(layout.missing.joined())'", at: text.runs[first.run].element)
    }
    guard let line = layout.lines.first else { return [] }
    var glyphs: [(glyph: SVGGlyph, x: Double)] = []
    var place = range.lowerBound
    for cluster in line.clusters {
      let count = cluster.text.unicodeScalars.count
      guard place < range.upperBound else { break }
      let run = text.characters[place].run
      let origin = Transform.translation(-cluster.x, -line.baseline)
      let colors = cluster.colorGlyphs
      let style = text.runs[run].style
      let isControl = text.characters[place..<min(place + count, range.upperBound)].allSatisfy(\.isControl)
      var advance = cluster.width + (isControl ? 0 : style.length("letter-spacing", of: style.fontSize.own) ?? 0)
      if cluster.text == " " || cluster.text == "\u{A0}" {
        advance += style.length("word-spacing", of: cluster.width) ?? 0
      }
      glyphs.append(
        (
          SVGGlyph(
            character: place, count: count, run: run, outline: cluster.outline.transformed(by: origin),
            colors: colors.isEmpty
              ? colors : DisplayList { $0.group(transform: origin) { $0.append(colors) } }, advance: advance),
          cluster.x
        ))
      place += count
    }
    // In the order in which they are seen.
    return glyphs.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }.map(\.element.glyph)
  }

  /// Gives the letters of an element the length that it says; those of the elements in it, which come before it, stay as far from
  /// each other as they are.
  private static func stretch(_ glyphs: inout [SVGGlyph], _ index: Int, _ text: SVGText) {
    let stretch = text.stretches[index]
    func letters(_ range: Range<Int>) -> [Int] {
      glyphs.indices.filter {
        range.contains(glyphs[$0].character) && !text.characters[glyphs[$0].character].isControl
      }
    }
    let places = letters(stretch.characters)
    guard let last = places.last else { return }
    let natural = places.reduce(0) { sum, place in
      sum + glyphs[place].advance + (place == last ? 0 : glyphs[place].gap)
        + (place == places[0] ? 0 : text.characters[glyphs[place].character].dx ?? 0)
    }
    if stretch.takesGlyphs, natural > 0 {
      for place in places {
        glyphs[place].advance *= stretch.length / natural
        glyphs[place].stretch *= stretch.length / natural
      }
    } else if !stretch.takesGlyphs {
      let inner = text.stretches[..<index].map(\.characters).filter { $0.clamped(to: stretch.characters) == $0 }
        .map(letters)
      let ends = places.filter { place in !inner.contains { $0.contains(place) && $0.last != place } }
      guard ends.count > 1 else { return }
      let more = (stretch.length - natural) / Double(ends.count - 1)
      for place in ends {
        // The next glyph is as far away from the last one as the others are from each other.
        let isEnd = place == last || inner.contains { $0.last == place }
        if isEnd { glyphs[place].gap += more } else { glyphs[place].advance += more }
      }
    }
  }

  /// Places letters one after the other from their beginning, or from the pen.
  private mutating func place(_ glyphs: inout ArraySlice<SVGGlyph>, _ text: SVGText, _ pen: inout Point) {
    let start = glyphs.map(\.character).min() ?? 0
    let first = text.characters[start...].first { !$0.isControl } ?? text.characters[start]
    let run = text.runs[first.run]
    let isVertical = run.style.isVertical
    let track = run.path.map { text.tracks[$0] }
    pen = track == nil ? Point(first.x ?? pen.x, first.y ?? pen.y) : Point((track?.start ?? 0) + (first.x ?? 0), 0)
    var places: [Point] = []
    for glyph in glyphs {
      let characters = glyph.character..<glyph.character + glyph.count
      let letter = characters.first { !text.characters[$0].isControl } ?? glyph.character
      var place = pen
      for index in characters {
        let character = text.characters[index]
        if let track, let x = character.x, index != start { pen.x = track.start + x }
        pen = pen + Point(character.dx ?? 0, character.dy ?? 0)
        // Distances of marks on a letter move what follows it.
        if index == letter { place = pen }
      }
      places.append(place)
      let advance = glyph.gap + (isVertical ? verticalAdvance(glyph, text) : glyph.advance)
      if isVertical, track == nil { pen.y += advance } else { pen.x += advance }
    }
    let offset = anchorOffset(run.style, glyphs, places, text, isVertical: isVertical && track == nil)
    pen = pen + offset
    for (place, index) in zip(places, glyphs.indices) {
      glyphs[index].place = transform(of: glyphs[index], at: place + offset, text, track, isVertical: isVertical)
    }
    if let track, let end = track.location(at: track.measure.length) { pen = end.point }
  }

  /// The distance by which `text-anchor` moves a part of a text.
  private mutating func anchorOffset(
    _ style: SVGStyle, _ glyphs: ArraySlice<SVGGlyph>, _ places: [Point], _ text: SVGText, isVertical: Bool
  ) -> Point {
    var (low, high) = (Double.infinity, -Double.infinity)
    for (glyph, place) in zip(glyphs, places) {
      let start = isVertical ? place.y : place.x
      let end = start + (style.isVertical ? verticalAdvance(glyph, text) : glyph.advance)
      (low, high) = (min(low, start, end), max(high, start, end))
    }
    guard let first = places.first, low <= high else { return .zero }
    let start = isVertical ? first.y : first.x
    let isReversed = style["direction"] == "rtl"
    let offset: Double
    switch style["text-anchor"] {
    case "middle": offset = start - (low + high) / 2
    case "end": offset = isReversed ? start - low : start - high
    default: offset = isReversed ? start - high : start - low
    }
    return isVertical ? Point(0, offset) : Point(offset, 0)
  }

  /// True if a letter stands upright in lines from the top down.
  private static func isUpright(_ glyph: SVGGlyph, _ text: SVGText) -> Bool {
    let value = text.characters[glyph.character].scalar.value
    return (0x1100...0x11FF).contains(value) || (0x2E80...0xA4CF).contains(value) || (0xAC00...0xD7AF).contains(value)
      || (0xF900...0xFAFF).contains(value) || (0xFE30...0xFE4F).contains(value) || (0xFF00...0xFFEF).contains(value)
      || (0x1F300...0x1FAFF).contains(value) || (0x20000...0x3FFFF).contains(value)
  }

  private mutating func verticalAdvance(_ glyph: SVGGlyph, _ text: SVGText) -> Double {
    guard Self.isUpright(glyph, text) else { return glyph.advance }
    let style = text.runs[glyph.run].style
    return style.fontSize.own + (style.length("letter-spacing", of: style.fontSize.own) ?? 0)
  }

  private mutating func transform(
    of glyph: SVGGlyph, at place: Point, _ text: SVGText, _ track: SVGText.Track?, isVertical: Bool
  ) -> Transform? {
    let run = text.runs[glyph.run]
    let letters = text.characters[glyph.character..<min(glyph.character + glyph.count, text.characters.count)]
    let letter = letters.first { !$0.isControl }
    let own = Transform.rotation(degrees: letter?.rotation ?? 0) * .scale(glyph.stretch, 1)
    if let track {
      let advance = isVertical ? verticalAdvance(glyph, text) : glyph.advance
      let middle = place.x + advance / 2
      guard middle >= 0, middle <= track.measure.length, let location = track.location(at: middle) else {
        return nil
      }
      let t = location.tangent
      let turn = Transform(t.x, -t.y, location.point.x, t.y, t.x, location.point.y)
      guard isVertical else { return turn * .translation(-advance / 2, place.y - run.rise) * own }
      // Lines from the top down go along the path.
      let down = vertical(glyph, at: Point(-place.y, -advance / 2), text) * own
      return turn * .rotation(degrees: -90) * down
    }
    guard isVertical else { return .translation(place.x, place.y - run.rise) * own }
    return vertical(glyph, at: place, text) * own
  }

  /// The place of a letter in a line from the top down.
  private mutating func vertical(_ glyph: SVGGlyph, at place: Point, _ text: SVGText) -> Transform {
    let run = text.runs[glyph.run]
    let font = metrics(run.style)
    if Self.isUpright(glyph, text) {
      let across = place.x + run.rise - glyph.advance / 2
      let height = font.ascent + font.descent
      let down = height > 0 ? font.ascent * run.style.fontSize.own / height : 0
      return .translation(across, place.y + down)
    }
    return .translation(place.x + run.rise, place.y) * .rotation(degrees: 90)
      * .translation(0, (font.ascent - font.descent) / 2)
  }
}
