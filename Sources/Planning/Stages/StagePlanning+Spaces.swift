import JobFile
import StageKit

extension StagePlanning {
  /// Says of a stage whether it is anchored outside of others, and which are anchored outside of it.
  func connectAnchored(_ stage: inout PlannedStage, at index: Int) {
    if graph.anchorings.isEmpty { return }
    stage.holders = graph.holders(anchoring: index)
    stage.showsAnchored = graph.anchorings.stages[index] != nil || graph.anchorings.showing.contains(index)
    if let inside = graph.anchorings.stages[index] {
      stage.late = inside.anchored.union(inside.showing).sorted { places[$0] ?? 0 < places[$1] ?? 0 }
    }
  }

  /// The values that a stage publishes at an instant of the video, its points and paths out of the spaces of stages that hold it, and
  /// into those of the stages that hold `reader`.
  func values(
    of stage: Int, at seconds: Double, outOf spaces: [Int], into inward: [Int], of reader: Int, isResting: Bool = false
  ) -> [String: PortValue]? {
    let evaluation = evaluation(
      of: stage, at: seconds, outOf: spaces, into: inward, of: reader, isResting: isResting)
    guard let values = evaluation.values[stage], !spaces.isEmpty || !inward.isEmpty else {
      return evaluation.values[stage]
    }
    let map = evaluation.map(from: stage, outOf: spaces, into: inward)
    return values.compactMapValues { value in
      switch value {
      case .point, .path: map.flatMap { value.transformed(by: $0) }
      default: value
      }
    }
  }

  /// Evaluates a stage, and what its place among others depends on.
  private func evaluation(
    of stage: Int, at seconds: Double, outOf spaces: [Int], into inward: [Int], of reader: Int, isResting: Bool
  ) -> StageEvaluation {
    var evaluation = StageEvaluation(count: planned.count, seconds: seconds, frame: 0, isResting: isResting)
    var evaluated: Set<Int> = []
    let holders = inward.isEmpty ? [] : graph.holders(anchoring: reader)
    for index in [stage] + spaces + holders { evaluate(index, in: &evaluation, &evaluated) }
    return evaluation
  }

  /// The value of an input at an instant of the video.
  func value(of source: PlannedStage.Source, for reader: Int, at seconds: Double, isResting: Bool = false) -> PortValue?
  {
    values(
      of: source.stage, at: seconds, outOf: source.isDrawing ? [] : source.spaces, into: source.inward, of: reader,
      isResting: isResting)?[source.output]
  }

  /// The place at rest of a stage whose outline another takes; nil where it publishes none.
  func restingPlace(of source: PlannedStage.Source, for reader: Int) -> RestingPlace? {
    restingInstants(of: source.stage).lazy.compactMap { seconds -> RestingPlace? in
      let evaluation = self.evaluation(
        of: source.stage, at: seconds, outOf: source.spaces, into: source.inward, of: reader, isResting: true)
      guard case .path? = evaluation.values[source.stage]?[source.output],
        let placed = evaluation.placements[source.stage],
        let map = evaluation.map(from: source.stage, outOf: source.spaces, into: source.inward)
      else { return nil }
      return RestingPlace(placed: placed, map: map)
    }.first
  }

  /// The outline that a stage has at an instant, where it lies at rest; nil where it has none.
  func outline(of source: PlannedStage.Source, for reader: Int, at seconds: Double, in place: RestingPlace)
    -> PortValue?
  {
    let evaluation = evaluation(of: source.stage, at: seconds, outOf: [], into: [], of: reader, isResting: true)
    guard let value = evaluation.values[source.stage]?[source.output], case .path = value,
      let placed = evaluation.placements[source.stage], let inverse = placed.transform.inverse
    else { return nil }
    if placed == place.placed { return value.transformed(by: place.map) }
    let pivot = Transform.translation(place.placed.pivot - placed.pivot)
    return value.transformed(by: place.map * place.placed.transform * pivot * inverse)
  }

  /// The value of an input when the stage that publishes it has settled, without entrances, exits and emphases, or at the last
  /// instant before that at which there is one.
  func restingValue(of source: PlannedStage.Source, for reader: Int) -> PortValue? {
    restingInstants(of: source.stage).lazy.compactMap { value(of: source, for: reader, at: $0, isResting: true) }.first
  }

  /// The points and paths at rest that a stage foresees, by its inputs; nil where it foresees none.
  func foreseenPlaces(of index: Int) -> [String: PortValue]? {
    let sources = sources(of: index).filter { source in
      job.stages[index].definition.inputs.contains {
        $0.name == source.input && $0.isForeseen && ($0.type == .point || $0.type == .path)
      }
    }
    if sources.isEmpty { return nil }
    return Dictionary(
      sources.compactMap { source in restingValue(of: source, for: index).map { (source.input, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

/// The place of a stage at rest.
struct RestingPlace: Sendable {
  let placed: Placed
  /// Takes the space in which it lies to that of the stage that takes its outline.
  let map: Transform
}

/// A stage's parameters, and the points and paths at rest that it has asked for, by its inputs.
struct Foresight {
  let parameters: ParameterValues
  let places: [String: PortValue]
}
