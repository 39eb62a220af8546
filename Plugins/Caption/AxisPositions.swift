import StageKit

/// An axis of a variable font whose position changes, as parameters.
struct AnimatedAxis: ParameterGroup, TimeVarying {
  @Parameter("Its name of four letters, such as 'wght' for the weight or 'wdth' for the width.") var axis = "wght"
  @Parameter("The position, in the axis's own units; the nearest that the font has.", .range(-1e6...1e6))
  var value: Animated<Double>
  @Parameter(
    "The units that change one after the other, each by these keyframes; all of the text at once unless given.")
  var by: RevealUnit.Kind?
  @Parameter(
    "The time by which each changes later than the one before it; without it 0.12 by line, 0.06 by word, 0.03 by letter.",
    .nonnegative(.seconds))
  var stagger: Double?
  @Parameter("The order of these.") var order = StaggerOrder.forward
  @Parameter("Chooses among orders of 'random'.", .range(0...1_000_000)) var seed = 1

  /// Throws for a name that no axis has.
  func prepare() throws {
    if FontFeature(parsing: axis)?.tag != axis {
      throw StageError(
        "'\(axis)' is no name of an axis", parameter: $axis.location, hint: "Write four letters, such as \"wdth\".")
    }
  }

  var settlingTime: Double? { value.settlingTime }
}

/// The looks of a text at the positions of an axis: 256 from the least to the greatest, close enough that no step is seen.
struct AxisPositions<Look: Sendable>: Sendable {
  private let axis: AnimatedAxis
  private let least: Double
  private let step: Double
  let looks: [Look]

  init(_ axis: AnimatedAxis, _ look: (FontVariation, _ isEnd: Bool) throws -> Look) throws {
    self.axis = axis
    // Curves may go beyond the keyframes.
    let end = axis.value.settlingTime ?? 60
    let values = axis.value.values + (0...240).map { axis.value.value(at: end * Double($0) / 240) }
    least = values.min() ?? 0
    let greatest = values.max() ?? 0
    let count = greatest > least ? 256 : 1
    step = count > 1 ? (greatest - least) / Double(count - 1) : 1
    looks = try (0..<count).map { [least, step] index in
      try look(FontVariation(axis.axis, least + step * Double(index)), index == 0 || index == count - 1)
    }
  }

  /// The look at a time.
  func value(at seconds: Double) -> Look { looks[index(at: seconds)] }

  /// The place of the look at a time among all.
  func index(at seconds: Double) -> Int {
    let place = ((axis.value.value(at: seconds) - least) / step).rounded()
    return Int(min(max(place, 0), Double(looks.count - 1)))
  }
}
