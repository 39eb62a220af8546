@_spi(Host) import Coding
import StageKit

/// A `text` element as characters, with their styles and where they are to be (SVG 2, 11.5).
struct SVGText {
  /// A part of one style.
  struct Run {
    let element: SVGElement
    let style: SVGStyle
    /// The path along which it is set, among the text's; nil for none.
    let path: Int?
    /// The lines through, over and under it, those of outer elements first.
    let decorations: [Decoration]
    /// The height of its baseline above that of the text.
    let rise: Double
    /// The elements in the text that are drawn as a whole, the outermost first.
    let layers: [Layer]
  }

  /// A part of a text with an opacity, a filter, a clip, a mask or a blend of its own.
  struct Layer {
    let element: SVGElement
    let style: SVGStyle

    /// Nil for a part without any of these.
    init?(_ element: SVGElement, _ style: SVGStyle) {
      let properties = ["clip-path", "filter", "mask", "mix-blend-mode"]
      guard style.share("opacity") < 1 || properties.contains(where: { !["none", "normal", nil].contains(style[$0]) })
      else { return nil }
      (self.element, self.style) = (element, style)
    }
  }

  /// A line that an element draws along its text.
  struct Decoration {
    let kind: String
    let element: SVGElement
    let style: SVGStyle
  }

  /// A character with the places that attributes give it.
  struct Character {
    let scalar: Unicode.Scalar
    let run: Int
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
    var rotation: Double?
    /// True for one that begins a text along a path.
    var isFirstOfPath = false
    /// True if it only says in which direction text runs: attributes do not count it.
    var isControl = false
  }

  /// A path with the place along it where text begins.
  struct Track {
    let measure: PathMeasure
    let start: Double
    /// True if it is followed from its end on.
    let isReversed: Bool

    /// The place at a distance from its beginning.
    func location(at distance: Double) -> PathMeasure.Location? {
      guard isReversed else { return measure.location(at: distance) }
      var location = measure.location(at: measure.length - distance)
      if let tangent = location?.tangent { location?.tangent = -tangent }
      return location
    }
  }

  /// Characters that are to be as long as an attribute says.
  struct Stretch {
    let characters: Range<Int>
    let length: Double
    /// True if letters are stretched rather than the room between them.
    let takesGlyphs: Bool
  }

  var runs: [Run] = []
  var characters: [Character] = []
  var tracks: [Track] = []
  var stretches: [Stretch] = []

  /// Adds text with its spaces collapsed, in a run; spaces that follow one another are one, in whatever element they are.
  mutating func add(_ text: String, run: Int, keepsSpace: Bool) {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && ByteScanner.isSpace(UInt8(scalar.value)) }
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      guard isSpace(scalar), !keepsSpace else {
        characters.append(Character(scalar: isSpace(scalar) ? " " : scalar, run: run))
        continue
      }
      if let last = characters.last(where: { !$0.isControl }), last.scalar != " " {
        characters.append(Character(scalar: " ", run: run))
      }
    }
  }

  /// Adds controls of directions.
  mutating func add(_ controls: String, run: Int) {
    characters += controls.unicodeScalars.map { Character(scalar: $0, run: run, isControl: true) }
  }

  /// Gives characters the values of a list, as far as it goes and nothing within gave them one.
  mutating func set(
    _ property: WritableKeyPath<Character, Double?>, of range: Range<Int>, to values: [Double],
    repeatsLast: Bool = false
  ) {
    let addressed = range.filter { !characters[$0].isControl }
    for (place, index) in addressed.enumerated() where characters[index][keyPath: property] == nil {
      let value = place < values.count ? values[place] : repeatsLast ? values.last : nil
      if let value { characters[index][keyPath: property] = value }
    }
  }
}

extension SVGBuilder {
  /// The characters of a `text` element.
  mutating func text(_ element: SVGElement, _ context: Context) -> SVGText {
    var text = SVGText()
    collect(element, context, SVGTextState(), &text)
    // No space ends a text.
    while let last = text.characters.lastIndex(where: { !$0.isControl }), text.characters[last].scalar == " ",
      text.runs[text.characters[last].run].element.inherited("space") != "preserve"
    {
      text.characters.remove(at: last)
    }
    let count = text.characters.count
    text.stretches = text.stretches.compactMap { stretch in
      let range = stretch.characters.clamped(to: 0..<count)
      return range.isEmpty
        ? nil : SVGText.Stretch(characters: range, length: stretch.length, takesGlyphs: stretch.takesGlyphs)
    }
    return text
  }

  /// The values that elements of a text hand on to those in them.
  private struct SVGTextState {
    var decorations: [SVGText.Decoration] = []
    var rise = 0.0
    var path: Int?
    var layers: [SVGText.Layer] = []
  }

  private mutating func collect(
    _ element: SVGElement, _ context: Context, _ outer: SVGTextState, _ text: inout SVGText
  ) {
    let style = context.style
    var state = outer
    if element.name == "text" {
      // Lines of groups around a text count, too.
      state.decorations = decorations(around: element)
    }
    state.decorations += Self.decorations(element, style)
    state.rise += rise(style, of: element, context)
    if element.name != "text", let layer = SVGText.Layer(element, style) { state.layers.append(layer) }
    if element.name == "textPath" {
      guard let track = track(of: element, context) else { return }
      text.tracks.append(track)
      state.path = text.tracks.count - 1
    }
    let first = text.characters.count
    let keepsSpace = element.inherited("space") == "preserve"
    let rise = state.rise - (style.isVertical ? 0 : baseline(style))
    func makeRun() -> Int {
      text.runs.append(
        SVGText.Run(
          element: element, style: style, path: state.path, decorations: state.decorations, rise: rise,
          layers: state.layers))
      return text.runs.count - 1
    }
    var run: Int?
    let controls = Self.controls(style)
    text.add(controls.before, run: controls.before.isEmpty ? 0 : makeRun())
    for child in content(of: element) {
      switch child {
      case .text(let content):
        let own = run ?? makeRun()
        run = own
        text.add(Self.transformed(content, style, after: text), run: own, keepsSpace: keepsSpace)
      case .element(let inner):
        guard ["tspan", "a", "textPath", "tref"].contains(inner.name),
          inner.name != "textPath" || ["text", "a"].contains(element.name)
        else {
          if inner.name != "title", inner.name != "desc" { omit("'\(inner.name)' is not drawn", at: inner) }
          continue
        }
        var own = context
        own.style = self.style(of: inner, in: style)
        guard own.style["display"] != "none", Self.isMeant(inner) else { continue }
        let start = text.characters.count
        collect(inner, own, state, &text)
        // Decorations and shifts of what follows are this element's again.
        run = nil
        if inner.name == "textPath", start < text.characters.count { text.characters[start].isFirstOfPath = true }
      }
    }
    text.add(controls.after, run: controls.after.isEmpty ? 0 : run ?? makeRun())
    place(element, context, first..<text.characters.count, &text)
  }

  /// A text in the case that `text-transform` asks for.
  private static func transformed(_ content: String, _ style: SVGStyle, after text: SVGText) -> String {
    switch style["text-transform"] {
    case "uppercase": return content.uppercased()
    case "lowercase": return content.lowercased()
    case "capitalize":
      var isWord = text.characters.last { !$0.isControl }.map { $0.scalar.properties.isAlphabetic } ?? false
      return content.reduce(into: "") { result, character in
        result += isWord ? String(character) : character.uppercased()
        isWord = character.isLetter || character.isNumber || (isWord && (character == "'" || character == "\u{2019}"))
      }
    default: return content
    }
  }

  /// The controls of Unicode around a text, by its direction (CSS Writing Modes 3, 2.4.2).
  private static func controls(_ style: SVGStyle) -> (before: String, after: String) {
    let isReversed = style["direction"] == "rtl"
    return switch style["unicode-bidi"] {
    case "embed": (isReversed ? "\u{202B}" : "\u{202A}", "\u{202C}")
    case "bidi-override": (isReversed ? "\u{202E}" : "\u{202D}", "\u{202C}")
    case "isolate": (isReversed ? "\u{2067}" : "\u{2066}", "\u{2069}")
    case "isolate-override": (isReversed ? "\u{2068}\u{202E}" : "\u{2068}\u{202D}", "\u{202C}\u{2069}")
    case "plaintext": ("\u{2068}", "\u{2069}")
    default: ("", "")
    }
  }

  /// The children of an element of a text; those of a `tref` (SVG 1.1, 10.6) are all text in the element to which it refers.
  private mutating func content(of element: SVGElement) -> [SVGElement.Child] {
    guard element.name == "tref" else { return element.children }
    guard let target = element.reference.flatMap({ document.element(id: $0) }) else {
      omit("'tref' refers to nothing in this file", at: element)
      return []
    }
    return [.text(target.text)]
  }

  /// Gives characters the places of an element's attributes.
  private mutating func place(
    _ element: SVGElement, _ context: Context, _ range: Range<Int>, _ text: inout SVGText
  ) {
    let (width, height) = (context.viewport.width, context.viewport.height)
    func values(_ name: String, _ whole: Double) -> [Double] {
      guard let value = element[name], !value.trimmed.isEmpty else { return [] }
      guard let lengths = SVGProperty.lengths(value) else {
        omit("the \(name) '\(value)' is not understood", at: element)
        return []
      }
      return lengths.map { $0.value(of: whole, context.style.fontSize) }
    }
    // A path begins where it begins, whatever places there are.
    if element.name != "textPath" {
      text.set(\.x, of: range, to: values("x", width))
      text.set(\.y, of: range, to: values("y", height))
      text.set(\.dx, of: range, to: values("dx", width))
      text.set(\.dy, of: range, to: values("dy", height))
    }
    text.set(\.rotation, of: range, to: SVGValues.numbers(element["rotate"] ?? ""), repeatsLast: true)
    if let value = element["textLength"], let length = SVGLength(value), !length.isNegative, !range.isEmpty {
      text.stretches.append(
        SVGText.Stretch(
          characters: range, length: length.value(of: width, context.style.fontSize),
          takesGlyphs: element["lengthAdjust"] == "spacingAndGlyphs"))
    }
  }

  /// The lines that the elements around a text draw along it, the outermost first.
  private mutating func decorations(around element: SVGElement) -> [SVGText.Decoration] {
    guard let parent = element.parent else { return [] }
    return decorations(around: parent) + Self.decorations(parent, style(inFile: parent))
  }

  private static func decorations(_ element: SVGElement, _ style: SVGStyle) -> [SVGText.Decoration] {
    let kinds = (style["text-decoration"] ?? "").split(separator: " ").map(String.init)
    return ["underline", "overline", "line-through"].filter(kinds.contains).map {
      SVGText.Decoration(kind: $0, element: element, style: style)
    }
  }

  /// The path of a `textPath`, in the text's space; nil, which is named, where there is none.
  private mutating func track(of element: SVGElement, _ context: Context) -> SVGText.Track? {
    guard let target = element.reference.flatMap({ document.element(id: $0) }) else {
      omit("'textPath' refers to nothing in this file", at: element)
      return nil
    }
    var inner = context
    inner.style = style(inFile: target)
    guard var path = path(of: target, inner), !path.isEmpty else { return nil }
    path = path.transformed(by: turn(target, inner, path.bounds))
    if element["method"] == "stretch" { omit("letters are not bent along a path", at: element) }
    let measure = PathMeasure(path)
    var start = 0.0
    if let length = element["startOffset"].flatMap({ SVGLength($0) }) {
      let unit = target["pathLength"].flatMap { SVGLength($0)?.plainNumber } ?? 0
      let scale = unit > 0 && !length.isPercentage ? measure.length / unit : 1
      start = length.value(of: measure.length, context.style.fontSize) * scale
    }
    return SVGText.Track(measure: measure, start: start, isReversed: element["side"] == "right")
  }

  /// The height by which `baseline-shift` raises a text over that around it.
  private mutating func rise(_ style: SVGStyle, of element: SVGElement, _ context: Context) -> Double {
    // It moves parts of a text against the others, and no text as a whole.
    guard element.name != "text", let value = style["baseline-shift"] else { return 0 }
    let outer = element.parent.map { self.style(inFile: $0).fontSize.own } ?? style.fontSize.own
    switch value {
    case "baseline": return 0
    // Usual places of fonts, in shares of the size.
    case "sub": return -0.2 * outer
    case "super": return 0.4 * outer
    default: return SVGLength(value)?.value(of: outer, style.fontSize) ?? 0
    }
  }

  /// The distance below the alphabetic baseline at which the baseline lies that is on the line.
  private mutating func baseline(_ style: SVGStyle) -> Double {
    var name = style["alignment-baseline"] ?? "auto"
    if ["auto", "baseline"].contains(name) { name = style["dominant-baseline"] ?? "auto" }
    if ["auto", "baseline", "alphabetic", "use-script", "no-change", "reset-size"].contains(name) { return 0 }
    let font = metrics(style)
    switch name {
    case "before-edge", "text-before-edge", "text-top": return font.ascent
    case "middle": return font.xHeight / 2
    case "central": return (font.ascent - font.descent) / 2
    case "after-edge", "text-after-edge", "text-bottom", "ideographic": return -font.descent
    case "hanging": return font.ascent * 0.8
    case "mathematical": return font.ascent * 0.5
    default: return 0
    }
  }
}
