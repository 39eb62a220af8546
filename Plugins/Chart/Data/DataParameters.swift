import StageKit

/// The data of a chart, in the job or in a file.
struct DataParameters: ParameterGroup {
  @Parameter(
    "The values of a single series: numbers, or \"none\" for a missing one; keyframes move from list to list.")
  var values: Animated<ValueList>?
  @Parameter("Several series, instead of 'values'.") var series: [SeriesParameters] = []
  @Parameter("The names of the categories, such as months: texts or numbers.") var labels: [CategoryLabel] = []
  @Parameter("The places of the values along the horizontal axis, for 'line', 'area' and 'scatter'.", .any())
  var x: [Double] = []
  @Parameter(
    "A file with a header row (CSV, TSV, text of a spreadsheet), or a list of objects (JSON), instead of 'values' and 'series'; empty cells and "
      + "null are missing values.",
    as: .file(extensions: ["csv", "tsv", "txt", "json"]))
  var data: FileReference?
  @Parameter("The columns of 'data' that are series; without it, all but those of labels and places.")
  var columns: [String] = []
  @Parameter("Columns of 'data' whose numbers have a decimal comma, as in 1.234,50; true for all, [] for none.")
  var decimalComma: DecimalCommas?
  @Parameter("The column of 'data' with the labels; without it, the first that is no series.")
  var labelColumn: String?
  @Parameter(
    "The column of 'data' with the places along the horizontal axis; without it, for 'scatter', the first.")
  var xColumn: String?
  @Parameter(
    "The state that is shown: then the series are the states of one, 0 is the first, and between two of them its values "
      + "move from one to the next.",
    .nonnegative())
  var state: Animated<Double>?

  /// Throws for data that is given in two ways.
  func prepare() throws {
    let given = [
      (values != nil, $values.location), (!series.isEmpty, $series.location), (data != nil, $data.location),
    ].filter(\.0)
    guard given.count < 2 else {
      throw StageError(
        "'values', 'series' and 'data' exclude each other", parameter: given[1].1, hint: "Keep one of them.")
    }
    guard given.count == 1 else {
      throw StageError("a chart needs data", hint: "Give it 'values', 'series' or 'data'.")
    }
    if data == nil {
      for (isGiven, location) in [
        (!columns.isEmpty, $columns.location), (labelColumn != nil, $labelColumn.location),
        (xColumn != nil, $xColumn.location), (decimalComma != nil, $decimalComma.location),
      ] where isGiven {
        throw StageError("there is no 'data' with columns", parameter: location)
      }
    } else if !x.isEmpty {
      throw StageError(
        "the places come from 'data'", parameter: $x.location, hint: "Name their column in 'xColumn'.")
    }
  }
}

/// A series of values with a name and a color.
struct SeriesParameters: ParameterGroup {
  @Parameter("Its name, for the legend and 'highlight'.") var name = ""
  @Parameter("Its values: numbers, or \"none\" for a missing one; keyframes move from list to list.")
  var values: Animated<ValueList>
  @Parameter("The places of its values along the horizontal axis, for 'line', 'area' and 'scatter'.", .any())
  var x: [Double] = []
  @Parameter("Its color or gradient; without it, that of the chart's 'colors'.") var color: Animated<PaintValue>?

  /// A series without values.
  init() {}
}

/// The columns whose numbers have a decimal comma.
struct DecimalCommas: ParameterType, Hashable {
  /// Nil for all.
  let columns: [String]?

  static var schema: ParameterSchema {
    .alternatives([.constant(.boolean(true)), .list(of: .text, minimumCount: 0)], noun: "true, or a list of columns")
  }

  static func read(_ value: ParameterValue) -> DecimalCommas? {
    switch value {
    case .boolean(true): return DecimalCommas(columns: nil)
    case .list(let items):
      let names = items.compactMap { item -> String? in if case .text(let name) = item { name } else { nil } }
      return names.count == items.count ? DecimalCommas(columns: names) : nil
    default: return nil
    }
  }

  var parameterValue: ParameterValue? { columns.map { .list($0.map { .text($0) }) } ?? .boolean(true) }
  static var placeholder: DecimalCommas { DecimalCommas(columns: nil) }

  func contain(_ column: String) -> Bool { columns?.contains(column) ?? true }
}

/// The name of a category: a text, or a number as it is written.
struct CategoryLabel: ParameterType {
  let text: String

  static var schema: ParameterSchema { .alternatives([.text, .number(.any())], noun: "a text or a number") }

  static func read(_ value: ParameterValue) -> CategoryLabel? {
    switch value {
    case .text(let text): CategoryLabel(text: text)
    case .number(let number): CategoryLabel(text: plainText(number))
    default: nil
    }
  }

  var parameterValue: ParameterValue? { .text(text) }
  static var placeholder: CategoryLabel { CategoryLabel(text: "") }
}

/// The shortest digits of a number, without a fraction where there is none.
func plainText(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 0x1p53 ? "\(Int(number))" : "\(number)"
}
