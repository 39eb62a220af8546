import StageKit

/// The values whose numbers are written next to them.
enum LabeledValues: String, CaseIterable, ParameterChoice { case none, all, last, highlight }

/// The number in the middle of a donut.
enum MiddleNumber: String, CaseIterable, ParameterChoice { case none, total, highlight }

/// The numbers and names on a chart.
struct LabelParameters: ParameterGroup {
  @Parameter(
    "The values whose numbers are written at bars, points or slices; they count while bars come in, and "
      + "those without room are left out, with a warning.")
  var valueLabels = LabeledValues.none
  @Parameter("Whether numbers at slices are their shares, in percent.") var shares = false
  @Parameter("The number in the middle of a donut: the sum of all values, or the value that is pointed out.")
  var middle = MiddleNumber.none
  @Parameter("The text below that number.") var middleText = ""
  @Parameter("The size of that number; without it, a fitting one.", .positive(.points)) var middleSize: Double?
  @Parameter("Whether the names of several series are written above them with their colors.") var legend = true

  /// A legend alone.
  init() {}
}
