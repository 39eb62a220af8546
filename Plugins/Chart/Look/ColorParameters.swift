import StageKit

/// The things that have colors of their own.
enum ColorUnit: String, CaseIterable, ParameterChoice { case series, value }

/// The category or the series that a chart points out.
enum HighlightTarget: ParameterType, Hashable {
  /// A category by its place, from 0.
  case index(Int)
  /// A category or a series by its name.
  case name(String)

  static var schema: ParameterSchema {
    .alternatives(
      [.number(NumberSchema(minimum: 0, isInteger: true)), .text], noun: "a label, a series' name, or a number from 0")
  }

  static func read(_ value: ParameterValue) -> HighlightTarget? {
    switch value {
    case .number(let number): Int(exactly: number).map { .index($0) }
    case .text(let text): .name(text)
    default: nil
    }
  }

  /// The category that it means; nil for a name that none has. Throws for a place beyond all categories.
  func category(in data: ChartData, at location: String) throws -> Int? {
    switch self {
    case .name(let name): return data.labels.firstIndex(of: name)
    case .index(let index):
      if let named = data.labels.firstIndex(of: "\(index)") { return named }
      if index < data.count { return index }
      throw StageError("there is no category \(index); they go from 0 to \(data.count - 1)", parameter: location)
    }
  }

  var parameterValue: ParameterValue? {
    switch self {
    case .index(let index): .number(Double(index))
    case .name(let name): .text(name)
    }
  }
  static var placeholder: HighlightTarget { .index(0) }
}

/// The colors of a chart.
struct ColorParameters: ParameterGroup, TimeVarying {
  @Parameter("The colors or gradients of series or values, in turn.") var colors: [PaintValue] = Self.palette
  @Parameter("Whether each series has a color, or each value; without it, slices of a single series have their own.")
  var colorBy: ColorUnit?
  @Parameter(
    "The category or series that is pointed out, by its name or, where no label is that number, its place from 0.")
  var highlight: HighlightTarget?
  @Parameter("The color of what is pointed out; without it, its own.") var highlightColor: PaintValue?
  @Parameter("The color of all the others; without it, that of text, mixed with the canvas.") var muted: Color?
  @Parameter("How much is pointed out, from 0 to 1: with 0, all have their colors.", .fraction)
  var focus: Animated<Double> = 1
  @Parameter("The color of text.") var color: Animated<Color> = Animated(.white)
  @Parameter("The color of the grid; without it, that of text, faint.") var gridColor: Color?
  @Parameter("The color of the baseline; without it, that of text, half as strong.") var baselineColor: Color?

  private static let palette: [PaintValue] = [
    0x5B8CFF, 0xFFB347, 0x38D6AE, 0xFF6B8F, 0xA98BFF, 0x4CC9F0, 0xF4845F, 0xC3CCDD,
  ]
  .map { .color(Color(hex: $0)) }

  /// Eight colors that stand out on dark and on light ground.
  init() {}

  /// Throws where there is no color, or one for strokes alone.
  func prepare() throws {
    guard !colors.isEmpty else { throw StageError("there is no color", parameter: $colors.location) }
    for (index, paint) in colors.enumerated() where paint.isAlongPath {
      throw StageError("a gradient along a path is for strokes", parameter: "\($colors.location)[\(index)]")
    }
    if highlightColor?.isAlongPath == true {
      throw StageError("a gradient along a path is for strokes", parameter: $highlightColor.location)
    }
  }

  var settlingTime: Double? { latestSettlingTime(of: focus, color) }
}
