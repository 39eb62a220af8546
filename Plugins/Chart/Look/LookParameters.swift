import StageKit

/// The form of bars, lines, markers and slices.
struct LookParameters: ParameterGroup {
  @Parameter("The room between categories, as a share of their distance.", .range(0...0.95)) var gap = 0.36
  @Parameter("The distance between the bars of one category, where they are side by side.", .range(0...1000, .points))
  var barGap = 4.0
  @Parameter("The radius of the corners at a bar's free end.", .nonnegative(.points)) var radius = 8.0
  @Parameter("The width of lines.", .nonnegative(.points)) var lineWidth = 5.0
  @Parameter(
    "The radius of markers: of the values of 'scatter', and on lines; without it, 9 for the former, and none.",
    .nonnegative(.points))
  var marker: Double?
  @Parameter("The opacity of the area below a line of 'area', at its top, and of markers of 'scatter'.", .fraction)
  var fill: Double?
  @Parameter(
    "The radius of the hole of a donut or of rings, as a share of its own; without it, 0.64 and 0.3.", .range(0...0.98))
  var hole: Double?
  @Parameter("The place of the first slice's start, clockwise from the top.", .any(.degrees)) var startAngle = 0.0
  @Parameter(
    "The angle that the axis of 'radial' takes; without it, 270 where names or numbers stand beside the starts of rings, else 360.",
    .range(10...360, .degrees))
  var sweep: Double?
  @Parameter("The distance between the slices of a donut or a pie.", .range(0...200, .points)) var sliceGap = 4.0

  /// Bars with round corners, and lines without markers.
  init() {}
}
