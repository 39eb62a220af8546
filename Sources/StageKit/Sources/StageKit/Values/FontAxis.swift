import Coding

/// A position on an axis of a variable font, as a parameter.
public struct FontAxis: ParameterGroup {
  @Parameter(
    "Its name of four letters: 'wght' is the weight, 'wdth' the width, 'opsz' the optical size, 'slnt' the slant.")
  var axis: String
  @Parameter("The position, in the axis's own units; the nearest that the font has.", .range(-1e6...1e6)) var value:
    Double

  /// An axis without a name.
  public init() {}

  /// Throws for a name that no axis has.
  public func prepare() throws {
    if !FontFeature.isTag(axis) {
      throw StageError(
        "'\(axis)' is no name of an axis", parameter: $axis.location, hint: "Write four letters, such as \"wdth\".")
    }
  }

  /// The position as fonts take it.
  public var variation: FontVariation { FontVariation(axis, value) }
}
