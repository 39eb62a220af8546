import StageKit

/// A barcode that scanners read, with its text below.
public struct Barcode: Stage, ParameterGroup {
  @Parameter("The text that scanners read: digits, or for code-128 Latin letters and signs, too.") var text: String
  @Parameter(
    "The kind of barcode: code-128 for any text; ean-13, ean-8 and upc-a for numbers of goods, whose last digit checks the others and may be "
      + "left out.")
  var kind = Symbology.code128
  @Parameter("Its width, with its margins.", .positive(.points)) var width = 320.0
  @Parameter("Its height, with its text.", .positive(.points)) var height = 140.0
  @Parameter("The free margin on each side, in modules; as much as scanners ask for unless given.", .range(0...40))
  var margin: Int?
  @Parameter("Whether its text stands below the bars.") var label = true
  @Parameter("The text's font, or several to try in order.") var family = "sans-serif"
  @Parameter("The color of bars and text.") var color: Animated<PaintValue> = Animated(.color(.black))
  @Parameter("The color behind them.") var background: Animated<PaintValue> = Animated(.color(.white))
  @Parameter("The radius of the background's corners.", .nonnegative(.points)) var radius = 0.0
  @Parameter("The share of its bars that are there, from the left; scanners read it at 1.", .fraction)
  var progress: Animated<Double> = 1
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  public static let definition = StageDefinition(
    Self.self, "barcode", version: 1, "A barcode: EAN, UPC or Code 128, whose bars can grow in from the left.",
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 1.5,
      """
      {
        "id": "code",
        "stage": "barcode",
        "parameters": { "text": "978014300723", "kind": "ean-13", "width": 360, "height": 170 }
      }
      """))

  private var pattern: BarPattern?
  /// All bars, in points of the canvas.
  private var bars: [Rect] = []
  /// The text, as large as it is drawn.
  private var letters = Path.empty
  private var box = Rect.zero

  /// The share of the progress for which a bar grows.
  private static let growth = 0.3

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    try $color.filling()
    try $background.filling()
    let pattern = try BarPattern(text, kind)
    let margin = margin ?? kind.margin
    box = Rect(center: context.composition.bounds.center, size: Size(width, height))
    let module = width / Double(pattern.modules.count + 2 * margin)
    let grid = Grid(box: box, module: module, margin: Double(margin), hasText: label)
    guard grid.bottom > grid.top else {
      throw StageError(
        "the text leaves no room for bars", parameter: $height.location, hint: "Make it higher, or less wide.")
    }
    let layout = BarLayout(kind)
    bars = pattern.bars(0..<pattern.modules.count).map { bar in
      let isLong = label && layout.guards.contains { $0.contains(bar.lowerBound) }
      return grid.rect(bar, isLong: isLong)
    }
    if label { letters = try letters(of: pattern, layout, grid, context) }
    self.pattern = pattern
    let warnings = CodeWarnings(context: context)
    warnings.check(margin: margin, needed: kind.margin)
    warnings.check(module: module)
    warnings.check(color, on: background)
  }

  /// The places of modules on the canvas.
  private struct Grid {
    let box: Rect
    let module: Double
    let margin: Double
    let hasText: Bool

    /// The height of the text's letters is 10 modules, of which bars that reach down cover the upper half.
    static let textSize = 10.0

    var left: Double { box.minX + margin * module }
    /// The bars have a module of room above and below.
    var top: Double { box.minY + 2 * module }
    var bottom: Double { box.maxY - (hasText ? Self.textSize + 1 : 2) * module }
    /// The line on which letters stand.
    var baseline: Double { box.maxY - 2.2 * module }

    func x(_ place: Double) -> Double { left + place * module }

    func rect(_ bar: Range<Int>, isLong: Bool) -> Rect {
      Rect(
        x: x(Double(bar.lowerBound)), y: top, width: Double(bar.count) * module,
        height: bottom - top + (isLong ? Self.textSize / 2 * module : 0))
    }
  }

  private func letters(of pattern: BarPattern, _ layout: BarLayout, _ grid: Grid, _ context: any StageContext) throws
    -> Path
  {
    let families = family.split(separator: ",").map { String($0.drop { $0 == " " }) }
    let style = TextStyle(families: families, weight: 500, size: Grid.textSize * grid.module)
    func line(_ text: String) throws -> (outline: Path, width: Double) {
      let set = try context.layout(TextRequest(text, style: style, direction: .leftToRight))
      return (set.outline.transformed(by: .translation(0, -(set.lines.first?.baseline ?? 0))), set.size.width)
    }
    var builder = PathBuilder()
    if layout.places.isEmpty {
      let (outline, width) = try line(pattern.text)
      let scale = min(1, Double(pattern.modules.count) * grid.module / max(width, 1e-9))
      let x = grid.x(Double(pattern.modules.count) / 2) - width * scale / 2
      builder.append(outline.transformed(by: .translation(x, grid.baseline) * .scale(scale)))
    }
    for (digit, place) in zip(pattern.text, layout.places) {
      let (outline, width) = try line(String(digit))
      builder.append(outline.transformed(by: .translation(grid.x(place) - width / 2, grid.baseline)))
    }
    return builder.path
  }

  public var duration: Double? { latestSettlingTime(of: color, background, progress, placement, shadow) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    guard placed.isVisible else { return frame }
    let seconds = time.seconds
    let paint = color.value(at: seconds).paint(in: box)
    let progress = progress.value(at: seconds)
    var content = DisplayList()
    content.fill(.roundedRect(box, radius: radius), background.value(at: seconds).paint(in: box))
    content.fill(path(at: progress), paint)
    var texts = DisplayList()
    if progress > 0 { texts.fill(letters, paint) }
    content.group(Group(texts, opacity: min(max(progress * 2 - 1, 0), 1)))
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    if progress >= 1 { frame.legibleText = placed.layer(texts) }
    return frame
  }

  /// The bars that are there at a progress; those that come in grow downward.
  private func path(at progress: Double) -> Path {
    Path { builder in
      for bar in bars {
        let delay = (bar.minX - box.minX) / box.width * (1 - Self.growth)
        let share = min(max((progress - delay) / Self.growth, 0), 1)
        guard share > 0 else { continue }
        let height = bar.height * (1 - (1 - share) * (1 - share))
        builder.rect(Rect(x: bar.minX, y: bar.minY, width: bar.width, height: height))
      }
    }
  }
}
