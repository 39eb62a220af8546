import StageKit

/// A still line along the whole route, under the line that sweeps.
struct Track: ParameterGroup {
  @Parameter("Its color.", formerly: ["line"]) var color: Color
  @Parameter("Its width; by default that of the sweep.", .nonnegative(), formerly: ["lineWidth"]) var width: Double?
}
