import StageKit

/// Looks of parts of a text, which tags of their names stand around: `"only <price>5 €</price>"`.
struct TextStyles: TimeVarying {
  static let parameter = Parameter.objects(
    "styles",
    "Looks of parts of the text, which stand between tags of their names: \"only <price>5 €</price>\". Tags may stand in "
      + "others.", [name, color, weight, italic, family, font, size])

  private static let name = Parameter.text("name", "What its tags are called.")
  private static let color = Parameter.paint(
    "color", "Its color, or a gradient over all of it; without one the text's."
  ).animated.optional
  private static let weight = Parameter.integer(
    "weight", "How bold it is; without one as the text.",
    .range(
      1...1000
    )
  ).optional
  private static let italic = Parameter.boolean("italic", "Whether it is italic; without one as the text.").optional
  private static let family = Parameter.text(
    "family", "Its font's family, or several to try in order; without one the text's."
  ).optional
  private static let font = Parameter.file(
    "font", "A font file, instead of a family.", extensions: ["ttf", "otf", "ttc"]
  ).optional
  private static let size = Parameter.number(
    "size", "How large its letters are, as a multiple of the text's.", default: 1, .positive())

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

  init(_ parameters: Parameters) throws {
    let styles = parameters[Self.parameter]
    let names = styles.map { $0[Self.name] }
    for (style, name) in zip(styles, names) {
      let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      guard isName else {
        throw StageError(
          "'\(name)' is no name of a tag", parameter: style.location(of: Self.name),
          hint: "Write letters, digits, '-' and '_'.")
      }
      guard names.count(where: { $0 == name }) == 1 else {
        throw StageError("two styles are called '\(name)'", parameter: style.location(of: Self.name))
      }
    }
    let tagged: TaggedText
    do {
      tagged = try TaggedText(parameters[TextParameters.text], names: names)
    } catch {
      throw StageError(error.message, parameter: parameters.location(of: TextParameters.text))
    }
    text = tagged.text
    var spans: [TextSpan] = []
    var colors: [Animated<PaintValue>?] = []
    for part in tagged.parts {
      // What is inside goes before what is around it.
      let own = part.styles.map { styles[$0] }
      func last<Value>(_ parameter: Parameter<Value?>) -> Value? {
        own.reversed().lazy.compactMap { $0[parameter] }.first
      }
      spans.append(
        TextSpan(
          part.range, families: last(Self.family).map(TextParameters.families), file: last(Self.font),
          weight: last(Self.weight), isItalic: last(Self.italic), scale: own.reduce(1) { $0 * $1[Self.size] }))
      colors.append(try own.reversed().lazy.compactMap { try $0.filling(Self.color) }.first)
    }
    self.spans = spans
    self.colors = colors
  }
}

/// A text whose parts stand between tags.
struct TaggedText {
  /// Without the tags.
  private(set) var text = ""
  /// What stands between tags, in order: the Unicode scalars, and which tags are around them, the outermost first.
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
}
