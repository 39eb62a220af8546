import StageKit

/// The look of a part of a text, between tags of its name.
struct SpanStyle: ParameterGroup {
  @Parameter("The name of its tags.") var name: String
  @Parameter("Its color, or a gradient over all of it; without one the text's.") var color: Animated<PaintValue>?
  @Parameter("The weight; without one, the text's.", .range(1...1000)) var weight: Int?
  @Parameter("Whether it is italic; without one as the text.") var italic: Bool?
  @Parameter("Its font's family, or several to try in order; without one the text's.") var family: String?
  @Parameter(
    "A font file, instead of a family; of a collection or a variable font, 'family' may name a face.",
    as: .file(extensions: FileReference.fontEndings))
  var font: FileReference?
  @Parameter("The size of its letters, as a multiple of the text's.", .positive()) var size = 1.0
  @Parameter("Further OpenType features, such as \"tnum\" or \"-liga\".") var features: [String] = []
  @Parameter("Further positions on the axes of a variable font.") var axes: [FontAxis] = []
  @Parameter("Whether a line runs below it.") var underline = false
  @Parameter("Whether a line runs through it.") var strikethrough = false

  var decoration: TextDecoration {
    TextDecoration(underline ? [.underline] : []).union(strikethrough ? [.strikethrough] : [])
  }

  func prepare() throws {
    _ = try $features.parsedFeatures()
    try $color.filling()
    let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isName else {
      throw StageError(
        "'\(name)' is no name of a tag", parameter: $name.location, hint: "Write letters, digits, '-' and '_'.")
    }
  }
}

/// Styles of parts of a text, which are enclosed in tags of their names: `"only <price>5 €</price>"`.
struct TextStyles: TimeVarying {
  /// The text without its tags.
  let text: String
  let spans: [TextSpan]
  /// The color of each span, nil for the text's.
  private let colors: [Animated<PaintValue>?]

  var settlingTime: Double? {
    colors.compactMap { $0 }.reduce(0) { time, color in
      time.flatMap { time in color.settlingTime.map { max(time, $0) } }
    }
  }

  /// The rectangle around each span's letters, which its gradient is over.
  func inks(in lines: [TextLayout.Line]) -> [Rect] {
    spans.indices.map { span in
      let letters = lines.flatMap(\.clusters).filter { $0.span == span }.compactMap(\.outline.bounds)
      return letters.dropFirst().reduce(letters.first ?? .zero) { $0.union($1) }
    }
  }

  /// The paint of a span in its rectangle, or else `other`.
  func paint(of span: Int?, in inks: [Rect], at seconds: Double, _ other: Paint) -> Paint {
    span.flatMap { span in colors[span]?.value(at: seconds).paint(in: inks[span]) } ?? other
  }

  /// Throws where tags are not closed, and where two styles have one name; warns of tags that no style has, and of styles
  /// that no tag has.
  init(_ source: Parameter<String>, _ styles: [SpanStyle], _ context: any StageContext) throws {
    let names = styles.map(\.name)
    for style in styles where names.count(where: { $0 == style.name }) > 1 {
      throw StageError("two styles are called '\(style.name)'", parameter: style.$name.location)
    }
    let tagged = try source.locating { try TaggedText(source.wrappedValue, names: names) }
    text = tagged.text
    for warning in Self.warnings(of: tagged, names) { context.warn(warning) }
    var spans: [TextSpan] = []
    var colors: [Animated<PaintValue>?] = []
    for part in tagged.parts {
      // Inner tags override outer ones.
      let own = part.styles.map { styles[$0] }
      func last<Value>(_ property: (SpanStyle) -> Value?) -> Value? {
        own.reversed().compactMap(property).first
      }
      spans.append(
        TextSpan(
          part.range, families: last(\.family).map(TextParameters.families), file: last(\.font),
          weight: last(\.weight), isItalic: last(\.italic), scale: own.reduce(1) { $0 * $1.size },
          features: own.flatMap { $0.features.compactMap(FontFeature.init(parsing:)) },
          variations: own.flatMap { $0.axes.map(\.variation) },
          decoration: own.reduce(into: []) { $0.formUnion($1.decoration) }))
      colors.append(last(\.color))
    }
    self.spans = spans
    self.colors = colors
  }
}

extension TextStyles {
  /// Tags that are drawn as they are written, and styles that are not used.
  private static func warnings(of tagged: TaggedText, _ names: [String]) -> [String] {
    // A style whose tags are misspelled is named once.
    var meant: Set<String> = []
    var warnings = tagged.unknownTags.map { tag -> String in
      let drawn = "no style is called '\(tag)': its tags are drawn as they are written"
      guard !names.isEmpty else { return "\(drawn). Add it to 'styles'" }
      let unused = names.enumerated().filter { !tagged.used.contains($0.offset) }.map(\.element)
      guard let name = spellingSuggestion(for: tag, among: unused) ?? spellingSuggestion(for: tag, among: names) else {
        return "\(drawn). Add it to 'styles'"
      }
      meant.insert(name)
      return "\(drawn). Did you mean '\(name)'?"
    }
    if tagged.text.isEmpty { return warnings }
    for (index, name) in names.enumerated() where !tagged.used.contains(index) && !meant.contains(name) {
      warnings.append("the text has no '<\(name)>': the style '\(name)' is not used")
    }
    return warnings
  }
}

/// A text with parts enclosed in tags.
struct TaggedText {
  /// Without the tags.
  private(set) var text = ""
  /// The names whose tags the text has.
  private(set) var used: Set<Int> = []
  /// The text between tags, in order: the Unicode scalars, and the tags around them, the outermost first.
  private(set) var parts: [(range: Range<Int>, styles: [Int])] = []

  /// Reads `<name>` and `</name>` of the names alone; everything else is text.
  init(_ source: String, names: [String]) throws(StageError) {
    var open: [Int] = []
    var rest = source[...]
    var count = 0
    var start = 0
    func end(_ parts: inout [(range: Range<Int>, styles: [Int])]) {
      if !open.isEmpty, count > start { parts.append((start..<count, open)) }
      start = count
    }
    while let first = rest.unicodeScalars.first {
      if first == "<", let close = rest.firstIndex(of: ">") {
        let inner = rest[..<close].dropFirst()
        let isEnd = inner.first == "/"
        if let style = names.firstIndex(where: { $0 == inner.dropFirst(isEnd ? 1 : 0) }) {
          end(&parts)
          used.insert(style)
          if !isEnd {
            open.append(style)
          } else if open.popLast() != style {
            throw StageError("'</\(names[style])>' closes nothing that is open here")
          }
          rest = rest[close...].dropFirst()
          continue
        }
      }
      text.unicodeScalars.append(first)
      count += 1
      rest = Substring(rest.unicodeScalars.dropFirst())
    }
    if let style = open.last { throw StageError("'<\(names[style])>' is not closed") }
  }

  /// The names of pairs of tags in the text that remain there, in order and each once.
  var unknownTags: [String] {
    var names: [String] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
      guard name.first?.isLetter == true, rest.dropFirst(name.count).first == ">", !names.contains(name),
        rest.contains("</\(name)>")
      else { continue }
      names.append(name)
    }
    return names
  }
}
