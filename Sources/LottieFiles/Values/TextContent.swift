import StageKit

/// The text of a layer: documents that take each other's place, and what animates their letters.
struct TextContent: Sendable {
  /// In order of their times.
  var documents: [TextDocument]
  var animators: [TextAnimator]
  /// The point about which letters are turned and scaled.
  var pivot: TextPivot
  /// Nil for lines that are straight.
  var path: TextPath?

  /// The document at a frame: the first one before its time, too.
  func document(at frame: Double) -> TextDocument? { documents.last { $0.time <= frame } ?? documents.first }
}

/// A text that is laid out, and its style.
struct TextDocument: Sendable {
  /// The frame at which it appears.
  var time: Double
  var lines: [TextLine]
  var fill: Color?
  var stroke: Color?
  var strokeWidth: Double
  var strokeIsOver: Bool
  /// The drawing of a text without animators.
  var drawing = DisplayList()
}

/// A line of letters; its own space begins at its baseline's left end.
struct TextLine: Sendable {
  /// The place of its origin in the layer.
  var origin: Point
  var width: Double
  /// The distance of its baseline below the first one.
  var drop = 0.0
  /// The share of a change of its width by which it moves to the left: 0.5 for centered lines.
  var alignment: Double
  var letters: [TextLetter]
}

/// A letter of a line.
struct TextLetter: Sendable {
  /// To be filled nonzero, from the letter's origin on the baseline.
  var outline: Path
  /// Emoji in their own colors.
  var colored = DisplayList()
  var x: Double
  var width: Double
  var isSpace: Bool
  /// The number of its word and of its line in the text.
  var word: Int
  var line: Int
}

/// The point about which animators turn and scale letters.
struct TextPivot: Sendable {
  /// The groups of letters that have a point in common.
  enum Grouping: Int, Sendable {
    case character = 1
    case word, line, all
  }

  var grouping = Grouping.character
  /// In percent of a letter's width and of the font's size, from the middle of the baseline.
  var alignment = Property(Vector.zero)
}

/// Changes of letters within a range.
struct TextAnimator: Sendable {
  var selector: TextSelector
  var position: Property<Vector>?
  var anchor: Property<Vector>?
  var scale: Property<Vector>?
  var rotation: Property<Double>?
  var skew: Property<Double>?
  var skewAxis: Property<Double>?
  var opacity: Property<Double>?
  var fill: Property<Vector>?
  var stroke: Property<Vector>?
  var strokeWidth: Property<Double>?
  var tracking: Property<Double>?
}

/// The letters that an animator changes, and by how much.
struct TextSelector: Sendable {
  /// The form of the range's weights.
  enum Shape: Int, Sendable {
    case square = 1
    case rampUp, rampDown, triangle, round, smooth
  }

  /// The parts of a text that are counted.
  enum Basis: Int, Sendable {
    case characters = 1
    case charactersWithoutSpaces, words, lines
  }

  /// The weights by an expression, which take the place of all others.
  var script: SelectorScript?
  var start: Property<Double>
  /// Nil for all of the text, in units of its parts.
  var end: Property<Double>?
  var offset: Property<Double>
  /// In percent.
  var amount: Property<Double>
  var easeHigh: Property<Double>
  var easeLow: Property<Double>
  var smoothness: Property<Double>
  var shape = Shape.square
  var basis = Basis.characters
  var isInPercent = true
  /// True if the parts are taken in an order by chance, always the same.
  var isShuffled = false
}

/// A font as the file describes it.
struct LottieFont: Sendable {
  var family: String
  var style: String
  /// In percent of its size.
  var ascent: Double

  /// The weight that the style's name says.
  var weight: Int {
    let name = style.lowercased().filter { $0 != " " && $0 != "-" }
    let weights = [
      ("extralight", 200), ("ultralight", 200), ("thin", 100), ("hairline", 100), ("light", 300), ("medium", 500),
      ("semibold", 600), ("demibold", 600), ("demi", 600), ("extrabold", 800), ("ultrabold", 800), ("heavy", 900),
      ("black", 900), ("bold", 700),
    ]
    return weights.first { name.contains($0.0) }?.1 ?? 400
  }

  var isItalic: Bool {
    let name = style.lowercased()
    return name.contains("italic") || name.contains("oblique")
  }
}

/// Letters whose outlines the file holds.
struct GlyphTable: Sendable {
  /// A letter in a font of the size 100.
  struct Glyph: Sendable {
    var outline: Path
    var width: Double
  }

  /// A letter by its text and its font.
  struct Key: Hashable, Sendable {
    var text: String
    var family: String
    var style: String
  }

  var glyphs: [Key: Glyph] = [:]
}
