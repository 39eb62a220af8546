import StageKit

/// The unit in which values come in one after the other.
enum StaggerUnit: String, CaseIterable, ParameterChoice { case value, series }

/// The way in which a chart comes in.
struct EntranceParameters: ParameterGroup, TimeVarying {
  @Parameter("The time for which it comes in; 0 for at once.", .nonnegative(.seconds)) var duration = 1.4
  @Parameter("The easing of each value that comes in, or of the line.") var curve: Easing = .usualArrival
  @Parameter(
    "The share of the duration over which the beginnings are spread; with 0, all values come in together.",
    .range(0...0.95))
  var stagger = 0.5
  @Parameter("Whether one value comes in after the other, or one series.") var staggerBy = StaggerUnit.value
  @Parameter("The order in which they come in.") var order = StaggerOrder.forward
  @Parameter("The choice among random orders.", .range(0...1_000_000)) var seed = 1
  @Parameter(
    "How much of it has come in, from 0 to 1, instead of the duration; keyframes also let it leave.", .fraction,
    replacedBy: ["progress"])
  var progress: Animated<Double>?

  let progressInput = Input<Double?>("How much of it has come in, from 0 to 1.", name: "progress")
  let arrived = Moment("All of it has come in.", .both)
  let entered = Moment("A value begins to come in, or a series.", .cue)

  /// Values that come in one after the other.
  init() {}

  /// The time at which it has come in; nil if it never comes to rest.
  var end: Double? { progress.map(\.settlingTime) ?? duration }

  var settlingTime: Double? { end }
}

/// The growth of the parts of a chart at an instant.
struct Entrance: Sendable {
  /// From 0 to 1, before the easing.
  let progress: Double
  private let parameters: EntranceParameters
  private let turns: [Double]
  private let last: Double

  /// - Parameter turns: When each part has its turn, from 0 on.
  init(_ parameters: EntranceParameters, turns: [Double], progress: Double) {
    (self.parameters, self.turns, self.progress) = (parameters, turns, progress)
    last = turns.max() ?? 0
  }

  /// The start of a part, as a share of the whole.
  private func start(_ part: Int) -> Double {
    last > 0 && turns.indices.contains(part) ? turns[part] / last * parameters.stagger : 0
  }

  /// The growth of a part: 0 before it begins, 1 when it is there; beyond 1 where the easing is.
  func growth(_ part: Int) -> Double {
    let share = last > 0 ? 1 - parameters.stagger : 1
    let local = (progress - start(part)) / share
    if local <= 0 { return 0 }
    if local >= 1 - 1e-12 { return 1 }
    return parameters.curve.value(at: local, over: max(parameters.duration * share, 1e-6))
  }

  /// The opacity of axes, legends and what goes with them, which come in first.
  var surroundings: Double {
    let share = min(max(progress / 0.3, 0), 1)
    return share * share * (3 - 2 * share)
  }

  /// The seconds at which the parts begin, where the entrance is timed.
  var starts: [Double] { turns.indices.map { start($0) * parameters.duration } }
}
